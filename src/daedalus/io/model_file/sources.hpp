// sources.hpp: a model file and all that it includes, merged into sections.
//
// An included file is read as if its entries stood before those of the file that includes it. An element must not be
// given twice; a parameter, `gravity` or a key of `run`, `tree` or `view` given by the including file replaces the
// included one. A file that is included by two others is read once.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/base/digest.hpp"
#include "daedalus/io/model_file/document.hpp"

namespace daedalus::model_file {

// Every key at the top of a file. The reader and the schema take their sections from here.
enum class TopLevelForm { text, files, vector, mapping, patterns, urdf, mjcf };
struct TopLevelKey {
  const char* name;
  TopLevelForm form;
  const char* meaning;
};
inline constexpr std::array<TopLevelKey, 22> top_level_keys = {{
    {"name", TopLevelForm::text, "name of the model [file name]"},
    {"description", TopLevelForm::text, "short description of the model"},
    {"source", TopLevelForm::text, "source of the data"},
    {"units", TopLevelForm::text, "only SI: m, kg, s, N, rad"},
    {"include", TopLevelForm::files, "other model files to include, relative to this file"},
    {"urdf", TopLevelForm::urdf, "a URDF file to include, relative to this file"},
    {"mjcf", TopLevelForm::mjcf, "an MJCF file (MuJoCo) to include, relative to this file"},
    {"parameters", TopLevelForm::mapping, "named numbers for use in expressions; --set NAME=VALUE overrides them"},
    {"gravity", TopLevelForm::vector, "acceleration of gravity in m/s² [0, 0, 0]"},
    {"functions", TopLevelForm::mapping, "named functions of time or of another variable"},
    {"tracks", TopLevelForm::mapping, "railway lines by name, made of segments; bodies travel along them"},
    {"bodies", TopLevelForm::mapping, "bodies by name; 'ground' always exists"},
    {"joints", TopLevelForm::mapping, "joints by name"},
    {"drivers", TopLevelForm::mapping, "drivers by name: joint freedoms or measures that follow a function of time"},
    {"measures", TopLevelForm::mapping, "scalars between two markers, for channels, controllers and drivers"},
    {"forces", TopLevelForm::mapping, "forces and controllers, by name"},
    {"controllers", TopLevelForm::mapping, "controllers in FMUs, which read channels and drive inputs, by name"},
    {"initial", TopLevelForm::mapping, "initial values and rates of freedoms, by name of the freedom"},
    {"outputs", TopLevelForm::patterns, "channels to write, as patterns such as crank.* [all]"},
    {"tree", TopLevelForm::mapping, "hints for joint coordinates: joints that carry coordinates, joints to cut"},
    {"view", TopLevelForm::mapping, "display hints: camera, traces, plots"},
    {"run", TopLevelForm::mapping, "default method, end time and tolerances"},
}};
std::vector<std::string> top_level_names();

// Not empty, printable, and not longer than paths are.
bool is_file_name(std::string_view text);

class Section {
 public:
  const std::vector<Entry>& entries() const { return entries_; }
  const Entry* find(const std::string& key) const;
  void add(const Entry& entry);
  void replace(const Entry& entry);  // or add

 private:
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
};

// The value of `urdf:` or `mjcf:` and the file that has it.
struct RobotSource {
  std::string key;
  NodePtr node;
  std::filesystem::path from;
};

struct Sources {
  std::map<std::string, NodePtr, std::less<>> single;    // name, description, gravity
  std::map<std::string, Section, std::less<>> sections;  // those that are mappings
  std::vector<NodePtr> outputs;
  std::optional<RobotSource> robot;

  const Section& section(std::string_view name) const;

  // Of everything that the equations are made of: not of texts for people, nor of suggestions for runs and pages.
  // Parameters count by their values.
  void add_to(Digest& digest) const;
};

// Throws StopReading when no mapping can be found at the top; everything else is in `problems`.
Sources load_sources(const std::string& text, const std::filesystem::path& file, const ModelFileLimits& limits,
                     Problems& problems);

}  // namespace daedalus::model_file
