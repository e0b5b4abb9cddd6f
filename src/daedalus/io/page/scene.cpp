#include "daedalus/io/page/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daedalus/io/page/page_text.hpp"
#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/math/principal_axes.hpp"
#include "daedalus/model/flexible/flexible_body.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return {v[0], v[1], v[2]}; }
Json list(const Vec4& p) { return {p[0], p[1], p[2], p[3]}; }
Json axes_json(const Mat3& axes) { return list(euler_parameters_of(axes)); }

const char* kind_name(BodyKind kind) {
  switch (kind) {
    case BodyKind::ground: return "ground";
    case BodyKind::prescribed: return "prescribed";
    case BodyKind::spatial: return "spatial";
    case BodyKind::planar: return "planar";
    case BodyKind::point: return "point";
  }
  return "";
}

std::string body_name(const Model& model, BodyId id) {
  return cut_name(model.body(id).name, static_cast<std::size_t>(id));
}

// Φ at one place: how far every mode moves it.
Json displacement_json(const MatX& displacement) {
  Json json = Json::array();
  for (Index k = 0; k < displacement.cols(); ++k) json.push_back(list(Vec3(displacement.col(k))));
  return json;
}

// A place on a body, and how it moves when the body bends.
Json place_json(const Model& model, const Marker& marker) {
  Json json = {{"at", list(marker.position)}};
  if (const FlexiblePtr& flexible = model.body(marker.body).flexible)
    if (const auto station = flexible->find_station(marker.position))
      json["displacement"] = displacement_json(station->displacement);
  return json;
}

Json end_json(const Model& model, MarkerId id) {
  const Marker& marker = model.marker(id);
  Json json = {{"body", body_name(model, marker.body)}, {"quaternion", axes_json(marker.axes)}};
  json.update(place_json(model, marker));
  return json;
}

// A flexible body as places along it. A beam has a rectangular section, with the same second moments if its own is none.
Json flexible_json(const FlexibleBody& flexible, std::size_t first_mode) {
  constexpr int pieces = 32;
  Json json = {{"first", first_mode}, {"modes", flexible.modes}, {"stations", Json::array()}};
  const auto add = [&](const Vec3& at, const MatX& displacement) {
    json["stations"].push_back({{"at", list(at)}, {"displacement", displacement_json(displacement)}});
  };
  if (!flexible.beam) {
    for (const FlexibleNode& node : flexible.nodes) add(node.place, node.displacement);
    return json;
  }
  const Beam& beam = *flexible.beam;
  for (int k = 0; k <= pieces; ++k) {
    const Vec3 at = {beam.length * k / pieces, 0, 0};
    add(at, modal_place(beam, at).displacement);
  }
  const auto side = [&](double second_moment) { return std::sqrt(12 * second_moment / beam.section.area); };
  json["section"] = {side(beam.section.I_z), side(beam.section.I_y)};
  return json;
}

// Six digits are enough to look at.
Json rounded(const std::vector<float>& numbers) {
  Json json = Json::array();
  for (const float x : numbers) json.push_back(std::stod(fmt::format("{:.6g}", x)));
  return json;
}

Json shape_json(const Shape& shape) {
  Json json = {{"at", list(shape.position)}, {"quaternion", list(shape.orientation)}};
  if (!shape.color.empty()) json["color"] = shape.color;
  const auto points = [&] {
    Json all = Json::array();
    for (const Vec3& point : shape.points) all.push_back(list(point));
    return all;
  };
  switch (shape.kind) {
    case ShapeKind::box: json.update({{"type", "box"}, {"size", list(shape.size)}}); break;
    case ShapeKind::cylinder:
      json.update({{"type", "cylinder"}, {"radius", shape.radius}, {"length", shape.length}});
      break;
    case ShapeKind::sphere: json.update({{"type", "sphere"}, {"radius", shape.radius}}); break;
    case ShapeKind::line:
      json.update({{"type", "line"},
                   {"from", list(shape.points.at(0))},
                   {"to", list(shape.points.at(1))},
                   {"radius", shape.radius}});
      break;
    case ShapeKind::polyline:
      json.update({{"type", "polyline"}, {"points", points()}, {"closed", shape.closed}, {"radius", shape.radius}});
      break;
    case ShapeKind::mesh:
      json.update({{"type", "mesh"}, {"positions", rounded(shape.mesh->vertices)}, {"indices", shape.mesh->triangles}});
      break;
  }
  return json;
}

