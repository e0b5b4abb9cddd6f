#include "daedalus/reproduce/thinned.hpp"

#include <algorithm>

namespace daedalus::reproduce {

StudySeries thinned(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
                    std::size_t count) {
  StudySeries series{.name = name, .x = {}, .y = {}, .style = StudySeries::Style::line};
  const std::size_t stretch = std::max<std::size_t>(1, 2 * y.size() / count);
  for (std::size_t first = 0; first < y.size(); first += stretch) {
    const auto begin = y.begin() + static_cast<std::ptrdiff_t>(first);
    const auto [low, high] =
        std::minmax_element(begin, y.begin() + static_cast<std::ptrdiff_t>(std::min(first + stretch, y.size())));
    auto at = {std::min(low, high), std::max(low, high)};
    for (const auto& value : at) {
      if (!series.x.empty() && series.x.back() == x[value - y.begin()]) continue;
      series.x.push_back(x[value - y.begin()]);
      series.y.push_back(*value);
    }
  }
  return series;
}

}  // namespace daedalus::reproduce
