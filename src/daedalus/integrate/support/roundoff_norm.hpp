// roundoff_norm.hpp: how large a Newton correction is for a method that promises its constraints up to round-off.
//
//   size = max( |dq|/|q|, |dv|/|v|, |ds|/|s| ) / unit        largest components; |q| = 1e-3 + largest |q_i| and so on
//
// It decides by itself when the iteration ends, by the answer 0: when corrections are a few eps, or small and no longer
// shrinking (the round-off of the equations themselves), or when the next one will be below 4e-14 times Newton's
// accuracy, 4e-16 as set: in index 3 an error of q is one of λ divided by h². There a contraction below 0.05 is not
// believed: the first ratio of two corrections compares directions that converge at different rates. The unit is so
// small that Newton's own test never passes.
//
// How small is small enough, where corrections no longer shrink: the last bit of q in a stiff spring is a force, and the displacement that balances it, of
// eps |q|, a velocity of eps |q|/h. Steps that are short beside |q|/|v| see it far above eps |v|, and smaller steps see more of it. So velocities that no longer
// shrink are measured by |v| + |q|/h: the `reachable` magnitude.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

class RoundoffNorm {
 public:
  static constexpr double unit = 1e-30;
  explicit RoundoffNorm(double accuracy) : last_correction_(4e-14 * accuracy) {}

  static double magnitude(const VecX& x) { return 1e-3 + (x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0); }

  void start() {
    previous_ = std::numeric_limits<double>::infinity();
    count_ = 0;
  }

  void begin() { size_ = noise_ = 0; }

  // A correction factor * dx of a quantity of this magnitude, of which rounding leaves eps times the reachable one.
  template <class Vector>
  void add(double factor, const Vector& dx, double magnitude, double reachable) {
    if (dx.size() == 0) return;
    const double change = std::abs(factor) * dx.template lpNorm<Eigen::Infinity>();
    const bool finite = std::isfinite(change) && dx.allFinite();
    size_ = finite ? std::max(size_, change / magnitude) : std::numeric_limits<double>::quiet_NaN();
    noise_ = std::max(noise_, change / reachable);
  }
  template <class Vector>
  void add(double factor, const Vector& dx, double magnitude) {
    add(factor, dx, magnitude, magnitude);
  }

  // The last correction is what rounding leaves of stiff forces, even if it is more than was asked for.
  bool is_rounding() const { return noise_ <= 1e6 * std::numeric_limits<double>::epsilon(); }

  double value() {
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const bool grows = size_ >= previous_;  // so small, that is rounding
    const bool stagnates =
        size_ > 0.8 * previous_ && noise_ <= (count_ >= 4 || (grows && count_ >= 2) ? 1e4 : count_ >= 2 ? 50 : 0) * eps;
    const bool crawls = size_ > 0.3 * previous_ && count_ >= 4 && noise_ <= 4 * eps;  // far below what rounding leaves
    const double rate = std::max(size_ / previous_, 0.05);
    const bool converged = count_ >= 1 && rate < 1 && rate / (1 - rate) * size_ <= last_correction_;
    previous_ = size_;
    ++count_;
    return size_ <= 4 * eps || stagnates || crawls || converged ? 0 : size_ / unit;
  }

 private:
  double last_correction_;
  double size_ = 0, previous_ = 0, noise_ = 0;
  int count_ = 0;
};

}  // namespace daedalus
