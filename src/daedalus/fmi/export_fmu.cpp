#include "daedalus/fmi/export_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "daedalus/base/digest.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/base/scratch_folder.hpp"
#include "daedalus/base/version.hpp"
#include "daedalus/fmi/archive_file.hpp"
#include "daedalus/fmi/documentation.hpp"
#include "daedalus/fmi/fmu_library.hpp"
#include "daedalus/fmi/model_description.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/simulation/stepping.hpp"

namespace daedalus::fmi {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_resource_bytes = std::size_t{1} << 30;

// Below the folder that all of them share, so that they find each other by relative paths.
std::vector<FmuFile> collect(const std::vector<fs::path>& files, const std::string& prefix) {
  std::vector<fs::path> full;
  for (const fs::path& file : files) full.push_back(fs::weakly_canonical(file));
  fs::path shared = full.empty() ? fs::path() : full.front().parent_path();
  const auto is_below = [](const fs::path& file, const fs::path& folder) {
    const fs::path relative = file.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
  };
  for (const fs::path& file : full)
    while (!is_below(file, shared)) shared = shared.parent_path();
  std::vector<FmuFile> resources;
  for (std::size_t i = 0; i < files.size(); ++i)
    resources.push_back(
        {prefix + full[i].lexically_relative(shared).generic_string(), read_bytes(files[i], most_resource_bytes)});
  return resources;
}

// The model as the FMU will find it: a file that is referred to by an absolute path would not be there.
void require_complete(const Settings& settings, const std::vector<FmuFile>& resources, const Mechanism& original) {
  const ScratchFolder folder;
  for (const FmuFile& resource : resources) {
    const fs::path file = folder.path() / resource.name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << resource.bytes;
  }
  const FilesRead read;
  const Mechanism copy = load_mechanism(settings.mechanism(folder.path(), {}));
  for (const fs::path& file : read.files())
    if (fs::weakly_canonical(file).lexically_relative(fs::weakly_canonical(folder.path())).string().starts_with(".."))
      throw ModelError(
          fmt::format("the model refers to {} by an absolute path, which the machine of the importer does "
                      "not have. Use a path relative to the model file.",
                      file.string()));
  if (copy.system->identity() != original.system->identity())
    throw ModelError("the model in the FMU is not the same as the original: please report this.");
}

std::vector<std::string> all_inputs(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const HeldInputPtr& input : mechanism.system->layout().inputs) names.push_back(input->name);
  return names;
}

Settings make_settings(const FmuRequest& request, const Mechanism& mechanism, const ChannelSource& channels) {
  Settings settings;
  settings.is_file = !mechanism.file.empty();
  settings.model = settings.is_file ? "" : request.mechanism.name;
  settings.formulation = request.mechanism.formulation;
  settings.parameters = request.mechanism.parameters;
  settings.start = request.mechanism.start;
  settings.tunable = request.tunable;
  settings.inputs = request.inputs.empty() ? all_inputs(mechanism) : request.inputs;
  settings.outputs = possible_outputs(channels, request.outputs.empty() ? mechanism.outputs : request.outputs);
  settings.method = request.method;
  settings.options = request.options;
  settings.h = request.h;
  settings.rtol = request.rtol;
  settings.atol = request.atol;
  settings.hold = request.hold;
  settings.repartition = request.repartition;
  return settings;
}

std::string token_of(const Settings& settings, const std::vector<FmuFile>& resources, Version version_of_fmi) {
  Digest digest;
  digest.add(settings.text());
  for (const FmuFile& resource : resources) digest.add(resource.name), digest.add(resource.bytes);
  Digest other = digest;
  other.add(version());
  other.add(version_of_fmi == Version::fmi3 ? "3" : "2");
  const std::string a = digest.text(), b = other.text();  // in the form of a GUID
  return fmt::format("{{{}-{}-{}-{}-{}}}", a.substr(0, 8), a.substr(8, 4), a.substr(12, 4), b.substr(0, 4),
                     b.substr(4));
}

}  // namespace

