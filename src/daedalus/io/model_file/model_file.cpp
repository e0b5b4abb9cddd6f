#include "daedalus/io/model_file/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/io/model_file/parameters.hpp"
#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/io/model_file/values.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus {
namespace {

using namespace model_file;

std::string text_at(const Sources& sources, std::string_view key, const std::string& otherwise) {
  const auto at = sources.single.find(key);
  return at == sources.single.end() || at->second->kind != Node::Kind::text ? otherwise : at->second->text;
}

// A path may hold any bytes; a name goes into reports and result files, which are UTF-8.
std::string name_of(const std::filesystem::path& file) {
  std::string name = file.stem().string();
  const bool ascii = std::all_of(name.begin(), name.end(), [](char c) { return c > 0; });
  if (ascii) return name;
  using Json = nlohmann::json;
  return Json::parse(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

bool is_mjcf_file(const std::filesystem::path& file) {
  return file.extension() == ".xml" || file.extension() == ".mjcf";
}

std::optional<Model> read_sources(const std::string& text, const std::filesystem::path& file,
                                  const std::vector<OptionSetting>& settings, const ModelFileLimits& limits,
                                  const ModelAdditions& additions, Problems& problems) {
  const bool is_urdf = file.extension() == ".urdf", is_mjcf = is_mjcf_file(file);
  const Sources sources = is_urdf || is_mjcf ? Sources{} : load_sources(text, file, limits, problems);
  Values values(problems, limits);
  ModelBuilder builder(text_at(sources, "name", name_of(file)));
  builder.describe(text_at(sources, "description", ""));
  for (ModelParameter& parameter : read_parameters(sources.section("parameters"), settings, values))
    builder.parameter(std::move(parameter));
  ModelReader reader(sources, values, builder, additions.functions);
  if (is_urdf) {
    builder.describe("the robot of " + file.filename().string());
    constexpr double g = 9.81;
    builder.gravity({0, 0, -g});
    builder.add_note(
        fmt::format("gravity defaults to [0, 0, {}] m/s²: URDF files do not define it; a side file can", -g));
    reader.import_urdf(text, file.string(), UrdfForm{});
  }
  if (is_mjcf) {
    builder.describe("the model of " + file.filename().string());
    reader.import_mjcf(text, file.string());
  }
  reader.read_all();
  if (!problems.empty()) return std::nullopt;
  Digest digest;
  sources.add_to(digest);
  digest.add(reader.robot_digest());
  builder.digest(digest.text());
  if (additions.complete) additions.complete(builder);
  return builder.finish();
}

}  // namespace

std::string place_of_element(const std::filesystem::path& file, const std::string& name) {
  const ModelFileLimits limits;
  Problems problems(limits.problems);
  if (file.extension() == ".urdf" || is_mjcf_file(file)) return file.string();
  try {
    const Sources sources = load_sources(read_bytes(file, limits.file_bytes), file, limits, problems);
    for (std::string part = name; !part.empty(); part = part.substr(0, part.rfind('.'))) {
      for (const char* section : {"joints", "drivers", "bodies", "forces", "measures"})
        if (const Entry* entry = sources.section(section).find(part)) return problems.text_of(entry->place);
      if (part.rfind('.') == std::string::npos) break;
    }
  } catch (const StopReading&) {
  } catch (const FileError&) {}
  return file.string();
}

Model read_model_text(const std::string& text, const std::string& name, const std::vector<OptionSetting>& parameters,
                      const ModelFileLimits& limits, const ModelAdditions& additions) {
  Problems problems(limits.problems);
  try {
    if (auto model = read_sources(text, name, parameters, limits, additions, problems)) return *std::move(model);
  } catch (const StopReading&) {}
  throw ModelError(problems.text());
}

Model read_model(const std::filesystem::path& file, const std::vector<OptionSetting>& parameters,
                 const ModelFileLimits& limits, const ModelAdditions& additions) {
  return read_model_text(read_bytes(file, limits.file_bytes), file.string(), parameters, limits, additions);
}

}  // namespace daedalus
