// variables.hpp: the variables of an FMU in the order of their value references: time, inputs, parameters, states and
// their derivatives, event indicators, outputs. Made from the mechanism and the settings, by the one who writes the model
// description and by the library inside the FMU alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/cosimulation/abi.hpp"
#include "daedalus/fmi/settings.hpp"

namespace daedalus::fmi {

enum class Role { time, input, parameter, word, state, derivative, indicator, output };  // word: a parameter of choices

struct Variable {
  Role role = Role::output;
  std::size_t place = 0;  // among the inputs, parameters or channels of the model, or in y
  std::string name, description, unit;
  std::optional<double> start = {}, minimum = {}, maximum = {}, nominal = {};
  std::string word = {};  // start of a Role::word
  bool is_tunable = false;
};

class Variables {
 public:
  // Throws OptionError for an input or a parameter that is not there.
  Variables(const Mechanism& mechanism, const Settings& settings, IndependentMotion& motion,
            const ChannelSource& channels);

  const std::vector<Variable>& all() const { return all_; }
  const Variable* find(Reference reference) const { return reference < all_.size() ? &all_[reference] : nullptr; }
  Reference first(Role role) const;  // where the block of a role begins
  Index count(Role role) const;
  // The same variables: what a changed parameter must not change.
  friend bool operator==(const Variables& a, const Variables& b);

 private:
  void add(Variable variable);
  void add_inputs(const Mechanism& mechanism, const Settings& settings);
  void add_parameters(const Mechanism& mechanism, const Settings& settings);
  void add_states(const Mechanism& mechanism, const Settings& settings, IndependentMotion& motion);
  void add_outputs(const Settings& settings, const ChannelSource& channels);

  std::vector<Variable> all_;
};

// Channels that say something about the motion, not about the steps that led to it: what an FMU can have as outputs.
std::vector<std::string> possible_outputs(const ChannelSource& channels, const std::vector<std::string>& patterns);

}  // namespace daedalus::fmi
