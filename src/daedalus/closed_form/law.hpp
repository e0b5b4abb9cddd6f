// law.hpp: what a closed-form system must say, and what may be derived from it.
//
// A Law is a small struct with sizes and functions that are written once, for any scalar S (double, Dual, Jet2):
//
//   static constexpr int nq, ng, nw, ns;
//   Mat<S,nq,nq> mass(t, q)                 M, symmetric positive definite
//   Vec<S,nq>    force(t, q, v, s)          f, gyroscopic terms included
//   S            potential(t, q)            potential energy of the conservative part of f
//   Vec<S,ng>    constraint(t, q)           g                                        when ng > 0
//   Mat<S,nw,nq> nonholonomic(t, q)         W of  W v + w = 0                        when nw > 0
//   Vec<S,ns>    sigma(t, q, v, s)          s'                                       when ns > 0
//   coordinates(), constraints(), states()  names; the last two only when there are any
//   State        initial_guess()
//
// and, where the system has it or speed asks for it,
//
//   Vec<S,nw>    nonholonomic_drift(t, q)   w
//   S            dissipated(t, q, v, s)     W taken out by dampers
//   S            supplied(t, q, v, s)       W fed in by loads; the share V_t of a moving support is added by itself
//   Vec<S,n>     switches(t, q, v, s)       with static constexpr int n_switches = n and switch_names()
//   Mat<S,ng,nq> constraint_jacobian(t, q)  G by hand instead of by Dual
//   Vec<S,ng>    gamma(t, q, v)             by hand instead of by Jet2
//   void         descriptor(t, q, v, s, d)  M, G, gamma and f (all rows) at once into d.M, d.G, d.gamma and d.f,
//                sharing
//                                           what they share; double only
//   constant_mass = true                    M depends on nothing
//   excitations                             known functions of time, with static constexpr int n_excitations: excitation.hpp
//   rate_groups(), group_force(group, t, q, v, s)   f with only the rows of the group right; group_sigma likewise
//
// The functions below derive the constraint levels and the reaction forces. They are scalar-templated in turn, so that
// the adapter (law_system.hpp) gets every tangent by calling them once more with Duals.
#pragma once

#include "daedalus/math/dual.hpp"
#include "daedalus/math/jet2.hpp"

