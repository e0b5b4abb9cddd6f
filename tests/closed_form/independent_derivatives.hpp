// independent_derivatives.hpp: what LawSystem derives from a law, once more in another way, for comparison: the complex
// step Im f(x + ih)/h through the law's bare functions (exact to rounding, no cancellation). Where two differentiations
// are needed the inner one is a Dual over complex numbers. Nothing written by hand in the law is used (G, gamma, ...).
#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <string>

#include "closed_form/random_state.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/math/dual.hpp"

namespace daedalus::testing {

template <class Law>
class IndependentDerivatives {
 public:
  static constexpr int nq = Law::nq, ng = Law::ng, nw = Law::nw, ns = Law::ns, nc = ng + nw;
  using C = std::complex<double>;
  using Q = Vec<C, nq>;
  using Row = Vec<C, nc>;

  IndependentDerivatives(const Law& law, const State& x)
      : law_(law), t_(x.t), q_(x.q.cast<C>()), v_(x.v.cast<C>()), a_(x.a.cast<C>()), lambda_(x.lambda.cast<C>()),
        s_(x.s.cast<C>()) {}

  MatX G() const {
    MatX result(nc, nq);
    if constexpr (ng > 0)
      for (int j = 0; j < nq; ++j) result.col(j).head(ng) = step(law_.constraint(t_, moved(q_, j)));
    if constexpr (nw > 0) result.bottomRows(nw) = law_.nonholonomic(t_, q_).real();
    return result;
  }
  VecX g_dot() const {
    VecX result(nc);
    if constexpr (ng > 0) result.head(ng) = step(law_.constraint(t_ + ih, Q(q_ + ih * v_)));
    if constexpr (nw > 0) result.tail(nw) = rolling(t_, q_, v_).real();
    return result;
  }
  VecX gamma() const { return -step(velocity(t_ + ih, q_ + ih * v_, v_)); }  // along q + v τ, v fixed
  VecX G_a_minus_gamma() const { return step(velocity(t_ + ih, q_ + ih * v_, v_ + ih * a_)); }

  VecX r() const { return residual(q_, v_, s_).real(); }
  MatX r_q() const {
    return columns<nq>(nq, [&](int j) { return residual(moved(q_, j), v_, s_); });
  }
  MatX r_v() const {
    return columns<nq>(nq, [&](int j) { return residual(q_, moved(v_, j), s_); });
  }
  MatX r_s() const {
    return columns<nq>(ns, [&](int j) { return residual(q_, v_, moved(s_, j)); });
  }
  MatX reaction_q() const {
    return columns<nq>(nq, [&](int j) { return reaction(moved(q_, j)); });
  }
  MatX g_dot_q() const {
    return columns<nc>(nq, [&](int j) { return velocity(t_, moved(q_, j), v_); });
  }
  MatX g_ddot_q() const {
    return columns<nc>(nq, [&](int j) { return acceleration(moved(q_, j), v_); });
  }
  MatX g_ddot_v() const {
    return columns<nc>(nq, [&](int j) { return acceleration(q_, moved(v_, j)); });
  }
  MatX sigma_q() const {
    return columns<ns>(nq, [&](int j) { return sigma(moved(q_, j), v_, s_); });
  }
  MatX sigma_v() const {
    return columns<ns>(nq, [&](int j) { return sigma(q_, moved(v_, j), s_); });
  }
  MatX sigma_s() const {
    return columns<ns>(ns, [&](int j) { return sigma(q_, v_, moved(s_, j)); });
  }

  double energy_rate() const {  // d/dt (½ vᵀM v + V) along (v, a)
    const Q q = q_ + ih * v_, v = v_ + ih * a_;
    const C energy = 0.5 * (v.transpose() * law_.mass(t_ + ih, q) * v)(0, 0) + law_.potential(t_ + ih, q);
    return energy.imag() / ih.imag();
  }

 private:
  static constexpr C ih{0, 1e-40};

