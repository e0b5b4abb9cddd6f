// settings.hpp: what was chosen when an FMU was made, as its library finds it again: resources/daedalus.json.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/fmi/independent_motion.hpp"
#include "daedalus/simulation/mechanism.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus::fmi {

enum class Version { fmi2, fmi3 };
enum class Kind { model_exchange, co_simulation };
enum class InputHold { hold, extrapolate };  // between the points where inputs are set, in co-simulation

struct Settings {
  std::string token;  // that the importer must show: of the model and of these settings
  std::string model;  // file below resources/, or the name of a closed-form system
  bool is_file = true;
  std::optional<std::string> formulation = {};
  std::vector<OptionSetting> parameters = {};  // given when it was made: they are the start values
  std::optional<StartFrom> start = {};
  std::string start_file = {};                         // below resources/
  std::vector<std::string> tunable = {};               // parameters
  std::vector<std::string> inputs = {}, outputs = {};  // by name
  std::optional<std::string> method = {};
  std::vector<OptionSetting> options = {};
  std::optional<double> h = {}, rtol = {}, atol = {};
  InputHold hold = InputHold::hold;
  Repartition repartition = Repartition::automatic;

  std::string text() const;                       // JSON
  static Settings from(const std::string& text);  // throws FileError
  // With other values of parameters than those given; `resources` is the folder of the unpacked FMU.
  MechanismRequest mechanism(const std::filesystem::path& resources, const std::vector<OptionSetting>& changed) const;
  // Of co-simulation. With a tolerance of the importer, where the method controls its error.
  RunRequest run(std::optional<double> tolerance) const;
};

}  // namespace daedalus::fmi
