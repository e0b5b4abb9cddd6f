#include "daedalus/model/model_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/model_checks.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

Mat3 checked_rotation(const Mat3& axes, bool& ok) {
  ok = axes.allFinite() && (axes.transpose() * axes - Mat3::Identity()).norm() < 1e-6 && axes.determinant() > 0;
  return axes;
}

}  // namespace

ModelBuilder::ModelBuilder(std::string name) {
  parts_.name = std::move(name);
  parts_.bodies.push_back({.name = "ground", .kind = BodyKind::ground});
  parts_.markers.push_back({.name = "ground.origin"});
  names_["ground"] = "bodies";
}

ModelBuilder::ModelBuilder(const Model& model) : parts_(model.parts()) {
  for (const Body& body : parts_.bodies) names_[body.name] = "bodies";
  for (const Joint& joint : parts_.joints) names_[joint.name] = "joints";
  for (const Joint& driver : parts_.drivers) names_[driver.name] = "drivers";
  for (const ForcePtr& force : parts_.forces) names_[force->name()] = "forces";
  for (const NamedMeasure& measure : parts_.measures) names_[measure.name] = "measures";
}

void ModelBuilder::note(std::string section, std::string element, std::string message) {
  problems_.push_back({std::move(section), std::move(element), std::move(message)});
}

bool ModelBuilder::claim(const std::string& section, const std::string& name) {
  const auto [at, is_new] = names_.emplace(name, section);
  if (!is_new)
    note(section, name,
         fmt::format("the name '{}' is already used by an element of '{}': names must be unique.", name, at->second));
  return is_new;
}

BodyId ModelBuilder::body(Body body) {
  claim("bodies", body.name);
  const BodyId id = static_cast<BodyId>(parts_.bodies.size());
  parts_.bodies.push_back(std::move(body));
  const Body& added = parts_.bodies.back();
  parts_.markers.push_back({.name = added.name + ".origin", .body = id});
  if (!added.com.isZero()) parts_.markers.push_back({.name = added.name + ".com", .body = id, .position = added.com});
  return id;
}

MarkerId ModelBuilder::marker(BodyId body, const std::string& name, const Vec3& position, const Mat3& axes) {
  const std::string& owner = parts_.bodies[body].name;
  const std::string full = owner + "." + name;
  if (const auto existing = find_marker(full)) {
    note("bodies", owner, fmt::format("has two markers named '{}'.", name));
    return *existing;
  }
  bool is_rotation = true;
  const Mat3 checked = checked_rotation(axes, is_rotation);
  if (!is_rotation || !position.allFinite())
    note("bodies", owner,
         fmt::format("marker '{}' must have a finite position and right-handed orthonormal axes.", name));
  parts_.markers.push_back({full, body, position, checked});
  return static_cast<MarkerId>(parts_.markers.size()) - 1;
}

MarkerId ModelBuilder::marker(const std::string& body, const std::string& name, const Vec3& position,
                              const Mat3& axes) {
  const auto id = find_body(body);
  if (!id) throw ModelError(fmt::format("marker '{}': unknown body '{}'.", name, body));
  return marker(*id, name, position, axes);
}

void ModelBuilder::move_marker(MarkerId id, BodyId body, const Vec3& position, const Mat3& axes) {
  Marker& marker = parts_.markers[id];
  marker.body = body;
  marker.position = position;
  marker.axes = axes;
}

MarkerId ModelBuilder::marker_at(BodyId body, const std::string& name, const Vec3& world_position,
                                 const Mat3& world_axes) {
  const StartPose pose = start_pose(parts_.bodies[body], parts_.run.t_start);
  return marker(body, name, pose.axes.transpose() * (world_position - pose.position),
                pose.axes.transpose() * world_axes);
}

void ModelBuilder::add_joint(Joint joint) {
  claim("joints", joint.name);
  parts_.joints.push_back(std::move(joint));
}

void ModelBuilder::add_force(ForcePtr force) {
  claim("forces", force->name());
  parts_.forces.push_back(std::move(force));
}