  template <class Vector>
  static VecX step(const Vector& y) {
    return y.imag() / ih.imag();
  }
  template <class Vector>
  static Vector moved(Vector x, int j) {
    x[j] += ih;
    return x;
  }
  template <int rows, class F>
  static MatX columns(int count, const F& f) {
    MatX result(rows, count);
    for (int j = 0; j < count; ++j) result.col(j) = step(f(j));
    return result;
  }
  template <class D, class Value>
  static D line(const Value& x, const Value& x_dot) {
    D result(x);
    result.partial[0] = x_dot;
    return result;
  }

  template <class S>
  Vec<S, nw> rolling(const S& t, const Vec<S, nq>& q, const Vec<S, nq>& v) const {
    Vec<S, nw> result = law_.nonholonomic(t, q) * v;
    if constexpr (requires { law_.nonholonomic_drift(t, q); }) result += law_.nonholonomic_drift(t, q);
    return result;
  }
  Row velocity(const C& t, const Q& q, const Q& v) const {
    using D = Dual<C, 1>;
    Row result;
    if constexpr (ng > 0) {
      Vec<D, nq> moving;
      for (int j = 0; j < nq; ++j) moving[j] = line<D>(q[j], v[j]);
      const Vec<D, ng> g = law_.constraint(line<D>(t, C(1)), moving);
      for (int i = 0; i < ng; ++i) result[i] = g[i].partial[0];
    }
    if constexpr (nw > 0) result.template tail<nw>() = rolling(t, q, v);
    return result;
  }
  Row acceleration(const Q& q, const Q& v) const {
    using D = Dual<C, 1>;
    using DD = Dual<D, 1>;
    Row result;
    if constexpr (ng > 0) {
      Vec<DD, nq> moving;
      for (int j = 0; j < nq; ++j) moving[j] = line<DD>(line<D>(q[j], v[j]), line<D>(v[j], a_[j]));
      const Vec<DD, ng> g = law_.constraint(line<DD>(line<D>(t_, C(1)), D(1.0)), moving);
      for (int i = 0; i < ng; ++i) result[i] = g[i].partial[0].partial[0];
    }
    if constexpr (nw > 0) {
      Vec<D, nq> moving_q, moving_v;
      for (int j = 0; j < nq; ++j) moving_q[j] = line<D>(q[j], v[j]), moving_v[j] = line<D>(v[j], a_[j]);
      const Vec<D, nw> rows = rolling(line<D>(t_, C(1)), moving_q, moving_v);
      for (int i = 0; i < nw; ++i) result[ng + i] = rows[i].partial[0];
    }
    return result;
  }
  Q reaction(const Q& q) const {
    Q result = law_.mass(t_, q) * a_;
    if constexpr (ng > 0) {
      using D = Dual<C, nq>;
      const Vec<D, ng> g = law_.constraint(D(t_), make_variables<nq>(q));
      for (int j = 0; j < nq; ++j)
        for (int i = 0; i < ng; ++i) result[j] += g[i].partial[j] * lambda_[i];
    }
    if constexpr (nw > 0) result += law_.nonholonomic(t_, q).transpose() * lambda_.template tail<nw>();
    return result;
  }
  Q residual(const Q& q, const Q& v, const Vec<C, ns>& s) const { return reaction(q) - law_.force(t_, q, v, s); }
  Vec<C, ns> sigma(const Q& q, const Q& v, const Vec<C, ns>& s) const {
    if constexpr (ns > 0) return law_.sigma(t_, q, v, s);
    else return {};
  }

