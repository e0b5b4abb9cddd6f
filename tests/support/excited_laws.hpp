// excited_laws.hpp: closed-form systems that are driven by known functions of time, and name them.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus::testing {

// The chain of paper 004, section 4.2.1, in the angles a_i of its N rods from the downward vertical, under a suspension that
// moves by (x_s, y_s); with μ_i = N + 1 − i,
//   M_ij = min(μ_i, μ_j) cos(a_i − a_j)
//   f_i  = −Σ_j min(μ_i, μ_j) sin(a_i − a_j) a_j'² − μ_i [(g + y_s'') sin a_i + x_s'' cos a_i]
// Rods of 1 m, masses of 1 kg. It hangs at rest at the start.
template <int N>
struct SwingingChain {
  static constexpr int nq = N, ng = 0, nw = 0, ns = 0, n_excitations = 2;
  static constexpr double g = 9.81;
  std::array<HarmonicExcitation, 2> excitations = {
      {{.amplitude = 0.3, .omega = 0.3141592653589793}, {.amplitude = 0.2, .omega = 0.3141592653589793}}};  // x_s, y_s

  static double mu(int i, int j) { return N - std::max(i, j); }
  template <class S>
  Mat<S, N, N> mass(const S&, const Vec<S, N>& q) const {
    using std::cos;
    Mat<S, N, N> M;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) M(i, j) = mu(i, j) * cos(q[i] - q[j]);
    return M;
  }
  template <class S>
  Vec<S, N> force(const S& t, const Vec<S, N>& q, const Vec<S, N>& v, const Vec<S, 0>&) const {
    using std::cos, std::sin;
    const S ax = excitations[0].acceleration(t), ay = excitations[1].acceleration(t);
    Vec<S, N> f;
    for (int i = 0; i < N; ++i) {
      f[i] = -mu(i, i) * ((g + ay) * sin(q[i]) + ax * cos(q[i]));
      for (int j = 0; j < N; ++j) f[i] -= mu(i, j) * sin(q[i] - q[j]) * v[j] * v[j];
    }
    return f;
  }
  template <class S>
  S potential(const S&, const Vec<S, N>& q) const {
    using std::cos;
    S V(0.0);
    for (int i = 0; i < N; ++i) V -= mu(i, i) * g * cos(q[i]);
    return V;
  }
  std::vector<std::string> coordinates() const {
    std::vector<std::string> names;
    for (int i = 0; i < N; ++i) names.push_back("a" + std::to_string(i + 1));
    return names;
  }
  State initial_guess() const {
    State x;
    x.q = x.v = x.a = VecX::Zero(N);
    x.lambda = x.s = VecX::Zero(0);
    return x;
  }
};

// A linear oscillator whose stiffness, damping and coupling follow u, u' and u'': bilinear in (w, y).
struct ModulatedOscillator {
  static constexpr int nq = 2, ng = 0, nw = 0, ns = 0, n_excitations = 1;
  static constexpr bool constant_mass = true;
  std::array<HarmonicExcitation, 1> excitations = {{{.amplitude = 3, .omega = 1.3}}};
  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    return Mat<S, 2, 2>{{S(2.0), S(0.5)}, {S(0.5), S(1.0)}};
  }
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>& v, const Vec<S, 0>&) const {
    const HarmonicExcitation& u = excitations[0];
    return {-(40.0 + u.value(t)) * q[0] - (5.0 + u.rate(t)) * v[0], -30.0 * q[1] + u.acceleration(t) * q[0] - v[1]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x", "y"}; }
  State initial_guess() const { return make_state(0, {.q = {1, 0.5}, .v = {0, 0}, .a = {0, 0}, .lambda = {}}); }
};

// Three masses on springs and dampers with a linear constraint that is driven: a linear constrained system.
struct LinearTrain {
  static constexpr int nq = 3, ng = 1, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  template <class S>
  Mat<S, 3, 3> mass(const S&, const Vec<S, 3>&) const {
    return Mat<S, 3, 3>{{S(1.0), S(0.0), S(0.0)}, {S(0.0), S(2.0), S(0.0)}, {S(0.0), S(0.0), S(3.0)}};
  }
  template <class S>
  Vec<S, 3> force(const S&, const Vec<S, 3>& q, const Vec<S, 3>& v, const Vec<S, 0>&) const {
    const S first = 100.0 * (q[1] - q[0]) + 3.0 * (v[1] - v[0]), second = 1e4 * (q[2] - q[1]) + 50.0 * (v[2] - v[1]);
    return {first, second - first, -second - 20.0 * q[2]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 3>& q) const {
    return 50.0 * (q[1] - q[0]) * (q[1] - q[0]) + 5e3 * (q[2] - q[1]) * (q[2] - q[1]) + 10.0 * q[2] * q[2];
  }
  template <class S>
  Vec<S, 1> constraint(const S& t, const Vec<S, 3>& q) const {
    using std::sin;
    return Vec<S, 1>{q[0] + 2.0 * q[1] - 0.5 * q[2] - 0.1 * sin(3.0 * t)};
  }
  std::vector<std::string> coordinates() const { return {"x1", "x2", "x3"}; }
  std::vector<std::string> constraints() const { return {"coupling"}; }
  State initial_guess() const {
    return make_state(0, {.q = {0, 0, 0}, .v = {0.3, 0, 0}, .a = {0, 0, 0}, .lambda = {0}});
  }
};

}  // namespace daedalus::testing
