// modal_inertia.hpp: inertia forces of a body that bends, in the axes of its frame, about its undeformed center of
// mass.
//
// A mass element at ρ = s + Φη moves with the frame (acceleration a of its origin, angular velocity ω, acceleration α)
// and in it:
//   x'' = a + α × ρ + ω × (ω × ρ) + 2 ω × Φη' + Φη''
// With c = ∫ρ, S = ∫ρρᵀ, J = tr S − S, P_k = ∫ρΦ_kᵀ of modal_body.hpp, all at η, the d'Alembert forces on translation,
// rotation and modes are
//   F   = m a + α × c + ω × (ω × c) + 2 ω × Cη' + Cη''
//   T   = c × a + J α + ω × J ω + 2 Σ η_k' (tr P_k − P_kᵀ) ω + Σ η_k'' ∫ρ×Φ_k
//   f_k = C_k·a + α·∫ρ×Φ_k + ωᵀ P_k ω − ω² tr P_k + 2 ω·Σ η_l' ∫Φ_l×Φ_k + Σ tr Q_kl η_l''
// A scalar type S carries derivatives: everything is polynomial.
#pragma once

#include <array>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/flexible/modal_body.hpp"

namespace daedalus {

inline constexpr int most_modes = 24;

template <class S>
using ModalVector = Eigen::Matrix<S, Eigen::Dynamic, 1, 0, most_modes, 1>;  // on the stack

// The frame, in its own axes, and the modal coordinates with their rates.
template <class S>
struct ModalMotion {
  Vec<S, 3> a = Vec<S, 3>::Zero(), omega = Vec<S, 3>::Zero(), alpha = Vec<S, 3>::Zero();
  ModalVector<S> eta, eta_dot, eta_ddot;
};

template <class S>
struct ModalForces {
  Vec<S, 3> F = Vec<S, 3>::Zero(), T = Vec<S, 3>::Zero();
  ModalVector<S> f;
};

// ∫ρ×Φ_k from ∫ρΦ_kᵀ: the axial part.
template <class S>
Vec<S, 3> axial(const Mat<S, 3, 3>& P) {
  return {P(1, 2) - P(2, 1), P(2, 0) - P(0, 2), P(0, 1) - P(1, 0)};
}

// The integrals of a bent body.
template <class S>
struct BentIntegrals {
  BentIntegrals(const ModalBody& body, const ModalVector<S>& eta) {
    const std::size_t n = body.count();
    c = Vec<S, 3>::Zero();
    Mat<S, 3, 3> SS = body.S0.cast<S>();
    for (std::size_t k = 0; k < n; ++k) {
      const S& x = eta[static_cast<Index>(k)];
      Mat<S, 3, 3> Pk = body.P[k].cast<S>();
      for (std::size_t l = 0; l < n; ++l) Pk += eta[static_cast<Index>(l)] * body.Q_at(l, k).cast<S>();
      c += x * body.C.col(static_cast<Index>(k)).cast<S>();
      SS += x * (Pk + body.P[k].cast<S>().transpose());  // half of the square here, half in the transposed terms below
      P[k] = Pk;
    }
    SS = S(0.5) * (SS + SS.transpose()).eval();
    J = SS.trace() * Mat<S, 3, 3>::Identity() - SS;
  }

  Vec<S, 3> c;
  Mat<S, 3, 3> J;
  std::array<Mat<S, 3, 3>, most_modes> P;
};

template <class S>
ModalForces<S> inertia_forces(const ModalBody& body, const ModalMotion<S>& m) {
  const BentIntegrals<S> at(body, m.eta);
  const std::size_t n = body.count();
  ModalForces<S> out;
  Vec<S, 3> stretch_dot = Vec<S, 3>::Zero(), stretch_ddot = Vec<S, 3>::Zero();  // Cη', Cη''
  for (std::size_t k = 0; k < n; ++k) {
    const Vec<S, 3> C = body.C.col(static_cast<Index>(k)).cast<S>();
    stretch_dot += m.eta_dot[static_cast<Index>(k)] * C;
    stretch_ddot += m.eta_ddot[static_cast<Index>(k)] * C;
  }
  const Vec<S, 3>& w = m.omega;
  out.F =
      body.mass * m.a + cross(m.alpha, at.c) + cross(w, cross(w, at.c)) + S(2.0) * cross(w, stretch_dot) + stretch_ddot;
  out.T = cross(at.c, m.a) + at.J * m.alpha + cross(w, Vec<S, 3>(at.J * w));
  out.f.resize(static_cast<Index>(n));
  for (std::size_t k = 0; k < n; ++k) {
    const Mat<S, 3, 3>& P = at.P[k];
    const Vec<S, 3> arm = axial(P);
    const S trace = P.trace();
    out.T += S(2.0) * m.eta_dot[static_cast<Index>(k)] * (trace * w - P.transpose() * w) +
             m.eta_ddot[static_cast<Index>(k)] * arm;
    S f = body.C.col(static_cast<Index>(k)).cast<S>().dot(m.a) + m.alpha.dot(arm) + w.dot(Vec<S, 3>(P * w)) -
          w.dot(w) * trace;
    for (std::size_t l = 0; l < n; ++l) {
      const Mat3& Q = body.Q_at(l, k);
      f += S(2.0) * m.eta_dot[static_cast<Index>(l)] * w.dot(axial<S>(Q.cast<S>())) +
           Q.trace() * m.eta_ddot[static_cast<Index>(l)];
    }
    out.f[static_cast<Index>(k)] = f;
  }
  return out;
}

// −K η − D η' and the weight: what acts on the body itself. `g` is gravity in the body's axes.
template <class S>
ModalForces<S> own_forces(const ModalBody& body, const ModalMotion<S>& m, const Vec<S, 3>& g) {
  const BentIntegrals<S> at(body, m.eta);
  ModalForces<S> out;
  out.F = body.mass * g;
  out.T = cross(at.c, g);
  out.f = body.C.cast<S>().transpose() * g - body.K.cast<S>() * m.eta - body.D.cast<S>() * m.eta_dot;
  return out;
}

}  // namespace daedalus
