// linearized_model.hpp: a model from text, at its start, with its modes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/model_file/model_file.hpp"

namespace daedalus::testing {

inline const char* const formulations[] = {"cartesian", "joint"};

// A rotor that spins with 20 rad/s in a carrier on springs; more forces may follow.
inline const std::string rotor_on_springs = R"(
bodies:
  carrier: {type: spatial, mass: 1, inertia: [0.001, 0.001, 0.001]}
  rotor: {type: spatial, mass: 1, inertia: [0.01, 0.01, 0.02], body_angular_velocity: [0, 0, 20]}
joints:
  tilt: {type: spherical, between: [carrier, ground]}
  spin: {type: revolute, between: [rotor, carrier]}
forces:
  springs: {type: bushing, between: [carrier, ground], torsional_stiffness: [1, 1, 1]}
)";

struct LinearizedModel {
  explicit LinearizedModel(const std::string& text, const std::string& formulation = "cartesian",
                           StartFrom from = StartFrom::drawn, const std::vector<OptionSetting>& settings = {})
      : model(read_model_text(text, "test.yaml", settings)), system(make_system(model, formulation)) {
    const Start start = find_start(*system, from);
    EXPECT_TRUE(start.assembly.assembled) << start.assembly.failure;
    linear = linearize(*system, start.state);
    modes = find_modes(linear);
    add_body_shares(*system, linear, modes);
  }

  // The modes that are not neutral, by rising |λ|.
  std::vector<Mode> moving_modes() const {
    std::vector<Mode> moving;
    for (const Mode& mode : modes)
      if (!mode.is_neutral) moving.push_back(mode);
    return moving;
  }

  Model model;
  std::unique_ptr<ModelSystem> system;
  Linearization linear;
  std::vector<Mode> modes;
};

inline void expect_eigenvalue(const Mode& mode, std::complex<double> expected, double tolerance = 1e-9) {
  EXPECT_NEAR(mode.eigenvalue.real(), expected.real(), tolerance * std::abs(expected));
  EXPECT_NEAR(mode.eigenvalue.imag(), expected.imag(), tolerance * std::abs(expected));
}

}  // namespace daedalus::testing
