// velocity_correction.hpp: velocities that satisfy their constraints, beside positions that satisfy theirs.
//
//   q = q̂ + bq z,   v = v̂ + bv (z − e),     0 = g/bq,   0 = (G v + g_t)/bv,     0 = M e − Gᵀμ,   0 = W e    M, G at q
//
// With w = z − e it is the form of Gear, Gupta and Leimkuhler: q = q̂ + bq (w + e), v = v̂ + bv w. Since M e is a
// reaction force, M w + Gᵀλ = M z + Gᵀ(λ − μ): z and λ − μ obey the equations of index 3, which know of e only by the
// velocities in the forces. So the system, twice as large, falls apart: the index-3 iteration with a guess for e, and
// then
//   [ M  −Gᵀ ] ( e )   ( 0                      )
//   [ G   0  ] ( μ ) = ( (G (v̂ + bv z) + g_t)/bv )
// What the forces make of the difference between guess and e is known without evaluating them,
//   J dx = ( −bv r_v de;  bv σ_v de;  0;  −W de ),      de = e − guess,
// and only when that is not the last bit of a velocity is there something left to iterate.
// e is h times a smooth function of time: the guess, extrapolated, is wrong by O(h⁴).
#pragma once

#include <array>
#include <optional>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class Stabilization { none, velocities };

class VelocityCorrection {
 public:
  explicit VelocityCorrection(Stabilization stabilization) : stabilization_(stabilization) {}

  bool active() const { return (stabilization_ == Stabilization::velocities || needed_) && ng_ > 0; }
  // In the step under way velocities are corrected, whatever the method does otherwise.
  void need(bool needed) { needed_ = needed; }
  void start(const Layout& layout);
  void forget_history();

  void guess(double h);
  const VecX& e() const { return e_; }
  const VecX& mu() const { return mu_; }

  // e and μ at y, whose v is v̂ + bv z. Leaves M and G of y in eq.value.
  FactorStatus find(Equations& eq, const State& y, double bv);
  const VecX& de() const { return de_; }  // by which it changed

  void accept(double h);
  void exchange(Archive& archive);

 private:
  Stabilization stabilization_;
  bool needed_ = false;
  Index ng_ = 0;
  VecX e_, mu_, de_;  // (nq), (nc), (nq)
  std::optional<SaddleSolver> saddle_;

  // Of the last accepted steps, the newest first, e and μ divided by h.
  struct Found {
    VecX e, mu;
    double h = 0;  // 0: no such step
  };
  std::array<Found, 3> found_;
};

}  // namespace daedalus
