// observed_order.hpp: the order of convergence that errors at several step sizes show, and how far it can be trusted.
//
//   slope between neighboring step sizes h₁ > h₂:   p = log(e₁/e₂) / log(h₁/h₂)
//
// A run tells when its error is below 0.3, where convergence has begun, and above ten times its floor, the error of the
// reference itself.
// Of the runs that tell, the finest three count: the slope of the finer pair is the order, that of the coarser pair
// shows whether it has settled. Finest runs whose error is below 1e-7 and falls with less than half the declared order,
// or is below 1e-4 and rises, are lost in round-off and do not count, nor does the run before them where it already
// suffers.
#pragma once

#include <optional>
#include <vector>

namespace daedalus {

struct OrderPoint {
  double h = 0, error = 0;
  double floor = 0;  // what is not known about the error
};

struct ObservedOrder {
  std::optional<double> slope;   // of the finest pair that counts; none where fewer than two runs tell
  std::optional<double> before;  // of the pair before it, where there is one
  double h = 0;                  // s, the finest step of the pair
  double uncertainty = 0;        // of the slope: what the floors of its two errors can do to it

  bool has_settled() const;  // two slopes that agree within 0.2
};

ObservedOrder observe_order(std::vector<OrderPoint> points, double declared);

enum class OrderVerdict { reached, missed, not_yet_asymptotic, too_few_runs };
const char* text_of(OrderVerdict verdict);

// reached: the slope is within 0.15 of the declared order, or has settled above it. missed: it has settled more than
// 0.4 below, and does not move towards it. Everything between is not yet asymptotic: smaller steps would tell.
OrderVerdict judge_order(const ObservedOrder& seen, double declared);

}  // namespace daedalus
