// convergence_test.hpp: a corrector iteration is under way, converged or lost. One test, with two aims.
//
//   x -= dx,   theta = |dx_k| / |dx_(k-1)|
//
// At a tolerance, |.| in units of the tolerance of the step:
//   converged  theta/(1-theta) |dx| <= accuracy, or |dx| below round-off
//   converged  theta >= 1 and |dx| <= accuracy/10: so small a correction that no longer shrinks is rounding. (An
//              iteration that really diverged there would still be within dx/|1 - theta| of the solution.) It grows
//              with the stiffness: bushings make it 1e-9 of a tolerance of 1e-6.
//   converged  theta >= 1 and |dx| of some last bits of its quantity, for methods that measure that as well: a tolerance for
//              a small component beside large ones, such as 1e-11 rad/s where wheels spin with 67, is not to be had
//
// At round-off, for methods that promise their constraints up to it, |.| relative to the largest component of each
// quantity:
//   converged  a few eps, or small and no longer shrinking (the round-off of the equations themselves), or the next
//              correction will be below 4e-14 times the accuracy, 4e-16 as set: in index 3 an error of q is one of λ
//              divided by h². There a contraction below 0.05 is not believed: the first ratio of two corrections
//              compares directions that converge at different rates.
//   How small is small enough, where corrections no longer shrink: the last bit of q in a stiff spring is a force, and
//   the displacement that balances it, of eps |q|, a velocity of eps |q|/h. Steps that are short beside |q|/|v| see it
//   far above eps |v|, and smaller steps see more of it. So velocities that no longer shrink are measured by |v| +
//   |q|/h: the `reachable` magnitude.
//
// Both:
//   diverged   theta >= 1 from the third correction on, unless the matrix is an old one that can be renewed
//
// The norm runs over all components in displacement or velocity units, not over independent ones: with a frozen matrix
// the independent part alone is not monotone.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

enum class Convergence { under_way, converged, diverged, not_finite };
enum class StopAt { tolerance, roundoff };
enum class MatrixAge { reused, fresh };

class ConvergenceTest {
 public:
  explicit ConvergenceTest(double accuracy, StopAt stop = StopAt::tolerance) : accuracy_(accuracy), stop_(stop) {}
  void stop_at(StopAt stop) { stop_ = stop; }
  bool stops_by_tolerance() const { return stop_ == StopAt::tolerance; }

  // Of a quantity, for corrections relative to it.
  static double magnitude(const VecX& x) { return 1e-3 + (x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0); }

  // An iteration begins. A rate that was seen with the same matrix on a similar problem lets its first correction be
  // judged by tolerance.
  void start(double expected_rate = 0) {
    expected_rate_ = expected_rate;
    rate_ = previous_ = 0;
    last_ = std::numeric_limits<double>::infinity();
    count_ = 0;
    begin_correction();
  }
  void renew_matrix() { previous_ = 0; }  // the contraction of the old one says nothing of the new one

  // A correction: parts factor * dx of quantities of some magnitude, of which rounding leaves eps times the reachable
  // one; and, where the iteration stops by tolerance, its size in those units.
  void begin_correction() {
    in_tolerances_ = relative_ = noise_ = 0;
    knows_noise_ = false;
  }
  template <class Vector>
  void add(double factor, const Vector& dx, double magnitude, double reachable) {
    if (dx.size() == 0) return;
    const double change = std::abs(factor) * dx.template lpNorm<Eigen::Infinity>();
    const bool finite = std::isfinite(change) && dx.allFinite();
    relative_ = finite ? std::max(relative_, change / magnitude) : std::numeric_limits<double>::quiet_NaN();
    noise_ = std::max(noise_, change / reachable);
    knows_noise_ = true;
  }
  template <class Vector>
  void add(double factor, const Vector& dx, double magnitude) {
    add(factor, dx, magnitude, magnitude);
  }
  void set_size(double in_tolerances) { in_tolerances_ = in_tolerances; }

