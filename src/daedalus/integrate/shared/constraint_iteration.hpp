// constraint_iteration.hpp: when an iteration that brings values back to their constraints, with factors of a state
// near by, is over.
//
// What is aimed at is the rounding of the values; where that is not reached, close to zero, that of the lengths and
// angles they come from will do: corrections that no longer shrink but are tiny are the round-off of the constraints
// themselves.
#pragma once

#include <algorithm>
#include <limits>

#include "daedalus/integrate/corrector/convergence_test.hpp"

namespace daedalus {

class ConstraintIteration {
 public:
  // `scale`: of the lengths and angles, 0 for velocities. Corrections that no longer shrink are taken for rounding up
  // to `tolerable` times that, or up to `least`.
  ConstraintIteration(const VecX& value, double scale, double tolerable, double least = 0)
      : roundoff_(bits(value, 0)), tolerable_(std::max(tolerable * bits(value, scale), least)) {}

  Convergence judge(double correction) {
    if (!(correction < std::numeric_limits<double>::max())) return Convergence::not_finite;
    rate_ = correction / previous_;
    const bool converged =
        correction <= roundoff_ || (count_ > 0 && rate_ < 1 && rate_ / (1 - rate_) * correction <= roundoff_);
    const bool stagnates = count_ > 1 && rate_ > 0.5 && correction <= tolerable_;
    previous_ = correction;
    ++count_;
    return converged || stagnates ? Convergence::converged : Convergence::under_way;
  }
  // The last contraction was worse than this, and not the first one seen: `after` corrections at least were judged
  // before.
  bool is_slower_than(double rate, int after) const { return count_ > after && rate_ > rate; }

 private:
  static double bits(const VecX& value, double scale) {
    return 8 * std::numeric_limits<double>::epsilon() * std::max(scale, 1e-3 + value.lpNorm<Eigen::Infinity>());
  }
  double roundoff_, tolerable_;
  double previous_ = std::numeric_limits<double>::infinity(), rate_ = 0;
  int count_ = 0;
};

}  // namespace daedalus
