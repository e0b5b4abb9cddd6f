#include "daedalus/simulation/root_locus.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "daedalus/base/errors.hpp"
#include "daedalus/simulation/linearize.hpp"

namespace daedalus {
namespace {

constexpr double limit_known_to = 1e-7;  // of the parameter, where stability ends
constexpr int most_points = 10000;

double number(const std::string& text, const std::string& all) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && std::isfinite(value)) return value;
  throw OptionError(
      fmt::format("--over {}: '{}' is not a number. Use NAME=FROM:TO:STEP, for example speed=10:100:10, or "
                  "a list, speed=10,20,50.",
                  all, text));
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

LocusPoint point_at(MechanismRequest request, const std::string& parameter, double value) {
  std::erase_if(request.parameters, [&](const OptionSetting& setting) { return setting.name == parameter; });
  request.parameters.push_back({parameter, fmt::format("{:.17g}", value)});
  const Mechanism mechanism = load_mechanism(request);
  const Linearization linear = linearize(mechanism, mechanism.start);
  LocusPoint point{.value = value, .about = linear.about, .modes = find_modes(linear)};
  if (mechanism.model_system) add_body_shares(*mechanism.model_system, linear, point.modes);
  for (std::size_t k = 0; k < point.modes.size(); ++k) {
    if (point.modes[k].is_neutral) continue;
    const auto mine = static_cast<int>(k);
    const auto best = [&](int other) -> const Mode& { return point.modes[static_cast<std::size_t>(other)]; };
    const Mode& mode = point.modes[k];
    if (point.least_stable < 0 || mode.eigenvalue.real() > best(point.least_stable).eigenvalue.real())
      point.least_stable = mine;
    if (point.least_damped < 0 || mode.damping_ratio() < best(point.least_damped).damping_ratio())
      point.least_damped = mine;
  }
  return point;
}

}  // namespace

LocusRange parse_locus_range(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw OptionError(
        fmt::format("--over {}: expected NAME=FROM:TO:STEP, for example speed=10:100:10, or a list, "
                    "speed=10,20,50.",
                    text));
  LocusRange range{.parameter = text.substr(0, equals), .values = {}};
  const std::string values = text.substr(equals + 1);
  const std::vector<std::string> ends = split(values, ':');
  if (ends.size() == 3) {
    const double from = number(ends[0], text), to = number(ends[1], text), step = number(ends[2], text);
    if (!(step > 0) || !(to >= from) || (to - from) / step > most_points)
      throw OptionError(
          fmt::format("--over {}: expected a positive step, an end that is not less than the start, and at "
                      "most {} values.",
                      text, most_points));
    for (int k = 0; from + k * step <= to + 1e-9 * step; ++k) range.values.push_back(from + k * step);
  } else {
    for (const std::string& value : split(values, ',')) range.values.push_back(number(value, text));
    for (std::size_t k = 1; k < range.values.size(); ++k)
      if (!(range.values[k] > range.values[k - 1]))
        throw OptionError(fmt::format("--over {}: the values must rise.", text));
  }
  return range;
}

RootLocus find_root_locus(const MechanismRequest& request, const LocusRange& range) {
  RootLocus locus{.parameter = range.parameter, .points = {}, .crossings = {}};
  for (const double value : range.values) {
    locus.points.push_back(point_at(request, range.parameter, value));
    if (locus.points.size() < 2) continue;
    const LocusPoint &before = locus.points[locus.points.size() - 2], &here = locus.points.back();
    const bool was_stable = before.growth() < 0;
    if (was_stable == (here.growth() < 0)) continue;
    double low = before.value, high = here.value;
    LocusPoint unstable = was_stable ? here : before;
    while (high - low > limit_known_to * std::max(std::abs(low), std::abs(high))) {
      const double middle = (low + high) / 2;
      if (!(middle > low && middle < high)) break;
      LocusPoint at = point_at(request, range.parameter, middle);
      const bool is_stable = at.growth() < 0;
      (is_stable == was_stable ? low : high) = middle;
      if (!is_stable) unstable = std::move(at);
    }
    if (unstable.least_stable >= 0)
      locus.crossings.push_back(
          {(low + high) / 2, unstable.modes[static_cast<std::size_t>(unstable.least_stable)], was_stable});
  }
  return locus;
}

}  // namespace daedalus
