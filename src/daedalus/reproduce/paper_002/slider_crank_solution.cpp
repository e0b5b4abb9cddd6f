#include "daedalus/reproduce/paper_002/slider_crank_solution.hpp"

#include <cmath>

namespace daedalus::reproduce::paper_002 {
namespace {

constexpr double L1 = 0.3, L2 = 0.6;  // m

struct Row {
  double t, theta1, omega1;
};
constexpr Row table[] = {
    {0.5, 3.397740612134134209, 7.4389400747773881437},
    {1.0, 3.1360953432317713444, -2.4055642791361322134},
    {1.5, 4.0923516942173841773, -5.0860394648537432926},
    {2.0, 4.2723863206909546921, 2.5496775675469172773},
};

}  // namespace

std::optional<State> slider_crank_solution(const Mechanism& on, double t) {
  for (const Row& row : table) {
    if (std::abs(row.t - t) > 1e-12) continue;
    const double theta1 = row.theta1, omega1 = row.omega1;
    const double theta2 = std::asin(-L1 / L2 * std::sin(theta1));
    const double omega2 = -L1 * std::cos(theta1) / (L2 * std::cos(theta2)) * omega1;
    State x = on.start;
    x.t = t;
    const auto set = [&](const char* name, double q, double v) {
      x.q[on.coordinate(name)] = q;
      x.v[on.coordinate(name)] = v;
    };
    set("crank.theta", theta1, omega1);
    set("crank.x", L1 / 2 * std::cos(theta1), -L1 / 2 * std::sin(theta1) * omega1);
    set("crank.y", L1 / 2 * std::sin(theta1), L1 / 2 * std::cos(theta1) * omega1);
    set("rod.theta", theta2, omega2);
    set("rod.x", L1 * std::cos(theta1) + L2 / 2 * std::cos(theta2),
        -L1 * std::sin(theta1) * omega1 - L2 / 2 * std::sin(theta2) * omega2);
    set("rod.y", L1 * std::sin(theta1) + L2 / 2 * std::sin(theta2),
        L1 * std::cos(theta1) * omega1 + L2 / 2 * std::cos(theta2) * omega2);
    Equations eq(*on.system);
    eq.solve_acceleration(x);
    return x;
  }
  return std::nullopt;
}

}  // namespace daedalus::reproduce::paper_002
