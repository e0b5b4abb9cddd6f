// position_correction.hpp: positions and velocities that both satisfy their constraints.
//
//   q = q̂ + bq (w + e),   v = v̂ + bv w,     0 = g/bq,   0 = (G v + g_t)/bv,     0 = M e − Gᵀ μ,   0 = W e
//
// M and G in front of e and μ, which only say in which direction to correct, are those at the predicted q: constants of
// the step. W e = 0 keeps the correction admissible where there are nonholonomic rows.
//
// Newton: let u = dw + de be the correction of both. Since M de is a reaction force, Gᵀdμ, u obeys the equations of
// index 3 with dλ − dμ for the multiplier, and what is left over for the velocities is
//   [ M  −Gᵀ ] ( de )   ( M e − Gᵀμ                        )
//   [ G   0  ] ( dμ ) = ( g/bq − (G v + g_t)/bv + bq/bv V u )        V = (G v + g_t)_q;  0 in nonholonomic rows
// with matrices as old as the Newton matrix. Only de in the damping forces, bv r_v de, is left to the next iteration. So
// one step of the index-3 iteration and one solution of the descriptor system replace a system of twice the size.
#pragma once

#include <array>
#include <optional>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class Stabilisation { none, velocities };

class PositionCorrection {
 public:
  explicit PositionCorrection(Stabilisation stabilisation) : stabilisation_(stabilisation) {}

  bool active() const { return stabilisation_ == Stabilisation::velocities && ng_ > 0; }
  void start(const Layout& layout);

  // Guess from the last accepted step; e is proportional to h.
  void predict(double ratio) {
    e_ = ratio * e_accepted_;
    mu_ = ratio * mu_accepted_;
    has_direction_ = false;
  }
  const VecX& e() const { return e_; }

  Want needs() const;                                                // of residual()
  const VecX& residual(const Evaluation& at, double bq, double bv);  // M e − Gᵀμ
  FactorStatus factorize(const Evaluation& at);                      // needs mass, jacobian, velocity_tangent
  // Corrects e and μ for the correction u of both; de() and dmu() are what was subtracted.
  void correct(Equations& eq, const VecX& u, double bq, double bv);
  const VecX& de() const { return de_; }
  const VecX& dmu() const { return dmu_; }

  void keep();  // factors and e of an accepted step
  void restore() { used_ = kept_; }
  void exchange(Archive& archive);

 private:
  Stabilisation stabilisation_;
  Index nq_ = 0, ng_ = 0, nc_ = 0;
  VecX e_, mu_, e_accepted_, mu_accepted_;  // (nq), (nc)
  VecX defect_;                             // (nq) M e − Gᵀμ at the last residual()
  VecX difference_;                         // (ng) g/bq − (G v + g_t)/bv there
  VecX de_, dmu_;
  SparseMatrix M_, G_;  // the direction, of this step
  bool has_direction_ = false;
  struct Factors {
    std::optional<SaddleSolver> saddle;
    SparseMatrix V;
  };
  std::array<Factors, 2> factors_;  // the kept ones and the new ones
  std::size_t used_ = 0, kept_ = 0;
  bool warm_ = false;  // both have seen a matrix
};

}  // namespace daedalus
