#include "daedalus/analysis/observed_order.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

constexpr double has_begun = 0.3;            // of a relative error: below it convergence has begun
constexpr double clear_of_the_floor = 10;    // times the floor
constexpr double round_off_is_below = 1e-7;  // of an error that has stopped falling
constexpr double rising_is_below = 1e-4;     // of an error that rises again
constexpr double suffers = 0.1;              // by how much the slope before them is smaller than the one before that
constexpr double settled_within = 0.2, order_within = 0.15, missed_by = 0.4, moving = 0.05;

double slope_of(const OrderPoint& coarse, const OrderPoint& fine) {
  return std::log(coarse.error / fine.error) / std::log(coarse.h / fine.h);
}

double slope_uncertainty(const OrderPoint& coarse, const OrderPoint& fine) {
  return (coarse.floor / coarse.error + fine.floor / fine.error) / std::log(coarse.h / fine.h);
}

bool tells(const OrderPoint& p) {
  return p.h > 0 && p.error > 0 && p.error < has_begun && p.error > clear_of_the_floor * p.floor;
}

}  // namespace

bool ObservedOrder::has_settled() const {
  return slope && before && std::abs(*slope - *before) <= settled_within + uncertainty;
}

ObservedOrder observe_order(std::vector<OrderPoint> points, double declared) {
  std::erase_if(points, [](const OrderPoint& p) { return !tells(p); });
  std::sort(points.begin(), points.end(), [](const OrderPoint& a, const OrderPoint& b) { return a.h > b.h; });
  const auto same_step = [](const OrderPoint& a, const OrderPoint& b) { return a.h <= b.h * (1 + 1e-9); };
  points.erase(std::unique(points.begin(), points.end(), same_step), points.end());

  std::size_t n = points.size();
  const auto slope_to = [&](std::size_t fine) { return slope_of(points[fine - 1], points[fine]); };
  const auto is_round_off = [&](std::size_t finest) {
    const double slope = slope_to(finest), error = points[finest].error;
    return slope < declared / 2 && error < (slope < 0 ? rising_is_below : round_off_is_below);
  };
  while (n > 2 && is_round_off(n - 1)) --n;
  if (n < points.size() && n > 2 && slope_to(n - 1) < slope_to(n - 2) - suffers) --n;

  ObservedOrder seen;
  if (n < 2) return seen;
  seen.slope = slope_to(n - 1);
  seen.h = points[n - 1].h;
  seen.uncertainty = slope_uncertainty(points[n - 2], points[n - 1]);
  if (n > 2) seen.before = slope_to(n - 2);
  return seen;
}

const char* text_of(OrderVerdict verdict) {
  switch (verdict) {
    case OrderVerdict::reached: return "reached";
    case OrderVerdict::missed: return "missed";
    case OrderVerdict::not_yet_asymptotic: return "not yet asymptotic";
    case OrderVerdict::too_few_runs: return "too few usable runs";
  }
  return "";
}

OrderVerdict judge_order(const ObservedOrder& seen, double declared) {
  if (!seen.slope) return OrderVerdict::too_few_runs;
  const double tolerance = order_within + seen.uncertainty;
  const bool is_near = std::abs(*seen.slope - declared) <= tolerance;
  if (is_near || (seen.has_settled() && *seen.slope > declared)) return OrderVerdict::reached;
  if (!seen.has_settled() || *seen.slope > declared - missed_by) return OrderVerdict::not_yet_asymptotic;
  const bool moves_there = std::abs(*seen.before - declared) - std::abs(*seen.slope - declared) > moving;
  return moves_there ? OrderVerdict::not_yet_asymptotic : OrderVerdict::missed;
}

}  // namespace daedalus
