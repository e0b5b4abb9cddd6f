// break_points.hpp: where steps end because a function of time in the equations changes its nature
// (System::next_break).
//
// A step ends a few bits before such a time and the next one begins a few bits behind: no evaluation is at the very
// point, whichever side of a comparison has the sign of equality.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "daedalus/system/system.hpp"

namespace daedalus {

class BreakPoints {
 public:
  explicit BreakPoints(const System& system) : system_(system) {}

  static double before(double t) { return t - few_bits * std::abs(t); }
  static double behind(double t) { return t + few_bits * std::abs(t); }

  struct Next {
    double end = std::numeric_limits<double>::infinity();  // where the step shall end
    // a break that has been reached, and behind which the method starts anew: first of all
    double jump = std::numeric_limits<double>::infinity();
  };
  // For a step from t that ends before `until`.
  Next find(double t, double until) const;

  // A fixed step does not end at a break. One with two of them inside may have missed what is between: a warning, or
  // "".
  std::string warning_of_step(double from, double to) const;

 private:
  static constexpr double few_bits = 4 * std::numeric_limits<double>::epsilon();
  const System& system_;
};

}  // namespace daedalus
