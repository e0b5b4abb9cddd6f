// input_values.hpp: the values of inputs that are in force in one run.
//
// Equations depend on them as on parameters: whoever runs the steps sets them between two of them, never during one, so
// that within a step the equations are functions of the state alone. Runs that go on at once have values of their own,
// on one shared system.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/base/expects.hpp"
#include "daedalus/base/held_input.hpp"

namespace daedalus {

// A value for one of the inputs, by its place among them.
struct InputSetting {
  std::size_t input = 0;
  double value = 0;
};

class InputValues {
 public:
  InputValues() = default;
  explicit InputValues(const std::vector<HeldInputPtr>& inputs) : inputs_(inputs) {
    for (const HeldInputPtr& input : inputs) values_.push_back(input->initial);
  }

  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  const HeldInput& input(std::size_t i) const { return *inputs_[i]; }
  double operator[](std::size_t i) const { return values_[i]; }
  std::span<const double> values() const { return values_; }

  // Its value here. Inputs are few: they are looked for, so that functions need not know their place. One that is not
  // among them keeps its first value.
  double of(const HeldInput& input) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (inputs_[i].get() == &input) return values_[i];
    return input.initial;
  }

  void set(std::size_t i, double value) { values_[i] = value; }
  // The inputs that are named; the others keep their values. True when one has changed.
  bool set(std::span<const InputSetting> settings) {
    bool has_changed = false;
    for (const InputSetting& setting : settings)
      has_changed |= std::exchange(values_[setting.input], setting.value) != setting.value;
    return has_changed;
  }
  // All at once; none: their first values. Asks for no memory.
  void set(std::span<const double> values) {
    expects(values.empty() || values.size() == values_.size(), "an input has a value");
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = values.empty() ? inputs_[i]->initial : values[i];
  }

  void exchange(Archive& archive) {
    if (!empty()) archive("inputs", std::span<double>(values_));
  }

 private:
  std::vector<HeldInputPtr> inputs_;
  std::vector<double> values_;
};

}  // namespace daedalus
