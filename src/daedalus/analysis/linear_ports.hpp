// linear_ports.hpp: inputs and outputs of linearized equations, x' = A x + B u, w = C x + D u.
//
//   input    a unit force along a freedom of a joint or a named measure (it increases it), or one more unit of a
//            point_force or point_torque
//   output   a channel of the model: positions, velocities, accelerations, reactions, forces
// With F u the generalized forces of the inputs, B = (0; N_vᵀ F; 0), and D holds what a unit of each input changes in
// the channels at once, through accelerations and multipliers. C is made by central differences of the channels along
// the states.
// Not inputs: motions of drivers, targets and commands of controllers, roads.
#pragma once

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

struct LinearPorts {
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> units;  // of the outputs
  MatX B, C, D;
};

// Everything that can be an input, by name.
std::vector<std::string> input_names(const Model& model);

// `outputs` are channel patterns. Throws OptionError for a name or pattern that is nothing, with what is known.
LinearPorts find_ports(const ModelSystem& system, const Linearization& linear, const std::vector<std::string>& inputs,
                       const std::vector<std::string>& outputs);

}  // namespace daedalus
