// input.hpp: f(t) = the value that was last set from outside (base/input_values.hpp), the same over a whole step.
//
// For loads, targets and commands. Not for motions of drivers and bodies: a value that jumps from step to step has no
// velocity, and ModelBuilder refuses it there.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daedalus/base/held_input.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

class HeldFunction final : public Function {
 public:
  explicit HeldFunction(HeldInputPtr input) : input_(std::move(input)) {}
  double derivative(double, int order) const override { return order == 0 ? input_->initial : 0.0; }
  double at(double, const InputValues* inputs) const override { return inputs ? inputs->of(*input_) : input_->initial; }
  std::string text() const override {
    return fmt::format("input '{}', initially {:.6g}", input_->name, input_->initial);
  }
  const HeldInputPtr& input() const { return input_; }

 private:
  HeldInputPtr input_;
};

// The input behind a function, or nothing.
inline HeldInputPtr find_input(const FunctionPtr& function) {
  const auto* held = dynamic_cast<const HeldFunction*>(function.get());
  return held ? held->input() : nullptr;
}

struct InputFunction {
  static constexpr const char* type = "input";
  static constexpr const char* meaning = "a value set from outside while the model runs, held constant over each step";

  std::string name;
  double initial = 0;
  std::optional<double> min, max;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("name", name, Field{}, "name of the signal [name of the function or element]");
    v("initial", initial, Field{}, "initial value");
    v("min", min, Field{}, "minimum; smaller values are clamped");
    v("max", max, Field{}, "maximum; larger values are clamped");
  }

  // A model shows it as an input when its ModelBuilder is told of it.
  FunctionPtr make() const {
    check_fields(*this, "input function");
    HeldInput input{.name = name, .initial = initial};
    if (min) input.minimum = *min;
    if (max) input.maximum = *max;
    if (!(input.minimum <= initial && initial <= input.maximum))
      throw ModelError(fmt::format("input function: initial = {} must lie between min = {} and max = {}.", initial,
                                   input.minimum, input.maximum));
    return std::make_shared<const HeldFunction>(std::make_shared<const HeldInput>(std::move(input)));
  }
};

}  // namespace daedalus
