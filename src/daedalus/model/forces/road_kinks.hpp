// road_kinks.hpp: switching functions of a tire at the kinks of the road below its hub, where the equations change.
//
// Kink i belongs to function i mod 4, which changes sign at each of its kinks: only a step over five of them at once can
// miss one. Profiles with more than `most` kinks are left to step control.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/model/functions/function.hpp"

namespace daedalus {

class RoadKinks {
 public:
  static constexpr int functions = 4;
  static constexpr std::size_t most = 16;

  void find(const FunctionPtr& profile) {
    if (profile) kinks_ = profile->kinks();
    if (kinks_.size() > most) kinks_.clear();
  }

  void add_names(std::vector<std::string>& names) const {
    for (std::size_t k = 0; k < std::min<std::size_t>(kinks_.size(), functions); ++k) names.push_back("road_edge");
  }

  // The distance to the nearest of every fourth kink, its sign that of how many lie behind.
  void evaluate(double x, double* values) const {
    for (std::size_t first = 0; first < functions; ++first) {
      double distance = std::numeric_limits<double>::max(), sign = -1;
      for (std::size_t k = first; k < kinks_.size(); k += functions) {
        distance = std::min(distance, std::abs(x - kinks_[k]));
        if (x >= kinks_[k]) sign = -sign;
      }
      values[first] = sign * distance;
    }
  }

 private:
  std::vector<double> kinks_;
};

}  // namespace daedalus
