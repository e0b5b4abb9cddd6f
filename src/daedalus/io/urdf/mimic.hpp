// mimic.hpp: a factor between two angles as a ratio of whole numbers: angles are known up to full turns, and only then
// is a multiple of one known well enough to hold another (model/joints/couplings.hpp).
#pragma once

#include <cmath>
#include <optional>

namespace daedalus::urdf {

inline constexpr int largest_ratio = 10000;

struct Ratio {
  int above = 1, below = 1;
  bool is_exact = true;  // to rounding; else to the digits that people write, 0.33333
  double value() const { return static_cast<double>(above) / below; }
};

// The convergent of the continued fraction that is exact; else the first one that is close enough.
inline std::optional<Ratio> find_ratio(double factor) {
  const double size = std::abs(factor);
  std::optional<Ratio> close;
  double above = 1, below = 0, above_before = 0, below_before = 1, rest = size;
  for (int k = 0; k < 30 && std::isfinite(rest); ++k) {
    const double whole = std::floor(rest);
    const double next_above = whole * above + above_before, next_below = whole * below + below_before;
    if (!(next_above <= largest_ratio) || !(next_below <= largest_ratio)) break;
    above_before = above, below_before = below, above = next_above, below = next_below;
    const double error = std::abs(above / below - size);
    const bool is_exact = error <= 1e-12 * size, is_close = error <= 2e-5 * size;
    if (above > 0 && (is_exact || (is_close && !close)))
      close = Ratio{static_cast<int>(factor < 0 ? -above : above), static_cast<int>(below), is_exact};
    if (is_exact) break;
    rest = 1 / (rest - whole);
  }
  return close;
}

}  // namespace daedalus::urdf
