// linear_implicit_matrix.hpp: the one matrix of a linear-implicit step, unknowns (dv, ds, hλ), factorized once per
// step:
//
//   [ M + h c_v r_v + h² c_q r_q      h c_v r_s           G₁ᵀ ]
//   [ −h c_v σ_v − h² c_q σ_q         I − h c_v σ_s       0   ]
//   [ G₂                              0                   −D  ]
//
// c_v and c_q say which terms the chosen Jacobian keeps; r_q = −f_q + (M a + Gᵀλ)_q and so on are the tangents of the
// seam. G₁ is the constraint matrix where the forces act, G₂ the one where the new velocity has to fit; without
// constraints in the step the third row and column are left out.
//
// D = 0, or a small multiple of the diagonal of G M⁻¹Gᵀ. With D > 0 the system is solved a fixed number of times, each
// time with the multipliers found so far on the right: the sequential regularization of Ascher and Lin, (A + G₁ᵀD⁻¹G₂)
// dv = …, written without the product. In rows that the equations leave out as redundant D is 1. Every solution costs
// the same, whatever the numbers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "daedalus/integrate/corrector/corrector_matrix.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

class LinearImplicitMatrix {
 public:
  enum class Borders { none, constraints };
  struct Coefficients {
    double v = 0, q = 0;  // h c_v, h² c_q
  };

  // D against the diagonal of G M⁻¹Gᵀ, and how often the system is solved.
  struct Regularization {
    double epsilon = 0;
    int sweeps = 1;
  };

  void start(const Equations& eq, Borders borders, const Regularization& regularization);  // allocates

  // Composition, in this order: begin() with M and G₁ of `here` and the tangents of r and σ, if any, finish() with G₂
  // of eq.value.
  void begin(const Evaluation& here, const Evaluation* tangents, Coefficients c);
  FactorStatus finish(Equations& eq);

  // (v, s, rows) becomes (dv, ds, hλ). With D > 0 the multipliers begin at `known`.
  void solve(Equations& eq, VecX& v, VecX& s, VecX& rows, const VecX& known);

  // None before the first factorization.
  std::optional<LinearSolverReport> report() const {
    const bool is_used = solver_ && solver_->report().full_factorizations + solver_->report().refactorizations > 0;
    return is_used ? std::optional(solver_->report()) : std::nullopt;
  }
  void exchange(Archive& archive) { solver_->exchange(archive); }

 private:
  enum Source : std::size_t { here, linearized, ahead };
  void set_diagonal(const Evaluation& at);

  Index nq_ = 0, ns_ = 0, nc_ = 0;  // nc_ = 0 without borders
  Regularization regularization_;
  bool has_diagonal_ = false;  // D is not all zero
  CorrectorMatrix matrix_;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<Index> mass_diagonal_;  // where M_jj is stored
  SparseMatrix G1_;
  VecX D_, multipliers_;  // (nc)
  VecX dropped_;          // (nc) 1 in the rows that are left out
  VecX reaction_;         // (nq) G₁ᵀ times the multipliers found so far
  VecX x_;                // right-hand side, then solution
};

}  // namespace daedalus
