// car_axle.hpp: the car axle of the IVP Test Set (problem caraxis): two wheel masses (xl, yl), (xr, yr) joined by a rod
// of length L, on springs; the left spring stands at the origin, the right one on the moving road point (xb, yb).
//
//   K xl'' + xb λ1 + 2 (xl - xr) λ2 = (L0 - Ll) xl/Ll                  Ll = |(xl, yl)|,  Lr = |(xr - xb, yr - yb)|
//   K yl'' + yb λ1 + 2 (yl - yr) λ2 = (L0 - Ll) yl/Ll - K g            yb = r sin ωt,  xb = √(L² - yb²)
//   K xr''         - 2 (xl - xr) λ2 = (L0 - Lr) (xr - xb)/Lr
//   K yr''         - 2 (yl - yr) λ2 = (L0 - Lr) (yr - yb)/Lr - K g
//   0 = xl xb + yl yb,   0 = (xl - xr)² + (yl - yr)² - L²
//
// K = M ε²/2; dimensionless as published. The test set writes K p'' = f + Gᵀλ: its multipliers are minus ours.
// Reference values: own recomputation with 34 digits in minimal coordinates; the published end values at t = 3 are
// right to about 12 digits in position, 9 in velocity and 7 in the multipliers.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/closed_form/excitation.hpp"
#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct CarAxle {
  static constexpr int nq = 4, ng = 2, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  static constexpr double L = 1, L0 = 0.5, epsilon = 0.01, M = 10, r = 0.1, omega = 10, g = 1;
  static constexpr double K = M * epsilon * epsilon / 2;
  static constexpr int n_excitations = 1;
  std::array<HarmonicExcitation, n_excitations> excitations = {{{.amplitude = r, .omega = omega}}};  // yb

  template <class S>
  struct Road {
    S x, y;
  };
  template <class S>
  Road<S> road(const S& t) const {
    using std::sqrt;
    const S y = excitations[0].value(t);
    return {sqrt(L * L - y * y), y};
  }

  template <class S>
  Mat<S, 4, 4> mass(const S&, const Vec<S, 4>&) const {
    Mat<S, 4, 4> result = Mat<S, 4, 4>::Constant(S(0.0));
    for (int i = 0; i < 4; ++i) result(i, i) = S(K);
    return result;
  }
  template <class S>
  Vec<S, 4> force(const S& t, const Vec<S, 4>& q, const Vec<S, 4>&, const Vec<S, 0>&) const {
    return spring_force(road(t), q);
  }
  template <class S>
  S potential(const S& t, const Vec<S, 4>& q) const {
    using std::sqrt;
    const Road<S> b = road(t);
    const S left = sqrt(q[0] * q[0] + q[1] * q[1]) - L0;
    const S right = sqrt((q[2] - b.x) * (q[2] - b.x) + (q[3] - b.y) * (q[3] - b.y)) - L0;
    return 0.5 * (left * left + right * right) + K * g * (q[1] + q[3]);
  }
  template <class S>
  Vec<S, 2> constraint(const S& t, const Vec<S, 4>& q) const {
    const Road<S> b = road(t);
    const S dx = q[0] - q[2], dy = q[1] - q[3];
    return {q[0] * b.x + q[1] * b.y, dx * dx + dy * dy - L * L};
  }
  template <class S>
  Mat<S, 2, 4> constraint_jacobian(const S& t, const Vec<S, 4>& q) const {
    Mat<S, 2, 4> G;
    write_jacobian(road(t), q, G);
    return G;
  }

  // All at once. The road moves with yb' = r ω cos ωt, yb'' = -ω² yb and, from
  // xb² + yb² = L², xb' = -yb yb'/xb, xb'' = -(yb'² + yb yb'' + xb'²)/xb.
  template <class Target>
  void descriptor(double t, const Vec<double, 4>& q, const Vec<double, 4>& v, const Vec<double, 0>&, Target& d) const {
    const double y = excitations[0].value(t), y_dot = excitations[0].rate(t), y_ddot = excitations[0].acceleration(t);
    const double x = std::sqrt(L * L - y * y), x_dot = -y * y_dot / x;
    const double x_ddot = -(y_dot * y_dot + y * y_ddot + x_dot * x_dot) / x;
    d.M.setZero();
    d.M.diagonal().setConstant(K);
    write_jacobian(Road<double>{x, y}, q, d.G);
    d.f = spring_force(Road<double>{x, y}, q);
    const double dx = v[0] - v[2], dy = v[1] - v[3];
    d.gamma[0] = -(2 * (v[0] * x_dot + v[1] * y_dot) + q[0] * x_ddot + q[1] * y_ddot);
    d.gamma[1] = -2 * (dx * dx + dy * dy);
  }

  std::vector<std::string> coordinates() const { return {"xl", "yl", "xr", "yr"}; }
  std::vector<std::string> constraints() const { return {"left wheel guide", "axle length"}; }
  State initial_guess() const;

 private:
  template <class S>
  static Vec<S, 4> spring_force(const Road<S>& b, const Vec<S, 4>& q) {
    using std::sqrt;
    const S x = q[2] - b.x, y = q[3] - b.y;
    const S left = L0 / sqrt(q[0] * q[0] + q[1] * q[1]) - 1.0, right = L0 / sqrt(x * x + y * y) - 1.0;
    return {left * q[0], left * q[1] - K * g, right * x, right * y - K * g};
  }
  template <class S, class Target>
  static void write_jacobian(const Road<S>& b, const Vec<S, 4>& q, Target& G) {
    const S dx = 2.0 * (q[0] - q[2]), dy = 2.0 * (q[1] - q[3]);
    G(0, 0) = b.x, G(0, 1) = b.y, G(0, 2) = S(0.0), G(0, 3) = S(0.0);
    G(1, 0) = dx, G(1, 1) = dy, G(1, 2) = -dx, G(1, 3) = -dy;
  }
};

std::unique_ptr<System> make_car_axle();
std::optional<State> car_axle_reference(double t);  // t = 0, 0.1, 0.5, 1, 2, 3, 10

}  // namespace daedalus
