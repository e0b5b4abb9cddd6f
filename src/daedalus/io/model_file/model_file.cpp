#include "daedalus/io/model_file/model_file.hpp"

#include <fmt/format.h>

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

std::optional<Model> read_sources(const std::string& text, const std::filesystem::path& file,
                                  const std::vector<OptionSetting>& settings, const ModelFileLimits& limits,
                                  Problems& problems) {
  const bool is_urdf = file.extension() == ".urdf";
  const Sources sources = is_urdf ? Sources{} : load_sources(text, file, limits, problems);
  Values values(problems, limits);
  ModelBuilder builder(text_at(sources, "name", file.stem().string()));
  builder.describe(text_at(sources, "description", ""));
  for (ModelParameter& parameter : read_parameters(sources.section("parameters"), settings, values))
    builder.parameter(std::move(parameter));
  ModelReader reader(sources, values, builder);
  if (is_urdf) {
    builder.describe("the robot of " + file.filename().string());
    constexpr double g = 9.81;
    builder.gravity({0, 0, -g});
    builder.add_note(fmt::format("gravity is taken as [0, 0, {}] m/s²: a URDF file does not say, a side file can", -g));
    reader.import_urdf(text, file.string(), UrdfForm{});
  }
  reader.read_all();
  if (!problems.empty()) return std::nullopt;
  return builder.finish();
}

}  // namespace

Model read_model_text(const std::string& text, const std::string& name, const std::vector<OptionSetting>& parameters,
                      const ModelFileLimits& limits) {
  Problems problems(limits.problems);
  try {
    if (auto model = read_sources(text, name, parameters, limits, problems)) return *std::move(model);
  } catch (const StopReading&) {}
  throw ModelError(problems.text());
}

Model read_model(const std::filesystem::path& file, const std::vector<OptionSetting>& parameters,
                 const ModelFileLimits& limits) {
  return read_model_text(read_bytes(file, limits.file_bytes), file.string(), parameters, limits);
}

}  // namespace daedalus
