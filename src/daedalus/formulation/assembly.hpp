// assembly.hpp: from the positions a model's author drew to a consistent start.
//
//   positions    repeat  [W Gᵀ; G 0](dq; μ) = (0; −g),  q += dq     steps limited, so that the drawn branch is kept
//   velocities           [W Gᵀ; G 0](dv; ν) = (0; −g_dot)
//
// W is M weighted by the bodies' assembly weights: a locked body is (nearly) infinitely heavy. Initial conditions on
// freedoms are constraint rows that hold for this moment only. Bodies are always put together in absolute coordinates,
// so that every formulation starts with the same motion; the coordinates of another one are taken from there and
// settled on its own constraints. A flexible body is put together as a rigid one, bent as its start says; one that
// starts quasi-statically is bent so that its modal coordinates have no acceleration where they have no rate, η'' = 0
// with η' = 0, while everything else starts as it would; and where modes are much faster than their loads, so that they
// follow these without vibrating: η''' = 0 and η'''' = 0 along the motion.
#pragma once

#include <string>
#include <vector>

#include "daedalus/system/state.hpp"

namespace daedalus {

class ModelSystem;

struct BodyShift {
  std::string body;
  double distance = 0;  // m, of its center of mass
  double turn = 0;      // rad
};

struct AssemblyReport {
  bool assembled = false;
  int iterations = 0;
  double position_gap = 0, velocity_gap = 0;  // largest row before assembly
  std::vector<BodyShift> moved;               // bodies that moved by more than 1e-9, the farthest first
  double largest_velocity_change = 0;
  std::string failure;                     // which loop, how far apart, what to do; when not assembled
  std::vector<std::string> lines() const;  // for people
};

struct Assembled {
  State state;  // consistent, with a and lambda, when report.assembled
  AssemblyReport report;
};

Assembled assemble(const ModelSystem& system);

}  // namespace daedalus