std::vector<FmuFile> make_fmu_files(const FmuRequest& request, FmuReport& report) {
  if (request.kinds.empty()) throw OptionError("an FMU needs a kind: me, cs or both.");
  const FilesRead read;
  const Mechanism mechanism = load_mechanism(request.mechanism);
  if (mechanism.model && !mechanism.model->controllers().empty())
    throw ModelError(
        fmt::format("{}: controllers in FMUs do not travel in another FMU. Leave them out, and connect their "
                    "FMUs where this one is used.",
                    mechanism.name()));
  const auto channels = mechanism.make_channels();
  Settings settings = make_settings(request, mechanism, *channels);

  std::vector<fs::path> files = read.files();
  std::vector<FmuFile> resources;  // below resources/
  if (const std::string& start = request.mechanism.start_file; !start.empty()) {
    std::erase(files, fs::path(start));
    settings.start_file = "start.json";
    resources.push_back({settings.start_file, read_bytes(start, most_resource_bytes)});
  }
  if (settings.is_file) {
    std::vector<FmuFile> of_model = collect(files, "model/");
    const auto main = std::find(files.begin(), files.end(), fs::path(mechanism.file)) - files.begin();
    settings.model = of_model.at(static_cast<std::size_t>(main)).name;
    resources.insert(resources.end(), of_model.begin(), of_model.end());
  }
  settings.token = token_of(settings, resources, request.version);
  IndependentMotion motion(mechanism.system, mechanism.start, settings.repartition);
  const Variables variables(mechanism, settings, motion, *channels);
  require_complete(settings, resources, mechanism);
  // Method and step are refused here, not when the FMU is used.
  if (std::find(request.kinds.begin(), request.kinds.end(), Kind::co_simulation) != request.kinds.end())
    Stepping(mechanism, settings.run({}));

  DescriptionRequest described{.version = request.version,
                               .kinds = request.kinds,
                               .name = mechanism.name(),
                               .description = mechanism.model ? mechanism.model->description() : "",
                               .token = settings.token,
                               .identifier = identifier_of(mechanism.name()),
                               .t_start = mechanism.start.t,
                               .t_end = std::max(mechanism.suggested.t_end, mechanism.start.t + 1e-6),
                               .rtol = settings.rtol.value_or(mechanism.suggested.rtol)};
  described.step = settings.h.value_or(mechanism.suggested.h);
  std::vector<FmuFile> all = {{"modelDescription.xml", make_model_description(described, variables)},
                              {"resources/daedalus.json", settings.text()}};
  for (const FmuFile& resource : resources) all.push_back({"resources/" + resource.name, resource.bytes});
  const std::string terminals = request.version == Version::fmi3 ? make_terminals(variables) : "";
  if (!terminals.empty()) all.push_back({"terminalsAndIcons/terminalsAndIcons.xml", terminals});

  report = {.name = described.name,
            .description = described.description,
            .identifier = described.identifier,
            .token = settings.token};
  report.states = variables.count(Role::state);
  report.inputs = variables.count(Role::input);
  report.outputs = variables.count(Role::output);
  report.parameters = variables.count(Role::parameter) + variables.count(Role::word);
  report.indicators = variables.count(Role::indicator);
  for (const FmuFile& resource : resources) report.resources.push_back(resource.name);
  return all;
}

FmuReport export_fmu(const FmuRequest& request) {
  FmuReport report;
  const std::vector<FmuFile> files = make_fmu_files(request, report);
  const FmuLibrary library = find_fmu_library(request.library_beside);
  ArchiveFile archive(request.file);
  const std::string folder = request.version == Version::fmi3 ? "binaries/x86_64-linux/" : "binaries/linux64/";
  for (const FmuFile& file : files) archive.add(file.name, file.bytes);
  archive.add(folder + report.identifier + ".so", read_bytes(library.file, most_resource_bytes));
  for (const fs::path& carried : library.carried)
    archive.add(folder + carried.filename().string(), read_bytes(carried, most_resource_bytes));
  archive.add("documentation/index.html", make_documentation(report.name, report.description, library));
  archive.finish();
  for (const fs::path& carried : library.carried) report.carried.push_back(carried.filename().string());
  report.expected = library.expected;
  report.bytes = fs::file_size(request.file);
  return report;
}

}  // namespace daedalus::fmi
