// thinned.hpp: a long curve for a chart.
#pragma once

#include <string>
#include <vector>

#include "daedalus/io/page/study_page.hpp"

namespace daedalus::reproduce {

// A curve with at most `count` points that keeps the largest and smallest value of every stretch.
StudySeries thinned(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
                    std::size_t count);

}  // namespace daedalus::reproduce
