// renewal_policy.hpp: when the matrix of a corrector iteration is renewed. All of it is decided here.
//
//   every iteration, every solve, or kept as long as it serves:                          when
//   a kept matrix is renewed  - where it contracts by less than                           slow_rate
//                             - where, contracting as it does, it would take more than    max_iterations
//                             - where the step's coefficient of it (h, or bq ~ h²) has changed by more than a factor
//                               largest_change (contraction |1 − b/b_old| where stiffness rules)
//   tangents alone, in steps that do not iterate: after so many accepted steps            lifetime (Tangents::start)
#pragma once

#include <limits>

#include "daedalus/base/options.hpp"

namespace daedalus {

enum class JacobianPolicy {
  every_iteration,  // Newton's method
  every_step,       // one matrix per solve()
  reuse,            // keep it as long as it converges quickly
};

struct RenewalPolicy {
  JacobianPolicy when = JacobianPolicy::reuse;
  double slow_rate = 0.3;
  double largest_change = std::numeric_limits<double>::infinity();

  bool is_due(int iteration) const {
    return when == JacobianPolicy::every_iteration || (when == JacobianPolicy::every_step && iteration == 1);
  }
  bool fits(double coefficient, double that_of_matrix) const {
    return !(coefficient > largest_change * that_of_matrix || that_of_matrix > largest_change * coefficient);
  }
};

// Of an iteration, as a user sets them.
struct NewtonOptions {
  JacobianPolicy jacobian = JacobianPolicy::reuse;
  double accuracy = 0.01;
  double slow_rate = 0.3;
  int max_iterations = 10;

  RenewalPolicy renewal(double largest_change = std::numeric_limits<double>::infinity()) const {
    return {.when = jacobian, .slow_rate = slow_rate, .largest_change = largest_change};
  }

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum JacobianPolicy;
    v("jacobian", jacobian,
      Choices<JacobianPolicy>{{"every_iteration", every_iteration}, {"every_step", every_step}, {"reuse", reuse}},
      "when the Newton matrix is evaluated and factorized");
    v("accuracy", accuracy, positive(),
      "accuracy of the solution: a fraction of the tolerance, or of 4e-14 in methods that satisfy constraints to "
      "round-off");
    v("slow_rate", slow_rate, in_range(0, 1), "contraction rate above which a reused matrix is renewed");
    v("max_iterations", max_iterations, at_least(1), "maximum iterations; the step is then rejected");
  }
};

}  // namespace daedalus
