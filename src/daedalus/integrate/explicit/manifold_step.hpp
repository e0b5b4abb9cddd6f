// manifold_step.hpp: a Dormand-Prince step whose stages, too, are brought to the constraints.
//
//   Y_i = P(x + h Σ_j A_ij k_j),   k_i = f(Y_i),   y = P(x + h Σ b_i k_i)             P: positions to g = 0, then
//   velocities to g_dot = 0
//
// It is Dormand-Prince's method applied to y' = f(P(y)), which has the same solutions on the constraints. Close to a
// singular position, at a distance δ from it, a gap e in positions is one of e/δ² in velocities and e/δ³ in
// accelerations, and the gaps of plain stages, O(h³), would be fatal there. Stages on the constraints have those of
// rounding.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/explicit/explicit_stages.hpp"
#include "daedalus/integrate/shared/projection.hpp"

namespace daedalus {

class ManifoldStep {
 public:
  void resize(const Layout& layout);

  // From x, which is consistent, to y. `sigma` are the rates of x.s, and become those of y.s.
  StepOutcome step(Equations& eq, const Tolerances& tolerances, const State& x, double h, VecX& sigma, State& y);

 private:
  StepOutcome complete(Equations& eq, State& x);  // to the constraints, with a, lambda and sigma

  ExplicitStages<7> stages_;
  Projection projection_;
  State at_;
};

}  // namespace daedalus
