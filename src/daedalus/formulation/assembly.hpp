// assembly.hpp: from the positions a model's author drew to a consistent start, and what can be said about a mechanism.
//
//   positions    repeat  [W Gᵀ; G 0](dq; μ) = (0; −g),  q += dq     steps limited, so that the drawn branch is kept
//   velocities           [W Gᵀ; G 0](dv; ν) = (0; −g_dot)
//
// W is M weighted by the bodies' assembly weights: a locked body is (nearly) infinitely heavy. Initial conditions on
// freedoms are constraint rows that hold for this moment only. Bodies are always put together in absolute coordinates, so that
// every formulation starts with the same motion; the coordinates of another one are taken from there and settled on its own
// constraints. A flexible body is put together as a rigid one, bent as its start says; one that starts quasi-statically is bent so that its
// modal coordinates have no acceleration where they have no rate, η'' = 0 with η' = 0, while everything else starts as it would; and where modes
// are much faster than their loads, so that they follow these without vibrating: η''' = 0 and η'''' = 0 along the motion.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/model.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct BodyShift {
  std::string body;
  double distance = 0;   // m, of its centre of mass
  double turn = 0;       // rad
};

struct AssemblyReport {
  bool assembled = false;
  int iterations = 0;
  double position_gap = 0, velocity_gap = 0;       // largest row before assembly
  std::vector<BodyShift> moved;                    // bodies that moved by more than 1e-9, the farthest first
  double largest_velocity_change = 0;
  std::string failure;                             // which loop, how far apart, what to do; when not assembled
  std::vector<std::string> lines() const;          // for people
};

struct Assembled {
  State state;                                     // consistent, with a and lambda, when report.assembled
  AssemblyReport report;
};

// `system` was made of `model`.
Assembled assemble(const Model& model, const System& system);

// A motion found in absolute coordinates in those of `system`, settled on its own constraints.
Assembled carry_over(const Model& model, const Assembled& found, const System& system);

// A freedom whose joint has limits, at a state. An angle counts up to full turns.
struct LimitCheck {
  std::string freedom, unit;                       // 'elbow.angle', 'rad'
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
  Index degrees_of_freedom = 0;                    // coordinates − rank
  std::vector<std::string> redundant;              // rows that say nothing new, 'pin_3.y'
  double position_residual = 0, velocity_residual = 0, acceleration_residual = 0;
  double kinetic_energy = 0, potential_energy = 0;
  double total_mass = 0;
  std::vector<LimitCheck> limits;
  std::vector<std::string> lines() const;
};

CheckReport check_model(const Model& model, const System& system, const State& state);

}  // namespace daedalus
