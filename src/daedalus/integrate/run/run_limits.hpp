// run_limits.hpp: what would never end is rejected before it begins.
#pragma once

#include <limits>

#include "daedalus/integrate/solve.hpp"

namespace daedalus {

// The end time, and the numbers of steps and of samples up to there. Throws OptionError.
void require_possible(const SolveOptions& options, double t_start);

// A few steps may be as short as the last bit of the time, at the start or at a break. A thousand in a row are no way
// to the end.
class Headway {
 public:
  bool is_lost(double h, double interval) {
    constexpr int most = 1000;
    short_steps_ = h <= 16 * std::numeric_limits<double>::epsilon() * interval ? short_steps_ + 1 : 0;
    return short_steps_ > most;
  }

 private:
  int short_steps_ = 0;  // in a row
};

}  // namespace daedalus