Json inertia_json(const Body& body) {
  if (body.kind == BodyKind::planar) return {{"principal", {0, 0, body.inertia(2, 2)}}};
  const auto [values, axes] = principal_axes(body.inertia);
  return {{"principal", list(values)}, {"quaternion", axes_json(axes)}};
}

Json body_json(const Model& model, BodyId id, const SceneMotion& motion, std::size_t first_derived) {
  const Body& body = model.body(id);
  Json json = {
      {"name", body_name(model, id)}, {"kind", kind_name(body.kind)}, {"mass", body.mass}, {"com", list(body.com)}};
  if (motion.has_columns(id)) json["pose"] = first_derived + motion.first_column(id);
  if (body.has_coordinates() && body.kind != BodyKind::point) json["inertia"] = inertia_json(body);
  if (!body.color.empty()) json["color"] = body.color;
  if (motion.bends(id)) json["flexible"] = flexible_json(*body.flexible, first_derived + motion.first_mode(id));
  json["shapes"] = Json::array();
  for (const Shape& shape : body.shapes) json["shapes"].push_back(shape_json(shape));
  return json;
}

void add_markers(const Model& model, Json& bodies, const std::vector<std::size_t>& place) {
  for (std::size_t m = 0; m < model.markers().size(); ++m) {
    const Marker& marker = model.markers()[m];
    const std::size_t at = place[marker.body];
    if (at == std::string::npos) continue;
    const std::string& body = model.body(marker.body).name;
    const bool is_prefixed = marker.name.starts_with(body + ".");
    Json entry = {{"name", cut_name(is_prefixed ? marker.name.substr(body.size() + 1) : marker.name, m)},
                  {"quaternion", axes_json(marker.axes)}};
    entry.update(place_json(model, marker));
    bodies[at]["markers"].push_back(std::move(entry));
  }
}

Json joints_json(const Model& model, const SceneMotion& motion) {
  Json json = Json::array();
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    Json entry = {{"name", cut_name(joint.name, j)}, {"type", joint.type}};
    if (motion.are_drawn(joint.between)) {
      entry["P"] = end_json(model, joint.between.P);
      if (joint.between.Q >= 0) entry["Q"] = end_json(model, joint.between.Q);
    }
    for (const ConstraintRow& row : joint.rows)
      for (const auto& term : row.terms)
        if (term.measure.kind == MeasureKind::rim_clearance) entry["radius"] = term.measure.radius;
    json.push_back(std::move(entry));
  }
  return json;
}

// What a force along a measure looks like. Loads and controllers on angles are not drawn.
const char* spring_look(const ForceElement& force, const Measure& measure) {
  if (measure.curve) return "road_spring";
  if (measure.is_angle()) return "torsion_spring";
  return force.states().empty() ? "spring_damper" : "damper";  // one with states of its own: an actuator
}

Json springs_json(const Model& model, const SceneMotion& motion) {
  Json json = Json::array();
  for (std::size_t f = 0; f < model.forces().size(); ++f) {
    const ForceElement& force = *model.forces()[f];
    const auto add = [&](const Between& ends, const std::string& look, double radius) {
      if (!motion.are_drawn(ends) || ends.Q < 0) return;
      json.push_back({{"name", cut_name(force.name(), f)},
                      {"type", look},
                      {"P", end_json(model, ends.P)},
                      {"Q", end_json(model, ends.Q)}});
      if (radius > 0) json.back()["radius"] = radius;
    };
    const std::vector<Measure> measures = force.measures();
    const bool is_tire =
        std::any_of(measures.begin(), measures.end(), [](const Measure& measure) { return measure.curve != nullptr; });
    if (std::string_view(force.type()) == "bushing") {  // one rubber ring, not six springs
      add({measures.front().P, measures.front().Q}, "bushing", 0);
      continue;
    }
    const bool is_controller = std::string_view(force.type()).ends_with("_controller");  // senses one, acts on another
    for (const Measure& measure : measures)
      if ((!is_tire || measure.curve) && !(is_controller && &measure == &measures.front()))
        add({measure.P, measure.Q}, spring_look(force, measure), is_tire ? force.free_value() : 0);
  }
  return json;
}

