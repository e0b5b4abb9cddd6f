// position_correction.hpp: moves positions across the constraints so that g = 0 holds beside G v + g_t = 0.
//
//   q = q̂ + bq (w + e),     0 = B e − G_hᵀ μ,     0 = g/bq            B = I or M, G_h the holonomic rows of G
//
// B and G_h in the second equation, which only says in which direction to correct, are those at the predicted q: constants
// of the step. Given the correction dw of w, those of e and μ follow from
//   [ B  −G_hᵀ ] ( de )   ( B e − G_hᵀ μ  )
//   [ G_h   0  ] ( dμ ) = ( g/bq − G_h dw )
// with a left side as old as the Newton matrix. That e acts on forces and velocity constraints is left to the next
// iteration: it contracts by about h times the rate at which the constraints turn, like an old matrix.
#pragma once

#include <array>
#include <optional>

#include "daedalus/base/archive.hpp"
#include "daedalus/integrate/support/row_block.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class PositionCorrection {
 public:
  enum class Metric {
    none,       // no correction: index 3
    euclidean,  // B = I
    mass,       // B = M(q)
  };
  explicit PositionCorrection(Metric metric) : metric_(metric) {}

  bool active() const { return metric_ != Metric::none; }
  void start(const Layout& layout);

  // Guess from the last accepted step, whose e was proportional to its h.
  void predict(double ratio) {
    e_ = ratio * e_accepted_;
    mu_ = ratio * mu_accepted_;
    has_direction_ = false;
  }
  const VecX& e() const { return e_; }

  Want needs() const;  // of residual(), beside position; mass and jacobian only once in a step
  void residual(const Evaluation& at, double bq);
  FactorStatus factorize(const Evaluation& at);  // needs jacobian and mass
  // The correction of e that belongs to dw; e and μ are corrected.
  template <class Vector>
  const VecX& correct(Equations& eq, const Vector& dw) {
    dw_ = dw;
    return solve(eq);
  }

  void keep();      // factors and e of an accepted step
  void restore() { used_ = kept_; }
  void exchange(Archive& archive);

 private:
  const VecX& solve(Equations& eq);

  Metric metric_;
  Index nq_ = 0, ng_ = 0, nw_ = 0;
  VecX e_, mu_, e_accepted_, mu_accepted_;  // (nq), (ng)
  VecX line5_, line3_;                      // at the last residual()
  VecX dw_, b_, c_;
  RowBlock G_rows_;
  SparseMatrix B_, G_;                      // of this step
  bool has_direction_ = false;              // they are known
  Pattern unit_pattern_;
  struct Factors {
    std::optional<SaddleSolver> saddle;
    SparseMatrix G;                         // the holonomic rows they belong to
  };
  std::array<Factors, 2> factors_;          // the kept ones and the new ones
  std::size_t used_ = 0, kept_ = 0;
  bool warm_ = false;                       // both have seen a matrix
};

}  // namespace daedalus
