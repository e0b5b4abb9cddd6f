// export_fmu.hpp: a mechanism as a functional mock-up unit.
//
//   export_fmu({.mechanism = {.name = "slider_crank"}, .file = "slider_crank.fmu"});
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "daedalus/fmi/settings.hpp"

namespace daedalus::fmi {

struct FmuRequest {
  MechanismRequest mechanism;
  std::filesystem::path file;
  Version version = Version::fmi3;
  std::vector<Kind> kinds = {Kind::model_exchange, Kind::co_simulation};
  std::vector<std::string> inputs = {};   // names; none: all of the model
  std::vector<std::string> outputs = {};  // patterns of channels; none: those the model suggests
  std::vector<std::string> tunable = {};  // parameters
  std::optional<std::string> method = {};
  std::vector<OptionSetting> options = {};
  std::optional<double> h = {}, rtol = {}, atol = {};
  InputHold hold = InputHold::hold;
  Repartition repartition = Repartition::automatic;
  std::filesystem::path library_beside = {};  // another place for the library: fmu_library.hpp
};

struct FmuReport {
  std::string name, description;  // of the model
  std::string identifier, token;
  long states = 0, inputs = 0, outputs = 0, parameters = 0, indicators = 0;
  std::vector<std::string> resources;  // model files and what they include
  std::vector<std::string> carried;    // libraries
  std::vector<std::string> expected;
  std::uintmax_t bytes = 0;
};

struct FmuFile {
  std::string name;  // in the archive
  std::string bytes;
};

// All of it but the libraries. Throws ModelError, OptionError or FileError.
std::vector<FmuFile> make_fmu_files(const FmuRequest& request, FmuReport& report);

FmuReport export_fmu(const FmuRequest& request);

}  // namespace daedalus::fmi