  const Law& law_;
  C t_;
  Q q_, v_, a_;
  Row lambda_;
  Vec<C, ns> s_;
};

inline void expect_close(const std::string& what, const MatX& actual, const MatX& expected) {
  ASSERT_EQ(actual.rows(), expected.rows()) << what;
  ASSERT_EQ(actual.cols(), expected.cols()) << what;
  if (expected.size() == 0) return;
  const double error = (actual - expected).cwiseAbs().maxCoeff(), size = expected.cwiseAbs().maxCoeff();
  EXPECT_TRUE(actual.allFinite()) << what;
  EXPECT_LE(error, 1e-10 * size + 1e-14) << what << "\n" << actual << "\nexpected\n" << expected;
}

// Everything a LawSystem derives, at 100 random states.
template <class Law>
void expect_derivatives_are_exact(const System& system, const Ranges& ranges) {
  const Law law;
  RandomStates draw(system, ranges);
  for (int k = 0; k < 100; ++k) {
    const State x = draw();
    const Evaluation y = evaluate(system, x);
    const IndependentDerivatives<Law> expected(law, x);
    expect_close("G", y.G.to_dense(), expected.G());
    expect_close("g_dot", y.g_dot, expected.g_dot());
    expect_close("gamma", y.gamma, expected.gamma());
    expect_close("G a - gamma", y.G.to_dense() * x.a - y.gamma, expected.G_a_minus_gamma());
    expect_close("r", y.r, expected.r());
    expect_close("M a + G' lambda - f", y.M.to_dense() * x.a + y.G.to_dense().transpose() * x.lambda - y.f,
                 expected.r());
    expect_close("r_q", y.r_q.to_dense(), expected.r_q());
    expect_close("r_v", y.r_v.to_dense(), expected.r_v());
    expect_close("r_s", y.r_s.to_dense(), expected.r_s());
    expect_close("reaction_q", y.reaction_q.to_dense(), expected.reaction_q());
    expect_close("g_dot_q", y.g_dot_q.to_dense(), expected.g_dot_q());
    expect_close("g_ddot_q", y.g_ddot_q.to_dense(), expected.g_ddot_q());
    expect_close("g_ddot_v", y.g_ddot_v.to_dense(), expected.g_ddot_v());
    expect_close("sigma_q", y.sigma_q.to_dense(), expected.sigma_q());
    expect_close("sigma_v", y.sigma_v.to_dense(), expected.sigma_v());
    expect_close("sigma_s", y.sigma_s.to_dense(), expected.sigma_s());
    if (::testing::Test::HasFailure()) return;  // one bad state says enough
  }
}

// dE/dt = supplied - dissipated + λᵀ g_t where the velocity level holds and (a, λ) solve the equations of motion.
template <class Law>
void expect_energy_balance(const System& system, const Ranges& ranges) {
  const Law law;
  RandomStates draw(system, ranges);
  for (int k = 0; k < 100; ++k) {
    State x = draw();
    Evaluation y = evaluate(system, x);
    const MatX G = y.G.to_dense();
    if (G.rows() > 0) x.v -= G.transpose() * solve_lu(G * G.transpose(), y.g_dot);
    y = evaluate(system, x);
    solve_acceleration(y, x);

    const VecX g_t = y.g_dot - G * x.v;
    const double rate = IndependentDerivatives<Law>(law, x).energy_rate();
    const double powers = y.energy.supplied - y.energy.dissipated + x.lambda.dot(g_t);
    const double size = x.v.cwiseAbs().dot((y.M.to_dense() * x.a).cwiseAbs() + y.f.cwiseAbs()) + std::abs(powers);
    EXPECT_NEAR(rate, powers, 1e-11 * size);
    EXPECT_GE(y.energy.dissipated, 0);
    EXPECT_NEAR(y.energy.kinetic, 0.5 * x.v.dot(y.M.to_dense() * x.v), 1e-14 * (1 + y.energy.kinetic));
    if (::testing::Test::HasFailure()) return;
  }
}

inline void expect_mass_is_positive_definite(const System& system, const Ranges& ranges) {
  RandomStates draw(system, ranges);
  for (int k = 0; k < 100; ++k) {
    const MatX M = evaluate(system, draw(), Want::mass).M.to_dense();
    EXPECT_EQ(M, M.transpose());
    EXPECT_TRUE(Cholesky(M).ok());
  }
}

}  // namespace daedalus::testing
