#include "daedalus/model/forces/powertrain.hpp"

#include <Eigen/LU>

namespace daedalus {

Powertrain::Masses Powertrain::masses() const {
  Masses mass = Masses::Identity();
  for (int i = 0; i < wheels; ++i)
    for (int j = 0; j < wheels; ++j)
      mass(i, j) =
          turbine_inertia / (wheels * wheels) + (i / 2 == j / 2 ? axle_inertia / 4 : 0) + (i == j ? side_inertia : 0);
  return mass;
}

std::vector<StateInfo> Powertrain::state_list() const {
  std::vector<StateInfo> states = {{"engine", initial_engine, engine_inertia}};
  const Masses inverse = masses().inverse();
  for (int i = 0; i < wheels; ++i) {
    std::vector<double> response = {0};
    for (int j = 0; j < wheels; ++j) response.push_back(inverse(j, i));
    states.push_back({"side_" + std::to_string(i + 1), initial_side.empty() ? 0.0 : initial_side[i], 1, response});
  }
  return states;
}

void Powertrain::prepare() {
  mass_ = masses();
  response_ = mass_.inverse().rowwise().sum();
}

}  // namespace daedalus