namespace daedalus::law {

template <class Law>
inline constexpr int nc = Law::ng + Law::nw;

template <class Law>
using Coordinates = Vec<double, Law::nq>;
template <class Law>
concept HasJacobian = requires(const Law& law, Coordinates<Law> q) {
  law.constraint_jacobian(0.0, q);
};
template <class Law>
concept HasGamma = requires(const Law& law, Coordinates<Law> q) {
  law.gamma(0.0, q, q);
};
template <class Law>
concept HasDrift = requires(const Law& law, Coordinates<Law> q) {
  law.nonholonomic_drift(0.0, q);
};
template <class Law>
concept HasConstantMass = Law::constant_mass;

// G over W.
template <class Law, class S>
Mat<S, nc<Law>, Law::nq> jacobian(const Law& law, const S& t, const Vec<S, Law::nq>& q) {
  constexpr int nq = Law::nq, ng = Law::ng, nw = Law::nw;
  Mat<S, nc<Law>, nq> G;
  if constexpr (ng > 0) {
    if constexpr (HasJacobian<Law>) {
      G.template topRows<ng>() = law.constraint_jacobian(t, q);
    } else {
      using D = Dual<S, nq>;
      const Vec<D, ng> g = law.constraint(D(t), make_variables<nq>(q));
      for (int j = 0; j < nq; ++j)
        for (int i = 0; i < ng; ++i) G(i, j) = g[i].partial[j];
    }
  }
  if constexpr (nw > 0) G.template bottomRows<nw>() = law.nonholonomic(t, q);
  return G;
}

// W v + w.
template <class Law, class S>
Vec<S, Law::nw> nonholonomic_velocity(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, Law::nq>& v) {
  Vec<S, Law::nw> result = law.nonholonomic(t, q) * v;
  if constexpr (HasDrift<Law>) result += law.nonholonomic_drift(t, q);
  return result;
}

// x + x' τ as a first-order series.
template <class S, int n>
Vec<Dual<S, 1>, n> make_line(const Vec<S, n>& x, const Vec<S, n>& x_dot) {
  Vec<Dual<S, 1>, n> result;
  for (int j = 0; j < n; ++j) {
    result[j] = Dual<S, 1>(x[j]);
    result[j].partial[0] = x_dot[j];
  }
  return result;
}

// d/dt (W v + w) when q moves with v and v moves with a.
template <class Law, class S>
Vec<S, Law::nw> nonholonomic_acceleration(const Law& law, const S& t, const Vec<S, Law::nq>& q,
                                          const Vec<S, Law::nq>& v, const Vec<S, Law::nq>& a) {
  const Vec<Dual<S, 1>, Law::nw> along =
      nonholonomic_velocity(law, Dual<S, 1>::variable(t, 0), make_line(q, v), make_line(v, a));
  Vec<S, Law::nw> result;
  for (int i = 0; i < Law::nw; ++i) result[i] = along[i].partial[0];
  return result;
}

// G v + g_t over W v + w.
template <class Law, class S>
Vec<S, nc<Law>> velocity_level(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, Law::nq>& v) {
  constexpr int ng = Law::ng, nw = Law::nw;
  Vec<S, nc<Law>> result;
  if constexpr (ng > 0) {
    const Vec<Dual<S, 1>, ng> along = law.constraint(Dual<S, 1>::variable(t, 0), make_line(q, v));
    for (int i = 0; i < ng; ++i) result[i] = along[i].partial[0];
  }
  if constexpr (nw > 0) result.template tail<nw>() = nonholonomic_velocity(law, t, q, v);
  return result;
}

// G a - gamma: the second derivative of g along q + v τ + a τ²/2, over the first derivative of W v + w.
template <class Law, class S>
Vec<S, nc<Law>> acceleration_level(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, Law::nq>& v,
                                   const Vec<S, Law::nq>& a) {
  constexpr int ng = Law::ng, nw = Law::nw;
  Vec<S, nc<Law>> result;
  if constexpr (ng > 0) {
    const Vec<Jet2<S>, ng> along = law.constraint(Jet2<S>(t, S(1.0), S(0.0)), make_motion(q, v, a));
    for (int i = 0; i < ng; ++i) result[i] = along[i].second;
  }
  if constexpr (nw > 0) result.template tail<nw>() = nonholonomic_acceleration(law, t, q, v, a);
  return result;
}

template <class Law, class S>
Vec<S, nc<Law>> gamma(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, Law::nq>& v) {
  const Vec<S, Law::nq> rest = Vec<S, Law::nq>::Constant(S(0.0));
  if constexpr (HasGamma<Law>) {
    Vec<S, nc<Law>> result;
    result.template head<Law::ng>() = law.gamma(t, q, v);
    if constexpr (Law::nw > 0) result.template tail<Law::nw>() = -nonholonomic_acceleration(law, t, q, v, rest);
    return result;
  } else {
    return -acceleration_level(law, t, q, v, rest);
  }
}

// Gᵀλ and M a + Gᵀλ, as functions of t and q with a and λ held fixed.
template <class Law, class S>
Vec<S, Law::nq> constraint_force(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, nc<Law>>& lambda) {
  return jacobian(law, t, q).transpose() * lambda;
}
template <class Law, class S>
Vec<S, Law::nq> reaction(const Law& law, const S& t, const Vec<S, Law::nq>& q, const Vec<S, Law::nq>& a,
                         const Vec<S, nc<Law>>& lambda) {
  Vec<S, Law::nq> result = law.mass(t, q) * a;
  if constexpr (nc < Law >> 0) result += constraint_force(law, t, q, lambda);
  return result;
}

}  // namespace daedalus::law
