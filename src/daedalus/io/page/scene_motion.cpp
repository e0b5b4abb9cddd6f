#include "daedalus/io/page/scene_motion.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/flexible/flexible_body.hpp"

namespace daedalus {
namespace {

constexpr std::size_t most_arrows = 500;

// The columns of a result by name.
class ColumnFinder {
 public:
  explicit ColumnFinder(const std::vector<ChannelInfo>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) at_.emplace(columns[i].name, i);
  }
  // False when one of them is not there.
  template <std::size_t n>
  bool find(const std::string& prefix, const std::array<const char*, n>& endings, std::size_t* columns) const {
    for (std::size_t i = 0; i < n; ++i) {
      const auto found = at_.find(prefix + endings[i]);
      if (found == at_.end()) return false;
      columns[i] = found->second;
    }
    return true;
  }
  // None when one of them is not there.
  bool find_all(const std::string& prefix, const std::vector<std::string>& endings,
                std::vector<std::size_t>& columns) const {
    for (const std::string& ending : endings) {
      const auto found = at_.find(prefix + ending);
      if (found == at_.end()) return columns.clear(), false;
      columns.push_back(found->second);
    }
    return true;
  }

 private:
  std::unordered_map<std::string, std::size_t> at_;
};

constexpr std::array position_endings = {".x", ".y", ".z"}, force_endings = {".fx", ".fy", ".fz"};
constexpr std::array parameter_endings = {".e0", ".e1", ".e2", ".e3"};
constexpr std::array angle_ending = {".theta"};

PageColumn hidden(std::string name, const char* unit, const char* meaning) {
  return {std::move(name), unit, meaning, "pose", PageColumn::Kept::sample};
}

}  // namespace

SceneMotion::SceneMotion(const Model& model, const std::vector<ChannelInfo>& columns)
    : model_(model), bodies_(model.bodies().size()) {
  find_bodies(columns);
  find_arrows(columns);
}

void SceneMotion::find_bodies(const std::vector<ChannelInfo>& columns) {
  const ColumnFinder finder(columns);
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const Body& data = model_.bodies()[b];
    DrawnBody& body = bodies_[b];
    if (data.kind == BodyKind::ground) {
      body.is_drawn = true;
      continue;
    }
    const bool has_rotation = data.kind == BodyKind::point ? true
                              : data.kind == BodyKind::planar
                                  ? finder.find(data.name, angle_ending, body.rotation)
                                  : finder.find(data.name, parameter_endings, body.rotation);
    if (!has_rotation || !finder.find(data.name, position_endings, body.position)) continue;
    body.is_drawn = body.has_columns = true;
    body.first = derived_.size();
    for (const char* axis : {".frame.x", ".frame.y", ".frame.z"})
      derived_.push_back(hidden(data.name + axis, "m", "origin of the frame"));
    for (const char* part : {".frame.qw", ".frame.qx", ".frame.qy", ".frame.qz"})
      derived_.push_back(hidden(data.name + part, "1", "orientation of the frame"));
    if (data.flexible && finder.find_all(data.name + ".", data.flexible->modes, body.modes))
      for (const std::string& mode : data.flexible->modes)
        derived_.push_back(hidden(data.name + ".frame." + mode, "", "modal coordinate"));
  }
}

void SceneMotion::find_arrows(const std::vector<ChannelInfo>& columns) {
  const ColumnFinder finder(columns);
  for (const Joint& joint : model_.joints()) {
    Source source;
    if (are_drawn(joint.between) && finder.find(joint.name, force_endings, source.column))
      add_arrow(joint.name, true, joint.between.P, source);
  }
  for (const ForcePtr& force : model_.forces()) {
    const std::vector<Measure> measures = force->measures();
    const std::vector<MeasureNames> names = force->measure_names();
    for (std::size_t k = 0; k < measures.size(); ++k) {
      const std::string former = measures.size() == 1 ? ".force" : ".force_" + std::to_string(k + 1);
      const std::string ending = names.empty() ? former : std::string(".") + names[k].force;
      Source source{.measure = measures[k], .along_measure = true};
      if (!are_drawn({measures[k].P, measures[k].Q})) continue;
      if (measures[k].curve) roads_.push_back({force->name(), measures[k]});
      if (measures[k].is_angle()) continue;
      if (!names.empty() && *names[k].force != '\0' &&
          finder.find(force->name(), std::array{ending.c_str()}, source.column)) {
        source.sign = names[k].sign;
        add_arrow(force->name(), false, measures[k].P, source);
      } else if (finder.find(force->name(), std::array{former.c_str()}, source.column))  // files of earlier versions
        add_arrow(force->name(), false, measures[k].P, source);
    }
    Source source;
    if (are_drawn(force->frames()) && finder.find(force->name(), force_endings, source.column))
      add_arrow(force->name(), false, force->frames().P, source);
  }
}

