// tolerance_share.hpp: how much of the tolerance one step may use, so that the errors of all steps together stay near
// it.
//
// A method of order p whose local errors meet a tolerance makes N ~ tol^{-1/(p+1)} steps, and their errors add up: at
// order 2 the error of a run is N times the tolerance, 1e3 times at 1e-7. A step of h at the time t after the start
// therefore may use the part
//   h / (h + c (t − t_begin))
// of it. The sum over a run, tol/c · ln(1 + c T/h), hardly grows with its length T, and does not depend on where it
// will end: a run that is continued from a checkpoint takes the same steps. The error of a step divided by its part
// falls with h^p, one order less than the error itself.
//
// So small a part may be less than rounding leaves of an estimate: an acceleration of an implicit method is a position
// divided by h², and known to eps |q|/h². What that makes of second differences is no error of the method, and would
// only grow with smaller steps: without_rounding().
//
// Methods of order 3 and more, or whose estimate is that of a formula of lower order than the one they go on with, make
// do with a fixed share: share_of_a_step() in error_norm.hpp.
#pragma once

#include <algorithm>
#include <limits>

#include "daedalus/base/archive.hpp"
#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

class ToleranceShare {
 public:
  explicit ToleranceShare(ErrorBudget budget = ErrorBudget::run) : budget_(budget) {}
  void start(double t) { t_begin_ = t; }

  // The error that the controller is told: no step asks for much more than half as much again as its own length.
  // Two-step formulas are unstable where steps grow by more than 1 + √2 every time, and in index 3 what a change of h
  // disturbs across the constraints must decay before the next one.
  double of(double error, double t, double h) const {
    constexpr double least = 0.2;
    if (budget_ == ErrorBudget::step) return std::max(least, error);
    return std::max(least, error * std::min(1 + strictness * (t - t_begin_) / h, largest));
  }
  int exponent() const { return budget_ == ErrorBudget::step ? 3 : 2; }  // of h, at order 2

  // An error of a velocity, estimated as factor · h · (difference of accelerations), without what may be rounding of
  // positions q.
  static void without_rounding(double factor, double h, const VecX& q, VecX& error) {
    constexpr double digits = 4 * std::numeric_limits<double>::epsilon();
    const double size = q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0;
    const double rounding = digits * size * std::abs(factor) / h;
    for (Index i = 0; i < error.size(); ++i) error[i] -= std::clamp(error[i], -rounding, rounding);
  }

  void exchange(Archive& archive) { archive("share.t_begin", t_begin_); }

 private:
  // c: with 1 the largest error over tolerance in the tests is 10.1 (nstiff on the car axle), with this 8.2
  static constexpr double strictness = 1.25;
  // Where an acceleration jumps unannounced, errors per time do not fall with h: steps are accepted in the end, as
  // without a share.
  static constexpr double largest = 1e6;
  ErrorBudget budget_;
  double t_begin_ = 0;
};

}  // namespace daedalus
