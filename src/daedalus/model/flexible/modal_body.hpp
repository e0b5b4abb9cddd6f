// modal_body.hpp: a body that bends: small deformations as a sum of shapes, on top of a frame that moves freely.
//
// A mass element with the place s from the undeformed center of mass is, in the axes of the body, at
//   ρ = s + Φ(s) η                          η: modal coordinates, n of them; Φ: 3 × n
// and a marker there is turned by the small angles  ϑ = Ψ(s) η. Everything that inertia needs are integrals over the
// mass, taken once:
//   m,  S₀ = ∫ s sᵀ,  C = ∫ Φ,  P_k = ∫ s Φ_kᵀ,  Q_kl = ∫ Φ_k Φ_lᵀ
// since ∫ρ = C η,  ∫ρρᵀ = S₀ + Σ η_k (P_k + P_kᵀ) + Σ η_k η_l Q_kl,  ∫ρ Φ_kᵀ = P_k + Σ η_l Q_lk.
// Elastic forces are −K η − D η'.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// The shapes at one place.
struct ModalPlace {
  MatX displacement;  // Φ: 3 × n
  MatX turn;          // Ψ: 3 × n
};

struct ModalBody {
  std::vector<std::string> names;  // of the modes: 'y1', 'z2', 'x1', 'torsion1'

  double mass = 0;
  Mat3 S0 = Mat3::Zero();
  MatX C;               // 3 × n
  std::vector<Mat3> P;  // n
  std::vector<Mat3> Q;  // n × n, Q_kl at k + n l
  MatX K, D;            // n × n

  std::size_t count() const { return names.size(); }
  const Mat3& Q_at(std::size_t k, std::size_t l) const { return Q[k + count() * l]; }
  Mat3 inertia() const { return S0.trace() * Mat3::Identity() - S0; }  // undeformed
  MatX mass_matrix() const;  // ∫ ΦᵀΦ, n × n: of the modal coordinates alone
};

using ModalBodyPtr = std::shared_ptr<const ModalBody>;

}  // namespace daedalus
