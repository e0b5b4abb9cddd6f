// The keys `urdf:` and `mjcf:`: what a side file takes from the file of a robot.
#include <fmt/format.h>

#include "daedalus/base/digest.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/mjcf/mjcf_robot.hpp"
#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/io/urdf/names.hpp"

namespace daedalus::model_file {

// The file that the key names, with `form` filled in.
template <class Form>
std::filesystem::path ModelReader::read_robot_form(const RobotSource& source, Form& form) {
  const Node& node = *source.node;
  const Node* name = &node;
  values_.begin_element(source.key);
  if (node.kind == Node::Kind::mapping) {
    MappingReader map(values_, node, node.place, source.key);
    form.describe(FieldReader(*this, map));
    if (!map.finish()) throw StopReading{};  // everything below needs the bodies of the robot
    name = node.find("file")->value.get();
  } else {
    form.file = node.text;
  }
  if (name->kind != Node::Kind::text || !is_file_name(form.file))
    values_.problems().add_and_stop(
        name->place, fmt::format("{}: {} is not a file name.", source.key, name->shown()),
        source.key == "urdf" ? "Use a file name, for example  urdf: arm.urdf, or  urdf: {file: arm.urdf, base: free}."
                             : "Use a file name, for example  mjcf: arm.xml.");
  return source.from.parent_path() / std::filesystem::path(form.file);
}

void ModelReader::read_robot() {
  if (!sources_.robot) return;
  const RobotSource& source = *sources_.robot;
  UrdfForm urdf_form;
  MjcfForm mjcf_form;
  const bool is_urdf = source.key == "urdf";
  const std::filesystem::path file = is_urdf ? read_robot_form(source, urdf_form) : read_robot_form(source, mjcf_form);
  std::string text;
  try {
    text = read_bytes(file, values_.limits().file_bytes);
  } catch (const FileError& error) {
    const Entry* entry = source.node->find("file");
    values_.problems().add_and_stop(entry ? entry->value->place : source.node->place,
                                    fmt::format("{}: {}", source.key, error.what()),
                                    "File names are relative to the file that contains them.");
  }
  if (is_urdf) import_urdf(text, file.string(), urdf_form);
  else import_mjcf(text, file.string());
}

int ModelReader::begin_robot(const std::string& text, const std::string& name) {
  Problems& problems = values_.problems();
  const int file = problems.add_file(name);
  if (text.size() > values_.limits().file_bytes)
    problems.add_and_stop({file, 1, 0},
                          fmt::format("the file has more than {} bytes.", with_commas(values_.limits().file_bytes)));
  Digest digest;
  digest.add(text);
  robot_digest_ = digest.text();
  return file;
}

void ModelReader::import_urdf(const std::string& text, const std::string& name, const UrdfForm& form) {
  const int file = begin_robot(text, name);
  import_robot([&] { return urdf::parse_robot(text, file, values_.limits(), values_.problems()); },
               {form.base == UrdfForm::Base::free,
                {form.orientation.matrix, form.position},
                form.limits == UrdfForm::Limits::stops});
}

void ModelReader::import_mjcf(const std::string& text, const std::string& name) {
  const int file = begin_robot(text, name);
  import_robot([&] { return mjcf::parse_mjcf(text, file, values_.limits(), values_.problems()); }, {});
}

void ModelReader::import_robot(const std::function<urdf::Robot()>& parse, const urdf::Base& base) {
  Problems& problems = values_.problems();
  const std::size_t before = problems.count();
  const urdf::Robot robot = parse();
  if (problems.count() > before) throw StopReading{};
  const auto tree = urdf::make_tree(robot, problems);
  if (!tree) throw StopReading{};
  if (robot.gravity && !sources_.single.contains("gravity")) builder_.gravity(*robot.gravity);
  if (base.is_free && urdf::means_world(robot.links[tree->root].name))
    problems.add_and_stop(
        robot.links[tree->root].place,
        fmt::format("the root link '{}' is the ground and cannot be free.", robot.links[tree->root].name),
        "Remove  base: free, or attach the robot to it by a joint of type floating.");
  const urdf::Imported imported =
      urdf::import_robot(robot, *tree, base, read_start_values(), builder_, meshes_, problems);
  if (problems.count() > before) throw StopReading{};
  for (const urdf::ImportedElement& element : imported.elements) {
    known_.try_emplace({element.section, element.name}, element.place, element.label);
    if (std::string_view(element.section) == "bodies") links_.insert(element.name);
  }
  frames_ = imported.markers;
}

// The robot is drawn with the values in `initial`. They are read again, and checked, when its joints are
// there.
urdf::StartValues ModelReader::read_start_values() {
  urdf::StartValues start;
  for (const Entry& entry : sources_.section("initial").entries())
    repetition_.for_each_copy(entry, "initial", [&](const std::string& name) {
      const Element element{"initial", name, entry.place, entry.value.get(), fmt::format("initial {}", shown(name))};
      values_.begin_element(element.label);
      InitialForm form;
      if (!read_initial_form(element, form)) return;
      if (form.value) start.value[name] = *form.value;
      if (form.rate) start.rate[name] = *form.rate;
    });
  return start;
}

}  // namespace daedalus::model_file
