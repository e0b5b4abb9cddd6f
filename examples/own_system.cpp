// own_system.cpp: write down a mechanism's law once, and integrate it. Derivatives are found automatically and exactly.
//
// A bead of mass m slides on a hoop of radius R that spins about its vertical axis with rate w(t) = w0 (1 + t/10): in
// Cartesian coordinates (x along the hoop's plane, z up) the hoop is a constraint and the spin a centrifugal force.
#include <fmt/format.h>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

using namespace daedalus;

struct BeadOnHoop {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;  // coordinates, constraints, first-order states
  double m = 0.1, R = 0.5, g = 9.81, w0 = 6;            // kg, m, m/s², rad/s

  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(m), S(0.0)}, {S(0.0), S(m)}};
  }
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>&, const Vec<S, 0>&) const {
    const S w = w0 * (1.0 + t / 10.0);
    return Vec<S, 2>{m * w * w * q[0], S(-m * g)};
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, 1>{q[0] * q[0] + q[1] * q[1] - R * R};
  }
  template <class S>
  S potential(const S& t, const Vec<S, 2>& q) const {
    const S w = w0 * (1.0 + t / 10.0);
    return m * g * q[1] - 0.5 * m * w * w * q[0] * q[0];
  }

  std::vector<std::string> coordinates() const { return {"x", "z"}; }
  std::vector<std::string> constraints() const { return {"hoop"}; }
  State initial_guess() const {
    State x(Layout{.nq = nq, .ng = ng});
    x.q << 0.1, -0.48;  // near the bottom; made consistent before the run
    return x;
  }
};

int main() {
  const LawSystem<BeadOnHoop> system("bead_on_hoop");
  const auto method = make_method("dopri5");
  const Result result = solve(system, *method, system.initial_guess(),
                              {.t_end = 2, .output = Output::interval, .every = 0.25});
  fmt::print("{:>6} {:>12} {:>12} {:>14}\n", "t", "x", "z", "hoop force/N");
  for (const State& x : result.trajectory)
    fmt::print("{:6.2f} {:12.6f} {:12.6f} {:14.6f}\n", x.t, x.q[0], x.q[1], 2 * 0.5 * x.lambda[0]);
  fmt::print("{} steps, |g| below {:.1e}, status {}\n", result.report.steps.accepted, result.report.residuals.position,
             text_of(result.status));
  return result.status == RunStatus::done ? 0 : 1;
}
