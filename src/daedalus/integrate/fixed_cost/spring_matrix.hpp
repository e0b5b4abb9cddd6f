// spring_matrix.hpp: the matrix of a linear-implicit step whose Jacobian holds springs only, unknowns (dv, hλ):
//
//   [ M + Yᵀ D Y    Gᵀ ]        D = h c_v ∂F/∂y' + h² c_q ∂F/∂y ≥ 0, per spring
//   [ G             0  ]
//
// Springs are those of the seam, f = … − YᵀF(y, y'): stiff elements by declaration, or all. The change of their
// directions is left out, and of D what is negative. Both belong to the Jacobian only: the order of a step that allows
// any Jacobian stays. The matrix is symmetric and, for independent constraints, never singular, so it is factorized in
// one order without exchanging pivots (quasi_definite.hpp).
// Rows that the equations leave out as redundant have −1 on the diagonal.
#pragma once

#include "daedalus/integrate/fixed_cost/linear_implicit_matrix.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/linalg/quasi_definite.hpp"

namespace daedalus {

class SpringMatrix {
 public:
  // What is evaluated for it, beside what the step needs.
  static constexpr Want wanted = Want::mass | Want::jacobian | Want::force | Want::springs;

  void start(Equations& eq, const State& x);  // allocates; throws OptionError when the system knows no springs
  FactorStatus factorize(Equations& eq, LinearImplicitMatrix::Coefficients c);
  void solve(Equations& eq, VecX& v, VecX& rows);  // (v, rows) becomes (dv, hλ)

  // force −= factor Yᵀ (∂F/∂y) Y v
  void subtract_stiffness(const Evaluation& at, double factor, const VecX& v, VecX& force);

  void exchange(Archive& archive);

  double weakest_share() const { return weakest_; }  // of a pivot since the start: what cancellation has left of it

 private:
  QuasiDefinite factors_;
  VecX scale_, stretch_;  // (springs) √D; Y v
  double weakest_ = 1;
};

}  // namespace daedalus
