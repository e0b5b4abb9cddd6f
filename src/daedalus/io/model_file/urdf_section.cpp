// The key `urdf:`: what a side file takes from a URDF file.
#include <fmt/format.h>

#include "daedalus/base/digest.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/io/read_bytes.hpp"
#include "daedalus/io/urdf/names.hpp"

namespace daedalus::model_file {

void ModelReader::read_urdf() {
  if (!sources_.urdf) return;
  const Node& node = *sources_.urdf->node;
  UrdfForm form;
  const Node* name = &node;
  values_.begin_element("urdf");
  if (node.kind == Node::Kind::mapping) {
    MappingReader map(values_, node, node.place, "urdf");
    form.describe(FieldReader(*this, map));
    if (!map.finish()) throw StopReading{};  // everything below needs the bodies of the robot
    name = node.find("file")->value.get();
  } else {
    form.file = node.text;
  }
  if (name->kind != Node::Kind::text || !is_file_name(form.file))
    values_.problems().add_and_stop(
        name->place, fmt::format("urdf: {} is not a file name.", name->shown()),
        "Use a file name, for example  urdf: arm.urdf, or  urdf: {file: arm.urdf, base: free}.");
  const std::filesystem::path file = sources_.urdf->from.parent_path() / std::filesystem::path(form.file);
  std::string text;
  try {
    text = read_bytes(file, values_.limits().file_bytes);
  } catch (const FileError& error) {
    values_.problems().add_and_stop(name->place, fmt::format("urdf: {}", error.what()),
                                    "File names are relative to the file that contains them.");
  }
  import_urdf(text, file.string(), form);
}

void ModelReader::import_urdf(const std::string& text, const std::string& name, const UrdfForm& form) {
  Problems& problems = values_.problems();
  const std::size_t before = problems.count();
  const int file = problems.add_file(name);
  if (text.size() > values_.limits().file_bytes)
    problems.add_and_stop({file, 1, 0},
                          fmt::format("the file has more than {} bytes.", with_commas(values_.limits().file_bytes)));
  Digest digest;
  digest.add(text);
  urdf_digest_ = digest.text();
  const urdf::Robot robot = urdf::parse_robot(text, file, values_.limits(), problems);
  if (problems.count() > before) throw StopReading{};
  const auto tree = urdf::make_tree(robot, problems);
  if (!tree) throw StopReading{};
  const urdf::Base base{form.base == UrdfForm::Base::free,
                        {form.orientation.matrix, form.position},
                        form.limits == UrdfForm::Limits::stops};
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
