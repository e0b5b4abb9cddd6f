// partial_jacobian.hpp: less than all tangents: those of a rate group, or none but the derivative of the forces along
// the velocity.
#pragma once

#include <vector>

#include "daedalus/integrate/corrector/jacobian_strategy.hpp"

namespace daedalus {

// Exact in the rows and columns of the rate group number `number`, counted from 1 as an option does, and zero
// elsewhere; all of them for 0.
// start() throws OptionError when there is no such group.
class GroupJacobian final : public JacobianStrategy {
 public:
  GroupJacobian(int number, const char* method) : number_(number), method_(method) {}
  void start(const Layout& layout, Want want) override;
  void evaluate(Equations& eq, Want want, const State& x, Evaluation& into) override;

 private:
  int number_;
  const char* method_;  // for messages
  Index group_ = all_rates;
  std::vector<std::vector<Index>> outside_;  // of the group: entries of each of the tangent_blocks
};

// (M a + Gᵀλ − f)_q v at `at` by one difference of residuals, into `along`. `q` is scratch; `at` comes back as it was.
void differentiate_along_velocity(Equations& eq, State& at, VecX& q, VecX& along);

}  // namespace daedalus