void SceneMotion::add_arrow(const std::string& name, bool is_reaction, MarkerId at, const Source& source) {
  if (arrows_.size() == most_arrows) {
    ++arrows_left_out_;
    return;
  }
  arrows_.push_back({name, is_reaction, at, derived_.size()});
  sources_.push_back(source);
  for (const char* axis : {".arrow.x", ".arrow.y", ".arrow.z"})
    derived_.push_back(hidden(name + axis, "N", "force, world axes"));
}

void SceneMotion::derive(std::span<const double> row, double* values) {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    DrawnBody& body = bodies_[b];
    if (!body.has_columns) continue;
    place(body, model_.bodies()[b], row);
    std::copy_n(body.x.data(), 3, values + body.first);
    std::copy_n(body.p.data(), 4, values + body.first + 3);
    for (std::size_t k = 0; k < body.modes.size(); ++k) values[body.first + 7 + k] = row[body.modes[k]];
  }
  for (std::size_t i = 0; i < arrows_.size(); ++i) {
    const Source& source = sources_[i];
    Vec3 force;
    if (source.along_measure) force = -source.sign * row[source.column[0]] * gradient(source.measure);
    else force = {row[source.column[0]], row[source.column[1]], row[source.column[2]]};
    std::copy_n(force.data(), 3, values + arrows_[i].first);
  }
  for (Road& road : roads_) {
    const double x = along_road(road.measure);
    road.low = road.is_known ? std::min(road.low, x) : x;
    road.high = road.is_known ? std::max(road.high, x) : x;
    road.is_known = true;
  }
}

void SceneMotion::place(DrawnBody& body, const Body& data, std::span<const double> row) const {
  const Vec3 r = {row[body.position[0]], row[body.position[1]], row[body.position[2]]};
  if (data.kind == BodyKind::planar) {
    body.p = euler_parameters_about(Vec3::UnitZ(), row[body.rotation[0]]);
  } else if (data.kind != BodyKind::point) {
    for (int k = 0; k < 4; ++k) body.p[k] = row[body.rotation[k]];
    body.p.normalize();
  }
  body.A = rotation_matrix(body.p);
  body.x = r - body.A * data.com;
}

const SceneMotion::DrawnBody& SceneMotion::body_of(MarkerId id) const { return bodies_[model_.marker(id).body]; }

// Q may be missing: a load on P alone.
bool SceneMotion::are_drawn(const Between& ends) const {
  return ends.P >= 0 && body_of(ends.P).is_drawn && (ends.Q < 0 || body_of(ends.Q).is_drawn);
}

Vec3 SceneMotion::point(MarkerId id) const { return body_of(id).x + body_of(id).A * model_.marker(id).position; }

Vec3 SceneMotion::axis(MarkerId id, int k) const { return body_of(id).A * model_.marker(id).axes.col(k); }

Vec3 SceneMotion::gradient(const Measure& y) const {
  const Vec3 d = point(y.P) - point(y.Q);
  switch (y.kind) {
    case MeasureKind::gap_x: return Vec3::UnitX();
    case MeasureKind::gap_y: return Vec3::UnitY();
    case MeasureKind::gap_z: return Vec3::UnitZ();
    case MeasureKind::along_x: return axis(y.Q, 0);
    case MeasureKind::along_y: return axis(y.Q, 1);
    case MeasureKind::along_z:
    case MeasureKind::rim_clearance:
    case MeasureKind::wheel_clearance: return axis(y.Q, 2);
    case MeasureKind::distance: return d.norm() > 0 ? Vec3(d / d.norm()) : Vec3(Vec3::Zero());
    case MeasureKind::distance_squared: return 2 * d;
    case MeasureKind::clearance: return axis(y.Q, 2) - y.curve->derivative(axis(y.Q, 0).dot(d), 1) * axis(y.Q, 0);
    default: return Vec3::Zero();  // angles and cosines: a torque
  }
}

}  // namespace daedalus
