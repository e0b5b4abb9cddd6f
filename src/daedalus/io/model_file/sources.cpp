#include "daedalus/io/model_file/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"

namespace daedalus::model_file {
namespace {

namespace fs = std::filesystem;

bool is_mapping_section(std::string_view name) {
  return std::any_of(top_level_keys.begin(), top_level_keys.end(),
                     [&](const TopLevelKey& key) { return name == key.name && key.form == TopLevelForm::mapping; });
}

// Its entries replace those of included files; all others must be given once.
bool is_replaceable(std::string_view section) {
  return section == "parameters" || section == "run" || section == "tree" || section == "view";
}

class Loader {
 public:
  Loader(const ModelFileLimits& limits, Problems& problems) : limits_(limits), problems_(problems) {}

  // A file with what it includes.
  Sources load(const std::string& text, const fs::path& file) {
    const int number = problems_.add_file(file.string());
    total_bytes_ += text.size();
    const Place top{number, 1, 1};
    if (text.size() > limits_.file_bytes)
      problems_.add_and_stop(top, fmt::format("the file has more than {} bytes.", with_commas(limits_.file_bytes)),
                             "Split it, or generate its elements by repetition (for:).");
    if (total_bytes_ > limits_.total_bytes)
      problems_.add_and_stop(
          top, fmt::format("the included files have more than {} bytes in total.", with_commas(limits_.total_bytes)));
    const NodePtr root = parse_document(text, number, limits_, problems_);
    if (!root && !problems_.empty()) return {};
    if (!root || root->kind == Node::Kind::empty) {
      problems_.add(top, "the file is empty.", "A model needs at least bodies:, see docs/guide/model_files.md.");
      return {};
    }
    if (root->kind != Node::Kind::mapping) {
      problems_.add(root->place,
                    fmt::format("expected a mapping at the top level of the file, found {}.", root->shown()),
                    "A model file has keys such as bodies:, joints: and forces:.");
      return {};
    }
    check_keys(*root);

    open_.push_back(identity(file));
    Sources sources;
    if (const Entry* include = root->find("include")) add_includes(*include->value, file, sources);
    add_own(*root, file, sources);
    open_.pop_back();
    return sources;
  }

 private:
  static fs::path identity(const fs::path& file) {
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(file, ignored);
    return ignored ? file : path;
  }

