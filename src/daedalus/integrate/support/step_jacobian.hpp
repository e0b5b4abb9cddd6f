// step_jacobian.hpp: the tangents of a linear-implicit step: all of them or only those of the fast coordinates, evaluated anew every so
// many steps; and the derivative of the forces along the velocity without a matrix.
#pragma once

#include <vector>

#include "daedalus/integrate/support/step_matrix.hpp"

namespace daedalus {

// The rate group number `number`, counted from 1 as an option does; all_rates for 0. Throws OptionError when there is none.
Index find_rate_group(const Layout& layout, int number, const char* method);

class StepJacobian {
 public:
  // `group`: a rate group, only whose rows and columns count; all_rates for all. `refresh`: steps between evaluations.
  void start(const Layout& layout, Index group, int refresh);

  bool is_due() const { return age_ == 0; }
  void evaluate(Equations& eq, const State& at);  // with the a and λ of `at`; leaves the other values of eq alone or not
  void accept() { age_ = (age_ + 1) % refresh_; }
  const StepTangents& tangents() const { return tangents_; }
  void exchange(Archive& archive);

  // (M a + Gᵀλ − f)_q v by one difference of residuals, into `along`.
  void differentiate(Equations& eq, State& at, VecX& along);

 private:
  Index group_ = all_rates;
  int refresh_ = 1, age_ = 0;   // age_: accepted steps since the last evaluation
  StepTangents tangents_;
  std::vector<Index> outside_r_q_, outside_r_v_, outside_r_s_, outside_sigma_q_, outside_sigma_v_, outside_sigma_s_;
  VecX q_;                      // (nq) where the difference begins
};

}  // namespace daedalus
