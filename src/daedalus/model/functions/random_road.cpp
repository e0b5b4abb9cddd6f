#include "daedalus/model/functions/random_road.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/table.hpp"

namespace daedalus {
namespace {

struct RoadWave {
  double amplitude, frequency, phase;  // m, rad/m, rad
};

// The same numbers on every machine: distributions of the standard library differ, its generators do not.
double uniform_number(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

std::vector<RoadWave> make_waves(const RandomRoadFunction& road) {
  constexpr int bands = 300;
  std::mt19937_64 random(static_cast<std::uint64_t>(road.seed));
  const double first = 2 * std::numbers::pi / road.longest, last = 2 * std::numbers::pi / road.shortest;
  const double ratio = std::pow(last / first, 1.0 / bands), roughness = roughness_of(road.road_class);
  std::vector<RoadWave> waves;
  double low = first;
  for (int i = 0; i < bands; ++i, low *= ratio) {
    const double high = low * ratio;
    const double power = roughness * (1 / low - 1 / high);  // ∫ Φ₀ Ω⁻² dΩ
    const double frequency = low * std::pow(ratio, uniform_number(random));
    waves.push_back({std::sqrt(2 * power), frequency, 2 * std::numbers::pi * uniform_number(random)});
  }
  return waves;
}

}  // namespace

double roughness_of(RoadClass road_class) { return 1e-6 * std::pow(4.0, static_cast<int>(road_class)); }

FunctionPtr RandomRoadFunction::make() const {
  check_fields(*this, "random_road function");
  constexpr double most_points = 1e6;
  if (!(shortest < longest))
    throw ModelError(fmt::format("random_road function: shortest = {} is not below longest = {}.", shortest, longest));
  if (spacing > shortest / 4)
    throw ModelError(fmt::format("random_road function: spacing = {} cannot follow waves of {} m. Specify at most {}.",
                                 spacing, shortest, shortest / 4));
  if (length / spacing > most_points)
    throw ModelError(fmt::format(
        "random_road function: {:.3g} points. Specify a shorter length or a larger spacing (at most 1e6 points).",
        length / spacing));
  const std::vector<RoadWave> waves = make_waves(*this);
  TableFunction table;
  const auto count = static_cast<std::size_t>(std::ceil(length / spacing)) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = spacing * static_cast<double>(i), share = std::min(x / std::min(longest, length), 1.0);
    const double rise = share * share * share * (10 - 15 * share + 6 * share * share);
    double z = 0;
    for (const RoadWave& wave : waves) z += wave.amplitude * std::sin(wave.frequency * x + wave.phase);
    table.x.push_back(start + x);
    table.y.push_back(rise * z);
  }
  return table.make();
}

}  // namespace daedalus
