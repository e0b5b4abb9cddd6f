// model_check.hpp: what can be said about a mechanism: its freedoms, redundant rows, residuals, energy and joint
// limits.
#pragma once

#include <string>
#include <vector>

#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

// A freedom whose joint has limits, at a state. An angle counts up to full turns.
struct LimitCheck {
  std::string freedom, unit;  // 'elbow.angle', 'rad'
  double value = 0;
  JointLimits limits;
  bool is_outside = false;
  std::string line() const;
};

// The mechanism at a state that satisfies its constraints.
struct CheckReport {
  std::string model, formulation;
  double t = 0;
  Index bodies = 0, coordinates = 0, constraints = 0, rank = 0;
  Index degrees_of_freedom = 0;        // coordinates − rank
  std::vector<std::string> redundant;  // rows that say nothing new, 'pin_3.y'
  double position_residual = 0, velocity_residual = 0, acceleration_residual = 0;
  double kinetic_energy = 0, potential_energy = 0;
  double total_mass = 0;
  std::vector<LimitCheck> limits;
  std::vector<std::string> lines() const;
};

CheckReport check_model(const ModelSystem& system, const State& state);

}  // namespace daedalus
