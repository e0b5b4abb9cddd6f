// summary.hpp: how many times as fast as IDA a method was, problem by problem at equal error: median and worst at the end.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace daedalus::peers {

class Summary {
 public:
  // NaN where one of the two did not reach the error: not counted.
  void note(const std::string& method, const std::string& problem, double error, double ratio) {
    if (std::isfinite(ratio)) ratios_[method].push_back({ratio, fmt::format("{} at {:.0e}", problem, error)});
  }
  void print() const {
    fmt::print("\nTimes as fast as IDA at equal error:\n{:<14}{:>8}{:>10}{:>10}  {}\n", "method", "points", "median",
               "worst", "where");
    for (auto [method, all] : ratios_) {
      std::sort(all.begin(), all.end());
      const std::size_t n = all.size();
      const double median = (all[(n - 1) / 2].first + all[n / 2].first) / 2;
      fmt::print("{:<14}{:>8}{:>10.2f}{:>10.2f}  {}\n", method, n, median, all.front().first, all.front().second);
    }
  }

 private:
  std::map<std::string, std::vector<std::pair<double, std::string>>> ratios_;  // by method
};

}  // namespace daedalus::peers