// The profile where the run came, with a margin; finer where it has kinks.
Json profile_json(const SceneMotion::Road& road) {
  constexpr int pieces = 1000;
  const double length = road.high - road.low, margin = std::max(0.15 * length, 0.5);
  std::vector<double> x;
  for (int k = 0; k <= pieces; ++k) x.push_back(road.low - margin + (length + 2 * margin) * k / pieces);
  for (const double kink : road.measure.curve->kinks())
    if (kink > x.front() && kink < x[pieces]) x.push_back(kink);
  std::sort(x.begin(), x.end());
  Json points = Json::array();
  for (const double at : x) points.push_back({at, road.measure.curve->derivative(at, 0)});
  return points;
}

// Wheels on the same profile in the same plane share a road.
Json roads_json(const Model& model, const SceneMotion& motion) {
  std::vector<SceneMotion::Road> roads;
  for (const SceneMotion::Road& road : motion.roads()) {
    const auto same = std::find_if(roads.begin(), roads.end(), [&](const SceneMotion::Road& other) {
      return other.measure.curve == road.measure.curve && other.measure.Q == road.measure.Q;
    });
    if (same == roads.end()) {
      roads.push_back(road);
    } else {
      same->low = std::min(same->low, road.low);
      same->high = std::max(same->high, road.high);
    }
  }
  Json json = Json::array();
  for (const SceneMotion::Road& road : roads) {
    const Json end = end_json(model, road.measure.Q);
    json.push_back({{"name", cut(road.name, longest_page_name)},
                    {"body", end["body"]},
                    {"at", end["at"]},
                    {"quaternion", end["quaternion"]},
                    {"points", profile_json(road)}});
  }
  return json;
}

Json arrows_json(const Model& model, const SceneMotion& motion, std::size_t first_derived) {
  Json json = Json::array();
  for (const SceneMotion::Arrow& arrow : motion.arrows()) {
    const std::size_t first = first_derived + arrow.first;
    const Marker& at = model.marker(arrow.at);
    json.push_back({{"name", cut(arrow.name, longest_page_name)},
                    {"kind", arrow.is_reaction ? "reaction" : "force"},
                    {"body", body_name(model, at.body)},
                    {"columns", {first, first + 1, first + 2}}});
    json.back().update(place_json(model, at));
  }
  return json;
}

// The plane of a model whose bodies cannot leave it.
Json plane_of(const Model& model) {
  std::array<bool, 3> moves = {};
  for (const Body& body : model.bodies()) {
    if (body.kind == BodyKind::spatial) return nullptr;
    if (body.kind == BodyKind::planar) moves[0] = moves[1] = true;
    if (body.kind == BodyKind::point)
      for (std::size_t k = 0; k < 3; ++k) moves[k] = moves[k] || body.moves[k];
  }
  if (moves[0] && moves[1] && moves[2]) return nullptr;
  return moves[2] ? (moves[1] ? "yz" : "xz") : "xy";
}

}  // namespace

Json scene_json(const Model& model, const SceneMotion& motion, std::size_t first_derived) {
  Json bodies = Json::array();
  std::vector<std::size_t> place(model.bodies().size(), std::string::npos);
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    if (!motion.is_drawn(static_cast<BodyId>(b))) continue;
    place[b] = bodies.size();
    bodies.push_back(body_json(model, static_cast<BodyId>(b), motion, first_derived));
  }
  add_markers(model, bodies, place);
  return {{"name", cut(model.name(), longest_page_name)},
          {"description", cut(model.description(), longest_page_text)},
          {"planar", plane_of(model)},
          {"gravity", list(model.gravity())},
          {"bodies", std::move(bodies)},
          {"joints", joints_json(model, motion)},
          {"springs", springs_json(model, motion)},
          {"roads", roads_json(model, motion)},
          {"arrows", arrows_json(model, motion, first_derived)}};
}

Json view_json(const Model& model) {
  const ViewHints& hints = model.view();
  Json json;
  if (!hints.camera.empty()) json["camera"] = {{"view", hints.camera}};
  if (!hints.follow.empty()) json["follow"] = hints.follow;
  if (!hints.traces.empty()) json["traces"] = hints.traces;
  if (hints.speed > 0) json["speed"] = hints.speed;
  for (const PlotHint& plot : hints.plots)
    json["plots"].push_back(
        {{"title", plot.title}, {"x", plot.x}, {"y", plot.y}, {"log_x", plot.log_x}, {"log_y", plot.log_y}});
  return json;
}

}  // namespace daedalus