  // Of the correction that was measured last.
  Convergence judge(MatrixAge matrix) {
    constexpr double rounding = 0.1;  // of the accuracy: below, a correction that grows is taken for rounding
    const double size = stops_by_tolerance() ? in_tolerances_ : relative_;
    if (!(size < std::numeric_limits<double>::max())) return Convergence::not_finite;
    const bool first = count_ == 0;
    if (stops_by_tolerance() ? is_negligible(first) : is_at_roundoff()) return Convergence::converged;
    ++count_;
    knows_rate_ = previous_ > 0;
    if (knows_rate_) {
      rate_ = size / previous_;
      if (stops_by_tolerance() && rate_ < 1 && rate_ / (1 - rate_) * size <= accuracy_) return Convergence::converged;
      if (stops_by_tolerance() && rate_ >= 1 && (size <= rounding * accuracy_ || is_unresolvable())) {
        rate_ = 0;  // rounding says nothing of the contraction
        return Convergence::converged;
      }
      if (rate_ >= 1 && count_ >= 3 && matrix == MatrixAge::fresh) return Convergence::diverged;
    }
    previous_ = size;
    return Convergence::under_way;
  }

  double rate() const { return rate_; }  // the last contraction
  bool is_slower_than(double rate) const { return knows_rate_ && rate_ > rate; }
  // Whether the last contraction, if it goes on like that, ends the iteration within so many corrections.
  bool converges_within(int corrections) const {
    if (!knows_rate_) return true;
    const double goal =
        stops_by_tolerance() ? accuracy_ : std::max(4e-14 * accuracy_, 4 * std::numeric_limits<double>::epsilon());
    return previous_ * std::pow(rate_, corrections) <= goal;
  }
  // The last correction is what rounding leaves of stiff forces, even if it is more than was asked for.
  bool is_rounding() const { return knows_noise_ && noise_ <= 1e6 * std::numeric_limits<double>::epsilon(); }

 private:
  bool is_unresolvable() const {
    constexpr double eps = std::numeric_limits<double>::epsilon();
    return knows_noise_ && (relative_ <= 1e3 * eps || noise_ <= 100 * eps);
  }

  bool is_negligible(bool first) {
    constexpr double roundoff = 1e-10;  // in units of the tolerance: far below anything the error test can see
    if (in_tolerances_ <= roundoff) return true;
    const bool expected = first && expected_rate_ > 0 && expected_rate_ < 1 &&
                          expected_rate_ / (1 - expected_rate_) * in_tolerances_ <= accuracy_;
    if (expected) rate_ = expected_rate_;
    return expected;
  }

  bool is_at_roundoff() {
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const bool grows = relative_ >= last_;  // so small, that is rounding
    const bool stagnates = relative_ > 0.8 * last_ && noise_ <= (count_ >= 4 || (grows && count_ >= 2) ? 1e4
                                                                 : count_ >= 2                         ? 50
                                                                                                       : 0) *
                                                                    eps;
    const bool crawls = relative_ > 0.3 * last_ && count_ >= 4 && noise_ <= 4 * eps;  // far below what rounding leaves
    const double rate = std::max(relative_ / last_, 0.05);
    const bool converged = count_ >= 1 && rate < 1 && rate / (1 - rate) * relative_ <= 4e-14 * accuracy_;
    last_ = relative_;
    return relative_ <= 4 * eps || stagnates || crawls || converged;
  }

  double accuracy_;
  StopAt stop_;
  double in_tolerances_ = 0, relative_ = 0, noise_ = 0;  // of the correction
  double previous_ = 0, last_ = 0;                       // size of the one before: with the same matrix, with any
  double rate_ = 0, expected_rate_ = 0;
  bool knows_rate_ = false, knows_noise_ = false;
  int count_ = 0;  // corrections judged
};

}  // namespace daedalus
