#include "daedalus/io/state_file.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;
constexpr int state_format = 1;

Json by_name(const std::vector<std::string>& names, const VecX& values) {
  Json json = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) json[names[i]] = values[static_cast<Index>(i)];
  return json;
}

void take(const Json& json, const char* part, const std::vector<std::string>& names, VecX& values) {
  if (!json.contains(part)) return;
  std::map<std::string, Index> place;
  for (std::size_t i = 0; i < names.size(); ++i) place.emplace(names[i], static_cast<Index>(i));
  for (const auto& [name, value] : json.at(part).items()) {
    const auto at = place.find(name);
    if (at == place.end())
      throw FileError(
          fmt::format("{} '{}' is not in this model; the file may belong to another model or formulation", part, name));
    if (!value.is_number()) throw FileError(fmt::format("{} '{}' is not a number.", part, name));
    values[at->second] = value.get<double>();
  }
}

}  // namespace

void write_state(const std::filesystem::path& file, const System& system, const State& x) {
  const Layout& layout = system.layout();
  const Json json = {{"daedalus_state", state_format},
                     {"model", system.name()},
                     {"t", x.t},
                     {"positions", by_name(layout.coordinates, x.q)},
                     {"velocities", by_name(layout.coordinates, x.v)},
                     {"states", by_name(layout.states, x.s)}};
  write_whole_file(file, {json.dump(1), "\n"});
}

void read_state(const std::filesystem::path& file, const System& system, State& x) {
  constexpr std::size_t most_bytes = 1'000'000'000;
  const std::string text = read_bytes(file, most_bytes);
  try {
    const Json json = Json::parse(text);
    if (json.at("daedalus_state") != state_format) throw FileError("its format version is not supported");
    if (json.contains("t")) x.t = json.at("t").get<double>();
    take(json, "positions", system.layout().coordinates, x.q);
    take(json, "velocities", system.layout().coordinates, x.v);
    take(json, "states", system.layout().states, x.s);
  } catch (const FileError& problem) {
    throw FileError(fmt::format("{} is not a usable state: {}", file.string(), problem.what()));
  } catch (const Json::exception&) {
    throw FileError(fmt::format("{} is not a usable state: it is not a state file, or is truncated.", file.string()));
  }
}

}  // namespace daedalus
