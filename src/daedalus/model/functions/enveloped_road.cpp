#include "daedalus/model/functions/enveloped_road.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/table.hpp"

namespace daedalus {
namespace {

// The cam at distance ξ from its middle, below its lowest point.
double cam_lift(const EnvelopedRoadFunction& road, double xi) {
  const double a = road.cam_length * road.radius, b = road.cam_height * road.radius;
  const double inside = 1 - std::pow(std::abs(xi) / a, road.cam_shape);
  return inside > 0 ? b * std::pow(inside, 1 / road.cam_shape) - b : -b;
}

// Largest of f on [low, high] by golden section, where it has one maximum.
template <class F>
double largest_between(F f, double low, double high) {
  constexpr double golden = 0.6180339887498949;
  double x1 = high - golden * (high - low), x2 = low + golden * (high - low), f1 = f(x1), f2 = f(x2);
  for (int k = 0; k < 30; ++k) {
    if (f1 < f2) {
      low = x1;
      x1 = x2;
      f1 = f2;
      f2 = f(x2 = low + golden * (high - low));
    } else {
      high = x2;
      x2 = x1;
      f2 = f1;
      f1 = f(x1 = high - golden * (high - low));
    }
  }
  return std::max(f1, f2);
}

}  // namespace

FunctionPtr EnvelopedRoadFunction::make() const {
  check_fields(*this, "enveloped_road function");
  if (!(from < to)) throw ModelError(fmt::format("enveloped_road function: from = {} is not below to = {}.", from, to));
  if ((to - from) / spacing > 1e5)
    throw ModelError("enveloped_road function: more than 1e5 points. Specify a shorter part or a larger spacing.");
  const double reach = cam_length * radius;
  constexpr int samples = 200;
  TableFunction table;
  table.extrapolate = TableExtrapolation::hold;
  const auto count = static_cast<std::size_t>(std::ceil((to - from) / spacing)) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const double X = from + spacing * static_cast<double>(i);
    const auto lifted = [&](double xi) { return apply(*profile, X + xi) + cam_lift(*this, xi); };
    int best = 0;
    double most = -1e300;
    for (int k = 0; k <= samples; ++k)
      if (const double z = lifted(reach * (2.0 * k / samples - 1)); z > most) {
        most = z;
        best = k;
      }
    const double low = reach * (2.0 * std::max(best - 1, 0) / samples - 1),
                 high = reach * (2.0 * std::min(best + 1, samples) / samples - 1);
    table.x.push_back(X);
    table.y.push_back(std::max(most, largest_between(lifted, low, high)));
  }
  return table.make();
}

}  // namespace daedalus
