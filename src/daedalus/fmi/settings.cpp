#include "daedalus/fmi/settings.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"

namespace daedalus::fmi {
namespace {

using Json = nlohmann::ordered_json;

constexpr int settings_format = 1;

Json json_of(const std::vector<OptionSetting>& settings) {
  Json list = Json::array();
  for (const OptionSetting& setting : settings) list.push_back({setting.name, setting.value});
  return list;
}

std::vector<OptionSetting> settings_in(const Json& list) {
  std::vector<OptionSetting> settings;
  for (const Json& pair : list) settings.push_back({pair.at(0), pair.at(1)});
  return settings;
}

template <class Value>
Json json_of(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

template <class Value>
std::optional<Value> optional_in(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<Value>(json.get<Value>());
}

Settings settings_of(const Json& json) {
  if (const int format = json.at("daedalus_fmu"); format != settings_format)
    throw FileError(fmt::format("it has format {}, this library reads format {}", format, settings_format));
  Settings settings;
  settings.token = json.at("token");
  settings.model = json.at("model");
  settings.is_file = json.at("is_file");
  settings.formulation = optional_in<std::string>(json.at("formulation"));
  settings.parameters = settings_in(json.at("parameters"));
  if (!json.at("start").is_null())
    settings.start = json.at("start") == "equilibrium" ? StartFrom::equilibrium : StartFrom::drawn;
  settings.start_file = json.at("start_file");
  settings.tunable = json.at("tunable").get<std::vector<std::string>>();
  settings.inputs = json.at("inputs").get<std::vector<std::string>>();
  settings.outputs = json.at("outputs").get<std::vector<std::string>>();
  settings.method = optional_in<std::string>(json.at("method"));
  settings.options = settings_in(json.at("options"));
  settings.h = optional_in<double>(json.at("h"));
  settings.rtol = optional_in<double>(json.at("rtol"));
  settings.atol = optional_in<double>(json.at("atol"));
  settings.hold = json.at("between_inputs") == "extrapolate" ? InputHold::extrapolate : InputHold::hold;
  settings.repartition = json.at("partition") == "fixed" ? Repartition::never : Repartition::automatic;
  return settings;
}

}  // namespace

std::string Settings::text() const {
  const Json start_word = start ? Json(*start == StartFrom::equilibrium ? "equilibrium" : "drawn") : Json();
  const Json json = {{"daedalus_fmu", settings_format},
                     {"token", token},
                     {"model", model},
                     {"is_file", is_file},
                     {"formulation", json_of(formulation)},
                     {"parameters", json_of(parameters)},
                     {"start", start_word},
                     {"start_file", start_file},
                     {"tunable", tunable},
                     {"inputs", inputs},
                     {"outputs", outputs},
                     {"method", json_of(method)},
                     {"options", json_of(options)},
                     {"h", json_of(h)},
                     {"rtol", json_of(rtol)},
                     {"atol", json_of(atol)},
                     {"between_inputs", hold == InputHold::extrapolate ? "extrapolate" : "hold"},
                     {"partition", repartition == Repartition::never ? "fixed" : "automatic"}};
  return json.dump(1) + "\n";
}

Settings Settings::from(const std::string& text) {
  try {
    return settings_of(Json::parse(text));
  } catch (const nlohmann::json::exception& problem) {
    throw FileError(fmt::format("resources/daedalus.json is damaged: {}", problem.what()));
  } catch (const FileError& problem) {
    throw FileError(fmt::format("resources/daedalus.json cannot be used: {}.", problem.what()));
  }
}

MechanismRequest Settings::mechanism(const std::filesystem::path& resources,
                                     const std::vector<OptionSetting>& changed) const {
  MechanismRequest request{.name = is_file ? (resources / model).string() : model, .formulation = formulation};
  for (const OptionSetting& setting : parameters) {
    bool is_changed = false;
    for (const OptionSetting& other : changed) is_changed = is_changed || other.name == setting.name;
    if (!is_changed) request.parameters.push_back(setting);
  }
  request.parameters.insert(request.parameters.end(), changed.begin(), changed.end());
  request.start = start;
  if (!start_file.empty()) request.start_file = (resources / start_file).string();
  return request;
}

RunRequest Settings::run(std::optional<double> tolerance) const {
  RunRequest request{.method = method, .options = options, .h = h, .rtol = rtol, .atol = atol};
  request.monitoring = Monitoring::off;
  if (tolerance && !h) request.rtol = tolerance, request.atol.reset();
  return request;
}

}  // namespace daedalus::fmi
