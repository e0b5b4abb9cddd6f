// sampled_inputs.hpp: somebody beside the equations who looks at the motion at certain instants and sets inputs there: a
// digital controller.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/input_values.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus {

class SampledInputs {
 public:
  virtual ~SampledInputs() = default;
  // s, when it wants to look next, not before the last look; infinity: never again. Steps end there.
  virtual double next() const = 0;
  // At that time. Inputs from there on are appended; a failure ends the run.
  virtual std::optional<Failure> sample(const State& x, std::span<const double> inputs,
                                        std::vector<InputSetting>& settings) = 0;
};

}  // namespace daedalus
