// constrained_laws.hpp: small closed-form systems with constraints that are hard in one way each.
#pragma once

#include <cmath>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/pendulum.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus::testing {

// A sleigh in a bowl: a holonomic row (the bowl) over a nonholonomic one (the knife edge).
struct SleighInABowl {
  static constexpr int nq = 4, ng = 1, nw = 1, ns = 0;
  static constexpr bool constant_mass = true;
  double m = 2, J = 0.5, weight = 20;  // kg, kg m², N
  template <class S>
  Mat<S, 4, 4> mass(const S&, const Vec<S, 4>&) const {
    Mat<S, 4, 4> M = Mat<S, 4, 4>::Constant(S(0.0));
    M(0, 0) = M(1, 1) = M(2, 2) = S(m);
    M(3, 3) = S(J);
    return M;
  }
  template <class S>
  Vec<S, 4> force(const S&, const Vec<S, 4>&, const Vec<S, 4>& v, const Vec<S, 0>&) const {
    return {-0.3 * v[0], -0.3 * v[1], S(-weight), S(0.0)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 4>& q) const {
    return weight * q[2];
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 4>& q) const {
    return Vec<S, 1>{q[2] - 0.4 * q[0] * q[0] - 0.2 * q[1] * q[1]};
  }
  template <class S>
  Mat<S, 1, 4> nonholonomic(const S&, const Vec<S, 4>& q) const {
    using std::cos, std::sin;
    return {sin(q[3]), -cos(q[3]), S(0.0), S(0.0)};
  }
  std::vector<std::string> coordinates() const { return {"x", "y", "z", "theta"}; }
  std::vector<std::string> constraints() const { return {"bowl", "knife edge"}; }
  State initial_guess() const {
    return make_state(0, {.q = {1, 0.3, 0.418, 0.2}, .v = {0, 0, 0, 1.5}, .a = {0, 0, 0, 0}, .lambda = {0, 0}});
  }
};

// The pendulum with its rod given twice, the second time in other units.
struct DoubledPendulum : Pendulum {
  static constexpr int ng = 2;
  template <class S>
  Vec<S, 2> constraint(const S& t, const Vec<S, 2>& q) const {
    const S rod = Pendulum::constraint(t, q)[0];
    return {rod, 3.0 * rod};
  }
  template <class S>
  Mat<S, 2, 2> constraint_jacobian(const S&, const Vec<S, 2>& q) const {
    return Mat<S, 2, 2>{{2.0 * q[0], 2.0 * q[1]}, {6.0 * q[0], 6.0 * q[1]}};
  }
  template <class S>
  Vec<S, 2> gamma(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v) const {
    const S gamma = Pendulum::gamma(t, q, v)[0];
    return {gamma, 3.0 * gamma};
  }
  std::vector<std::string> constraints() const { return {"rod", "rod again"}; }
  State initial_guess() const {
    State x = exact(0);
    x.lambda.setZero(2);
    return x;
  }
};

// A slider-crank of two point masses: crank pin (x, y) on a circle of radius r, slider at (s, 0) at the distance l of
// the pin. Neither x nor y can be independent through a whole turn. Free of forces it keeps its energy E, so that with
// the crank angle θ
//   t = ∫ √(I(θ) / 2E) dθ,   I = m₁ r² + m₂ (ds/dθ)²,   s = r cos θ + √(l² − r² sin² θ)
struct SliderCrankOfPoints {
  static constexpr int nq = 3, ng = 2, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double m1 = 1, m2 = 0.5, r = 0.5, l = 1.2, speed = 6;  // kg, m, rad/s at θ = 0.3
  template <class S>
  Mat<S, 3, 3> mass(const S&, const Vec<S, 3>&) const {
    Mat<S, 3, 3> M = Mat<S, 3, 3>::Constant(S(0.0));
    M(0, 0) = M(1, 1) = S(m1);
    M(2, 2) = S(m2);
    return M;
  }
  template <class S>
  Vec<S, 3> force(const S&, const Vec<S, 3>&, const Vec<S, 3>&, const Vec<S, 0>&) const {
    return Vec<S, 3>::Constant(S(0.0));
  }
  template <class S>
  S potential(const S&, const Vec<S, 3>&) const {
    return S(0.0);
  }
  template <class S>
  Vec<S, 2> constraint(const S&, const Vec<S, 3>& q) const {
    const S dx = q[2] - q[0];
    return {q[0] * q[0] + q[1] * q[1] - r * r, dx * dx + q[1] * q[1] - l * l};
  }
  std::vector<std::string> coordinates() const { return {"pin.x", "pin.y", "slider.x"}; }
  std::vector<std::string> constraints() const { return {"crank", "rod"}; }
  double slider(double theta) const { return r * std::cos(theta) + root(theta); }
  double slider_rate(double theta) const {  // ds/dθ
    return -r * std::sin(theta) - r * r * std::sin(theta) * std::cos(theta) / root(theta);
  }
  double inertia(double theta) const { return m1 * r * r + m2 * slider_rate(theta) * slider_rate(theta); }
  State initial_guess() const {
    const double t0 = 0.3, c = std::cos(t0), s = std::sin(t0);
    return make_state(0, {.q = {r * c, r * s, slider(t0)},
                          .v = {-r * s * speed, r * c * speed, slider_rate(t0) * speed},
                          .a = {0, 0, 0},
                          .lambda = {0, 0}});
  }
  // Time from θ = 0.3 to theta, by Simpson's rule.
  double time_at(double theta) const {
    const double energy = inertia(0.3) * speed * speed / 2;
    const int n = 20000;
    const double d = (theta - 0.3) / n;
    double sum = 0;
    for (int i = 0; i <= n; ++i)
      sum += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * std::sqrt(inertia(0.3 + i * d) / (2 * energy));
    return sum * d / 3;
  }

 private:
  double root(double theta) const { return std::sqrt(l * l - r * r * std::sin(theta) * std::sin(theta)); }
};

// Prothero and Robinson's equation s' = λ (s − cos t) − sin t, s = cos t, beside a mass that does nothing.
struct ProtheroRobinson {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 1;
  static constexpr bool constant_mass = true;
  double eigenvalue = -1, start = 1;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>::Constant(S(1.0));
  }
  template <class S>
  Vec<S, 1> force(const S&, const Vec<S, 1>&, const Vec<S, 1>&, const Vec<S, 1>&) const {
    return Vec<S, 1>::Constant(S(0.0));
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  template <class S>
  Vec<S, 1> sigma(const S& t, const Vec<S, 1>&, const Vec<S, 1>&, const Vec<S, 1>& s) const {
    using std::cos, std::sin;
    return Vec<S, 1>::Constant(eigenvalue * (s[0] - cos(t)) - sin(t));
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  std::vector<std::string> states() const { return {"s"}; }
  State initial_guess() const {
    State x = make_state(0, {.q = {0}, .v = {0}, .a = {0}, .lambda = {}});
    x.s = VecX::Constant(1, start);
    return x;
  }
};

}  // namespace daedalus::testing