  void check_keys(const Node& root) {
    static const std::vector<std::string> known = top_level_names();
    for (const Entry& entry : root.entries)
      if (std::find(known.begin(), known.end(), entry.key) == known.end())
        problems_.add(entry.place, fmt::format("unknown key {}.{}", shown(entry.key), suggestion(entry.key, known)),
                      "Available: " + join(known) + ".");
  }
  static std::string join(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  void add_includes(const Node& include, const fs::path& from, Sources& sources) {
    if (include.kind == Node::Kind::list)
      for (const NodePtr& item : include.items) add_include(*item, from, sources);
    else if (include.kind != Node::Kind::empty) add_include(include, from, sources);
  }

  void add_include(const Node& node, const fs::path& from, Sources& sources) {
    const std::string& name = node.text;
    if (node.kind != Node::Kind::text || !is_file_name(name)) {
      problems_.add(node.place, fmt::format("include: {} is not a file name.", node.shown()),
                    "Use a file name or a list of file names, for example  include: [common.yaml].");
      return;
    }
    const fs::path file = from.parent_path() / fs::path(name);
    // messages would quote what is in it
    if (std::error_code ignored;
        file.extension() != ".yaml" && file.extension() != ".yml" && fs::is_regular_file(file, ignored)) {
      problems_.add(node.place, fmt::format("include: {} is not a model file.", node.shown()),
                    "Model file names end in .yaml or .yml.");
      return;
    }
    const fs::path path = identity(file);
    if (const auto at = std::find(open_.begin(), open_.end(), path); at != open_.end()) {
      std::string cycle;
      for (auto step = at; step != open_.end(); ++step) cycle += step->filename().string() + " → ";
      problems_.add(node.place, fmt::format("include: circular include, {}{}.", cycle, path.filename().string()));
      return;
    }
    if (!done_.insert(path).second) return;
    if (static_cast<int>(open_.size()) > limits_.include_depth)
      problems_.add_and_stop(node.place,
                             fmt::format("include: files are nested more than {} levels deep.", limits_.include_depth));
    if (static_cast<int>(done_.size()) >= limits_.files)
      problems_.add_and_stop(node.place, fmt::format("include: more than {} files.", limits_.files));
    std::string text;
    try {
      text = read_bytes(file, limits_.file_bytes);
    } catch (const FileError& error) {
      problems_.add(node.place, fmt::format("include: {}", error.what()),
                    "File names are relative to the including file.");
      return;
    }
    merge_included(load(text, file), sources);
  }

  // Files beside each other: nothing may be given twice.
  void merge_included(const Sources& added, Sources& to) {
    for (const auto& [name, section] : added.sections)
      for (const Entry& entry : section.entries()) add_once(name, entry, to.sections[name]);
    if (const auto gravity = added.single.find("gravity"); gravity != added.single.end())
      to.single.insert_or_assign(gravity->first, gravity->second);
    to.outputs.insert(to.outputs.end(), added.outputs.begin(), added.outputs.end());
    if (added.robot) add_robot(*added.robot, to);
  }

  void add_robot(const RobotSource& source, Sources& to) {
    if (to.robot)
      problems_.add(
          source.node->place,
          fmt::format("{}: a file is already given at {}.", source.key, problems_.text_of(to.robot->node->place)),
          "A model can use only one URDF or MJCF file.");
    else to.robot = source;
  }

  void add_own(const Node& root, const fs::path& file, Sources& to) {
    for (const Entry& entry : root.entries) {
      if (is_mapping_section(entry.key)) {
        add_own_section(entry, to.sections[entry.key]);
      } else if (entry.key == "urdf" || entry.key == "mjcf") {
        add_robot({entry.key, entry.value, file}, to);
      } else if (entry.key == "outputs") {
        if (entry.value->kind == Node::Kind::list)
          to.outputs.insert(to.outputs.end(), entry.value->items.begin(), entry.value->items.end());
        else if (entry.value->kind != Node::Kind::empty) to.outputs.push_back(entry.value);
      } else {
        check_single(entry);
        to.single.insert_or_assign(entry.key, entry.value);
      }
    }
  }

  void add_own_section(const Entry& section, Section& to) {
    if (section.value->kind == Node::Kind::empty) return;
    if (section.value->kind != Node::Kind::mapping) {
      problems_.add(section.value->place,
                    fmt::format("{}: expected a mapping, found {}.", section.key, section.value->shown()),
                    fmt::format("Use  {}: {{name: ..., name: ...}}, or one entry per line with a colon after its name.",
                                section.key));
      return;
    }
    for (const Entry& entry : section.value->entries)
      if (is_replaceable(section.key)) to.replace(entry);
      else add_once(section.key, entry, to);
  }

  void add_once(const std::string& section, const Entry& entry, Section& to) {
    const bool adds_markers = section == "bodies" && entry.key == "ground";
    const Entry* first = to.find(entry.key);
    if (!first || adds_markers) to.add(entry);
    else
      problems_.add(entry.place,
                    fmt::format("{}: duplicate name {}; first given at {}.", section, shown(entry.key),
                                problems_.text_of(first->place)),
                    "Rename one of them.");
  }

  void check_single(const Entry& entry) {
    const Node& node = *entry.value;
    const bool is_text = entry.key == "name" || entry.key == "description" || entry.key == "source";
    if (is_text && node.kind != Node::Kind::text && node.kind != Node::Kind::empty)
      problems_.add(node.place, fmt::format("{}: expected a string, found {}.", entry.key, node.kind_name()));
    if (entry.key == "units" && node.text != "SI")
      problems_.add(node.place, fmt::format("units: {} is not accepted.", node.shown()),
                    "All numbers in a model file are in SI units: m, kg, s, N, rad. Use  units: SI  or omit the key.");
  }

  const ModelFileLimits& limits_;
  Problems& problems_;
  std::vector<fs::path> open_;  // the files that include the one that is being read
  std::set<fs::path> done_;
  std::size_t total_bytes_ = 0;
};

// The words of a value; brackets keep [[a], b] apart from [[a, b]].
void add(const Node& node, Digest& digest) {
  digest.add(node.text);
  for (const NodePtr& item : node.items) {
    digest.add("[");
    add(*item, digest);
  }
  for (const Entry& entry : node.entries) {
    digest.add("{");
    digest.add(entry.key);
    add(*entry.value, digest);
  }
  digest.add("]");
}

}  // namespace

std::vector<std::string> top_level_names() {
  std::vector<std::string> names;
  for (const TopLevelKey& key : top_level_keys) names.emplace_back(key.name);
  return names;
}

bool is_file_name(std::string_view text) {
  constexpr std::size_t longest = 1000;
  return !text.empty() && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' '; });
}

const Entry* Section::find(const std::string& key) const {
  const auto at = index_.find(key);
  return at == index_.end() ? nullptr : &entries_[at->second];
}

void Section::add(const Entry& entry) {
  index_.emplace(entry.key, entries_.size());
  entries_.push_back(entry);
}

void Section::replace(const Entry& entry) {
  const auto at = index_.find(entry.key);
  if (at == index_.end()) add(entry);
  else entries_[at->second] = entry;
}

const Section& Sources::section(std::string_view name) const {
  static const Section none;
  const auto at = sections.find(name);
  return at == sections.end() ? none : at->second;
}

void Sources::add_to(Digest& digest) const {
  if (const auto gravity = single.find("gravity"); gravity != single.end()) add(*gravity->second, digest);
  for (const auto& [name, section] : sections) {
    if (name == "parameters" || name == "run" || name == "view") continue;
    digest.add(name);
    for (const Entry& entry : section.entries()) {
      digest.add(entry.key);
      add(*entry.value, digest);
    }
  }
  if (robot) add(*robot->node, digest);
}

Sources load_sources(const std::string& text, const fs::path& file, const ModelFileLimits& limits, Problems& problems) {
  Sources sources = Loader(limits, problems).load(text, file);
  if (sources.sections.empty() && !problems.empty()) throw StopReading{};
  return sources;
}

}  // namespace daedalus::model_file
