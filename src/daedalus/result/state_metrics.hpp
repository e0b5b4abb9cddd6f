// state_metrics.hpp: how well a state keeps the constraints, its energy and the power that changes it, for any system.
//
//   d/dt (T + V) = supplied - dissipated,   supplied = that of loads and controllers + lambdaᵀ (g_dot - G v)
//
// The last term is the power of the drivers: the constraint force -Gᵀ lambda acts on v, and G v = -g_t on the
// constraints.
#pragma once

#include "daedalus/result/report.hpp"

namespace daedalus {

struct StateMetrics {
  ConstraintResiduals residuals = {};  // largest absolute values of this state
  double kinetic = 0, potential = 0;   // J
  double dissipated = 0;               // W
  double supplied = 0;                 // W, the drivers' share included
  double driven = 0;                   // W, that share
  double total() const { return kinetic + potential; }
  double power_of_forces() const { return supplied - driven - dissipated; }
};

// `level` is scratch of nc values, which keeps the residual of the acceleration level; eq.value has those of the
// others.
StateMetrics compute_metrics(Equations& eq, const State& x, VecX& level);

}  // namespace daedalus