void ModelBuilder::measure(std::string name, const Measure& measure) {
  claim("measures", name);
  parts_.measures.push_back({std::move(name), measure});
}

void ModelBuilder::driver(std::string name, const Measure& measure, FunctionPtr motion) {
  claim("drivers", name);
  Joint driver{
      .name = std::move(name), .type = "driver", .between = {measure.P, measure.Q}, .rows = {}, .freedoms = {}};
  driver.rows.push_back({.label = "motion", .terms = {{1.0, measure}}, .motion = std::move(motion)});
  parts_.drivers.push_back(std::move(driver));
}

void ModelBuilder::input(const FunctionPtr& function) {
  const HeldInputPtr input = find_input(function);
  if (!input)
    throw ModelError(fmt::format("'{}' is not a function of type input.", function ? function->text() : "nothing"));
  for (const HeldInputPtr& other : parts_.inputs)
    if (other->name == input->name)
      note("functions", input->name, fmt::format("two inputs are named '{}': rename one of them.", input->name));
  if (input->name.empty()) note("functions", "input", "an input needs a name.");
  parts_.inputs.push_back(input);
}

void ModelBuilder::controller(FmuController controller) {
  claim("controllers", controller.name);
  parts_.controllers.push_back(std::move(controller));
}

void ModelBuilder::initial(InitialCondition condition) { parts_.initial.push_back(std::move(condition)); }

std::optional<BodyId> ModelBuilder::find_body(const std::string& name) const {
  for (; indexed_bodies_ < parts_.bodies.size(); ++indexed_bodies_)
    body_ids_.emplace(parts_.bodies[indexed_bodies_].name, static_cast<BodyId>(indexed_bodies_));
  const auto at = body_ids_.find(name);
  return at == body_ids_.end() ? std::nullopt : std::optional<BodyId>(at->second);
}

std::optional<MarkerId> ModelBuilder::find_marker(const std::string& name) const {
  for (; indexed_markers_ < parts_.markers.size(); ++indexed_markers_)
    marker_ids_.emplace(parts_.markers[indexed_markers_].name, static_cast<MarkerId>(indexed_markers_));
  const auto at = marker_ids_.find(name);
  return at == marker_ids_.end() ? std::nullopt : std::optional<MarkerId>(at->second);
}

std::optional<Measure> ModelBuilder::find_freedom(const std::string& name) const {
  for (; indexed_joints_ < parts_.joints.size(); ++indexed_joints_)
    for (const Freedom& freedom : parts_.joints[indexed_joints_].freedoms)
      freedoms_.emplace(parts_.joints[indexed_joints_].name + "." + freedom.name, freedom.measure);
  for (; indexed_measures_ < parts_.measures.size(); ++indexed_measures_)
    freedoms_.emplace(parts_.measures[indexed_measures_].name, parts_.measures[indexed_measures_].measure);
  const auto at = freedoms_.find(name);
  return at == freedoms_.end() ? std::nullopt : std::optional<Measure>(at->second);
}

std::vector<std::string> ModelBuilder::freedom_names() const {
  (void)find_freedom("");
  std::vector<std::string> names;
  for (const auto& entry : freedoms_) names.push_back(entry.first);
  return names;
}

std::vector<ModelProblem> ModelBuilder::problems() const {
  std::vector<ModelProblem> all = problems_;
  for (ModelProblem& problem : check_parts(parts_)) all.push_back(std::move(problem));
  return all;
}

Model ModelBuilder::finish() {
  const std::vector<ModelProblem> found = problems();
  if (!found.empty()) {
    std::vector<std::string> lines;
    for (const ModelProblem& problem : found)
      lines.push_back(fmt::format("{}: '{}': {}", problem.section, problem.element, problem.message));
    throw ModelError(fmt::format("model '{}' cannot be built:\n  {}", parts_.name, fmt::join(lines, "\n  ")));
  }
  ModelParts complete = parts_;
  complete_rows(complete);
  return Model(std::move(complete));
}

}  // namespace daedalus
