// acceleration_differences.hpp: tangents of v' = a(t, q, v, s), s' = σ by differences of a and σ, the explicit formalism
// [AFF, Eq. (10)] of the paper. Constraints, if there are any, are solved with a.
//
//   r = v' − a:   M = I,   r_q = −a_q,   r_v = −a_v,   r_s = −a_s             2 nq + ns solutions of the equations of motion
//
// All matrices are full: the layout they belong to has no constraints and says so, layout_of_accelerations().
// [AFF] Arnold, Fuchs, Führer, Efficient corrector iteration for DAE time integration in multibody dynamics (2004).
#pragma once

#include "daedalus/integrate/corrector/difference_jacobian.hpp"

namespace daedalus {

Layout layout_of_accelerations(const Layout& layout);

class AccelerationDifferences final : public JacobianStrategy {
 public:
  AccelerationDifferences(DifferenceIncrement increment, const Tolerances& tolerances)
      : increment_(increment), tolerances_(tolerances) {}

  void start(const Layout& layout, Want want) override;  // that of accelerations
  void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) override;
  void evaluate_mass(Equations&, const State&, Evaluation&) override {}  // it is I, whatever x

 private:
  DifferenceIncrement increment_;
  Tolerances tolerances_;
  State at_;
  VecX a_, sigma_;  // at x
};

}  // namespace daedalus
