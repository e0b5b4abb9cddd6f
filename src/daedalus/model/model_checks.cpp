#include "daedalus/model/model_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "daedalus/base/spelling.hpp"
#include "daedalus/math/principal_axes.hpp"
#include "daedalus/model/flexible/flexible_body.hpp"
#include "daedalus/model/planar_rows.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

class Checker {
 public:
  explicit Checker(const ModelParts& parts) : parts_(parts) {}

  std::vector<ModelProblem> run() {
    for (const Body& body : parts_.bodies) check_body(body);
    const bool moves =
        std::any_of(parts_.bodies.begin(), parts_.bodies.end(), [](const Body& b) { return b.has_coordinates(); });
    if (!moves)
      note("bodies", "ground", "the model has no moving bodies: add a body of type spatial, planar or point.");
    if (!parts_.gravity.allFinite()) note("gravity", "gravity", "gravity is not finite.");
    const bool bodies_are_sound = problems_.empty();
    for (const Joint& joint : parts_.joints) check_joint("joints", joint, bodies_are_sound);
    for (const Joint& driver : parts_.drivers) check_joint("drivers", driver, bodies_are_sound);
    for (const Joint& driver : parts_.drivers)
      for (const ConstraintRow& row : driver.rows) check_motion("drivers", driver.name, row.motion);
    for (const Body& body : parts_.bodies) {
      check_motion("bodies", body.name, body.motion.angle);
      check_motion("bodies", body.name, body.motion.along);
      for (const FunctionPtr& position : body.motion.position) check_motion("bodies", body.name, position);
    }
    for (const ForcePtr& force : parts_.forces) check_force(*force);
    for (const NamedMeasure& named : parts_.measures) check_measure("measures", named.name, named.measure);
    for (const InitialCondition& condition : parts_.initial)
      if (!std::isfinite(condition.value) || !std::isfinite(condition.rate))
        note("initial", condition.name, "value and rate must be finite numbers.");
    check_tree();
    check_view();
    return std::move(problems_);
  }

 private:
  void note(const char* section, const std::string& element, std::string message) {
    problems_.push_back({section, element, std::move(message)});
  }

  void check_motion(const char* section, const std::string& element, const FunctionPtr& motion) {
    if (const HeldInputPtr input = find_input(motion))
      note(section, element,
           fmt::format("follows the input '{}', which jumps from step to step and has no velocity: use a pi_controller "
                       "or a spring to track the input instead.",
                       input->name));
    else if (const std::optional<double> t = motion ? find_jump(motion) : std::nullopt)
      note(section, element,
           fmt::format("its motion ({}) jumps by {:.4g} at t = {:g} s, which requires an infinite velocity.\n"
                       "  Make the transition continuous, for example with a function of type smooth_step.",
                       motion->text(), size_of_jump(*motion, *t), *t));
  }

  static double size_of_jump(const Function& motion, double t) {
    const double d = 1e-10 * std::max(1.0, std::abs(t));
    return motion.derivative(t + d, 0) - motion.derivative(t - d, 0);
  }

  // Within the time that the model suggests to run, where jumps have to be looked for; anywhere, where they are known.
  std::optional<double> find_jump(const FunctionPtr& motion) const {
    constexpr int windows = 200, most = 10000;
    TimeBreaks breaks;
    breaks.add(motion, TimeRole::motion);
    for (const TimeBreaks::Break& at : breaks.listed())
      if (jumps_at(*motion, at.t, 0)) return at.t;
    const double begin = parts_.run.t_start, length = (parts_.run.t_end - begin) / windows;
    int looked = 0;
    for (int k = 0; k < windows; ++k)
      for (double t = begin + k * length, end = t + length; looked < most; ++looked) {
        const TimeBreaks::Break next = breaks.next(t, end);
        if (!(next.t < end)) break;
        if (jumps_at(*motion, next.t, 0)) return next.t;
        t = next.t;
      }
    return std::nullopt;
  }

  void check_body(const Body& body) {
    const auto refuse = [&](std::string message) { note("bodies", body.name, std::move(message)); };
    if (!body.position.allFinite() || !body.velocity.allFinite() || !body.angular_velocity.allFinite() ||
        !std::isfinite(body.angle) || !body.com.allFinite() || !body.orientation.allFinite())
      refuse("position, orientation, velocities and center of mass must be finite numbers.");
    if (!body.color.empty() && !is_color(body.color))
      refuse(fmt::format("the color '{}' is not of the form #rrggbb.", body.color));
    for (std::size_t i = 0; i < body.shapes.size(); ++i)
      if (const std::string why = body.shapes[i].complaint(); !why.empty())
        refuse(fmt::format("shapes[{}]: {}", i, why));
    if (!body.has_coordinates() || body.is_part()) return;
    if (body.flexible) check_flexible(body);
    if (!(body.mass > 0) || !std::isfinite(body.mass))
      refuse(fmt::format("mass = {:g} kg must be a positive number.", body.mass));
    if (body.kind == BodyKind::point) {
      if (!body.moves[0] && !body.moves[1] && !body.moves[2])
        refuse("moves along no axis: specify, for example,  moves: xy.");
      if (!body.com.isZero()) refuse("a point mass cannot have a separate center of mass.");
    }
    if (body.kind == BodyKind::planar && (!(body.inertia(2, 2) > 0) || !std::isfinite(body.inertia(2, 2))))
      refuse(fmt::format("inertia = {:g} kg m² must be a positive number.", body.inertia(2, 2)));
    if (body.kind == BodyKind::spatial) check_inertia(body);
    if (!(body.assembly_weight > 0) || !std::isfinite(body.assembly_weight))
      refuse(fmt::format("weight = {:g} must be a positive number.", body.assembly_weight));
  }

  void check_flexible(const Body& body) {
    const auto refuse = [&](std::string message) { note("bodies", body.name, std::move(message)); };
    if (body.flexible->modes.empty()) return refuse("has no modes: give it at least one, or make it rigid.");
    if (body.kind != BodyKind::planar && body.kind != BodyKind::spatial)
      return refuse("only planar and spatial bodies can be flexible.");
    if (body.mass > 0 && body.inertia.allFinite())
      if (const std::string why = body.flexible->complaint(body.kind == BodyKind::planar); !why.empty()) refuse(why);
    for (const VecX* start : {&body.bending.value, &body.bending.rate})
      if (start->size() > 0 && (start->size() != body.flexible->count() || !start->allFinite()))
        refuse("needs a finite initial value for every mode.");
    const std::vector<MarkerId> used = markers_in_use(parts_);
    for (std::size_t m = 0; m < parts_.markers.size(); ++m) {
      const Marker& marker = parts_.markers[m];
      if (&parts_.bodies[marker.body] != &body || body.flexible->find_station(marker.position)) continue;
      // nobody may ask for it
      const bool by_itself = marker.name == body.name + ".origin" || marker.name == body.name + ".com";
      if (by_itself && !std::binary_search(used.begin(), used.end(), static_cast<MarkerId>(m))) continue;
      refuse(fmt::format("marker '{}' at [{:g}, {:g}, {:g}] is not on the body.\n  {}.", marker.name,
                         marker.position[0], marker.position[1], marker.position[2],
                         body.flexible->where_markers_sit()));
    }
  }

  void check_inertia(const Body& body) {
    const auto refuse = [&](std::string message) { note("bodies", body.name, std::move(message)); };
    if (body.orientation.norm() < 1e-6) refuse("the orientation quaternion is zero.");
    if (!body.inertia.allFinite()) return refuse("the inertia must consist of finite numbers.");
    if ((body.inertia - body.inertia.transpose()).norm() > 1e-9 * body.inertia.norm())
      return refuse("the inertia matrix is not symmetric.");
    const Vec3 J = principal_values(body.inertia);  // ascending
    if (!(J[0] > 0))
      return refuse(
          fmt::format("principal moments of inertia {:.6g}, {:.6g}, {:.6g} kg m² must be positive; "
                      "give a thin rod a small moment about its axis.",
                      J[0], J[1], J[2]));
    if (J[0] + J[1] < J[2] * (1 - 1e-9))
      refuse(
          fmt::format("principal moments of inertia {:.6g}, {:.6g}, {:.6g} kg m² violate the triangle inequality: no "
                      "moment can exceed the sum of the other two.",
                      J[0], J[1], J[2]));
  }

  const Body& body_of(MarkerId id) const { return parts_.bodies[parts_.markers[id].body]; }
  bool is_marker(MarkerId id) const { return id >= 0 && id < static_cast<MarkerId>(parts_.markers.size()); }

  bool check_measure(const char* section, const std::string& element, const Measure& y) {
    if (!is_marker(y.P) || !is_marker(y.Q)) {
      note(section, element, "refers to a marker that does not exist.");
      return false;
    }
    const Body &P = body_of(y.P), &Q = body_of(y.Q);
    if (&P == &Q) {
      note(section, element, fmt::format("both markers are on '{}' and cannot move relative to each other.", P.name));
      return false;
    }
    const Body* point = y.needs_orientation_of_P() && !P.has_orientation()   ? &P
                        : y.needs_orientation_of_Q() && !Q.has_orientation() ? &Q
                                                                             : nullptr;
    if (point)
      note(section, element,
           fmt::format("needs an orientation, but '{}' is a point mass: use spherical, distance, "
                       "point_on_line or point_in_plane with the point as P.",
                       point->name));
    return point == nullptr;
  }

  void check_joint(const char* section, const Joint& joint, bool bodies_are_sound) {
    if (joint.rates) {
      if (!is_marker(joint.between.P) || !is_marker(joint.between.Q))
        return note(section, joint.name, "refers to a marker that does not exist.");
      if (!body_of(joint.between.P).has_orientation() || !body_of(joint.between.Q).has_orientation())
        return note(section, joint.name, "needs bodies with an orientation, not a point mass.");
      if (&body_of(joint.between.P) == &body_of(joint.between.Q))
        return note(section, joint.name,
                    fmt::format("both markers are on '{}' and cannot move relative to each other.",
                                body_of(joint.between.P).name));
    }
    for (const ConstraintRow& row : joint.rows) {
      bool can_move = false;
      for (const RowTerm& term : row.terms) {
        if (!std::isfinite(term.weight) || !std::isfinite(row.offset) || !std::isfinite(row.period))
          return note(section, joint.name, "lengths, ratios and numbers of teeth must be finite and not zero.");
        if (!check_measure(section, joint.name, term.measure)) return;
        can_move = can_move || body_of(term.measure.P).has_coordinates() || body_of(term.measure.Q).has_coordinates();
      }
      if (!can_move) return note(section, joint.name, "connects two bodies that cannot move.");
      if (!bodies_are_sound) continue;
      if (std::string why = planar_contradiction(parts_, row); !why.empty())
        return note(section, joint.name, why + ".");
      if (joint.type == "coupler")
        for (const RowTerm& term : row.terms)
          if (term.measure.is_angle() && !is_unwrapped(parts_, term.measure))
            return note(section, joint.name,
                        "couples an angle between spatial bodies, which is known only modulo full revolutions: use "
                        "gear (numbers of teeth) or rack_and_pinion.");
    }
  }

  void check_force(const ForceElement& force) {
    for (const Measure& y : force.measures())
      if (!check_measure("forces", force.name(), y)) return;
    check_number_of_bodies(force);
    if (force.measures().empty()) {
      const Between b = force.frames();
      if (!is_marker(b.P) || !is_marker(b.Q))
        return note("forces", force.name(), "refers to a marker that does not exist.");
      if (!body_of(b.P).has_coordinates() && !body_of(b.Q).has_coordinates())
        note("forces", force.name(),
             fmt::format("acts on '{}', which cannot move: choose a moving body.", body_of(b.P).name));
      const bool turns = std::string_view(force.type()) == "point_torque" ||
                         std::string_view(force.type()) == "rotor" || std::string_view(force.type()) == "rail_creep";
      if (turns && !body_of(b.P).has_orientation())
        note("forces", force.name(),
             fmt::format("is a torque on '{}', which is a point mass without orientation.", body_of(b.P).name));
    }
    if (force.rests_on_Q() && is_marker(force.frames().Q) && body_of(force.frames().Q).has_coordinates())
      note("forces", force.name(),
           fmt::format("refers to '{}', which can move: choose a marker of the ground or of a prescribed body.",
                       body_of(force.frames().Q).name));
    for (const StateInfo& state : force.states())
      if (!std::isfinite(state.initial))
        note("forces", force.name(), fmt::format("the initial value of state '{}' is not finite.", state.name));
    check_links(force);
  }

  // Tangents have places for four bodies; every marker of a flexible body moves in its own way.
  void check_number_of_bodies(const ForceElement& force) {
    constexpr std::size_t most = 4;
    std::set<std::pair<const Body*, MarkerId>> bodies;
    for (const Measure& y : force.measures())
      for (const MarkerId id : {y.P, y.Q})
        if (const Body& body = body_of(id); body.has_coordinates()) bodies.insert({&body, body.flexible ? id : -1});
    if (bodies.size() > most)
      note(
          "forces", force.name(),
          fmt::format("involves {} moving bodies (each marker of a flexible body counts), more than {}: divide it into "
                      "several forces.",
                      bodies.size(), most));
  }

  // The states of other elements that a force reads and drives.
  void check_links(const ForceElement& force) {
    if (force.links().empty()) return;
    std::vector<std::string> states;
    for (const ForcePtr& other : parts_.forces)
      if (other.get() != &force)
        for (const StateInfo& state : other->states()) states.push_back(other->name() + "." + state.name);
    const std::vector<std::string_view> known(states.begin(), states.end());
    std::set<std::string> seen;
    for (const std::string& link : force.links()) {
      if (std::find(states.begin(), states.end(), link) == states.end())
        note("forces", force.name(),
             fmt::format("unknown state '{}'.{} A state is given by its element and its name, for example tire.spin.",
                         link, did_you_mean(link, known)));
      else if (!seen.insert(link).second)
        note("forces", force.name(), fmt::format("is linked to the state '{}' more than once.", link));
    }
  }

  // Hints for joint coordinates. What depends on the tree that is found (spanning_tree.hpp) is checked there.
  void check_tree() {
    const TreeHints& hints = parts_.tree;
    std::vector<std::string_view> joints, both;
    for (const Joint& joint : parts_.joints) joints.push_back(joint.name);
    for (const Body& body : parts_.bodies) both.push_back(body.name);
    both.insert(both.end(), joints.begin(), joints.end());
    const auto is_known = [&](const std::string& list, const std::string& name,
                              const std::vector<std::string_view>& known, const char* what) {
      if (std::find(known.begin(), known.end(), name) != known.end()) return true;
      note("tree", list + ": " + name, fmt::format("unknown {} '{}'.{}", what, name, did_you_mean(name, known)));
      return false;
    };
    const std::set<std::string> kept(hints.keep.begin(), hints.keep.end());
    // bodies that kept joints connect; all that do not move are one
    std::vector<std::size_t> group(parts_.bodies.size());
    for (std::size_t b = 0; b < group.size(); ++b) group[b] = parts_.bodies[b].has_coordinates() ? b : 0;
    for (const std::string& name : kept) {
      if (!is_known("keep", name, joints, "joint")) continue;
      const Joint& joint =
          *std::find_if(parts_.joints.begin(), parts_.joints.end(), [&](const Joint& j) { return j.name == name; });
      if (!joint.mobility || joint.rates || !is_marker(joint.between.P) || !is_marker(joint.between.Q)) {
        note("tree", "keep: " + name,
             fmt::format("a joint of type {} is always a constraint and carries no coordinates.", joint.type));
        continue;
      }
      const auto body = [&](MarkerId id) { return static_cast<std::size_t>(parts_.markers[id].body); };
      const std::size_t from = group[body(joint.between.P)], to = group[body(joint.between.Q)];
      if (from == to) note("tree", "keep: " + name, "closes a loop of kept joints: one of them must be a constraint.");
      for (std::size_t& g : group)
        if (g == from) g = to;
    }
    for (const std::string& name : hints.cut)
      if (is_known("cut", name, joints, "joint") && kept.contains(name))
        note("tree", "cut: " + name, fmt::format("joint '{}' cannot be both kept and cut.", name));
    for (const std::string& name : hints.cardan) {
      if (!is_known("cardan", name, both, "body or joint")) continue;
      for (const Body& body : parts_.bodies)
        if (body.name == name && body.kind != BodyKind::spatial)
          note("tree", "cardan: " + name, "only spatial bodies have Euler parameters or Cardan angles.");
      for (const Joint& joint : parts_.joints)
        if (joint.name == name && !has_ball(joint))
          note("tree", "cardan: " + name,
               fmt::format("a joint of type {} has no Euler parameters to replace.", joint.type));
    }
  }
  // Bodies and markers only: channels are known later.
  void check_view() {
    const ViewHints& view = parts_.view;
    std::set<std::string_view> bodies, both;
    if (!view.follow.empty() || !view.traces.empty())
      for (const Body& body : parts_.bodies) bodies.insert(body.name);
    both = bodies;
    if (!view.traces.empty())
      for (const Marker& marker : parts_.markers) both.insert(marker.name);
    const auto check = [&](const char* key, const std::string& name, const std::set<std::string_view>& known,
                           const char* what) {
      if (known.contains(name)) return;
      note("view", fmt::format("{}: {}", key, name),
           fmt::format("unknown {} '{}'.{}", what, name, did_you_mean(name, {known.begin(), known.end()})));
    };
    if (!view.follow.empty()) check("follow", view.follow, bodies, "body");
    for (const std::string& name : view.traces) check("traces", name, both, "body or marker");
    const std::string_view cameras[] = {"", "3d", "chase", "side", "top", "xy", "xz", "yz"};
    if (std::find(std::begin(cameras), std::end(cameras), view.camera) == std::end(cameras))
      note("view", "camera",
           fmt::format("unknown camera '{}'. Available: 3d, chase, side, top, xy, xz, yz.", view.camera));
    if (!(view.speed >= 0) || !std::isfinite(view.speed))
      note("view", "speed", "the speed must be positive, or 0 for automatic.");
  }

  static bool has_ball(const Joint& joint) {
    return joint.mobility &&
           std::any_of(joint.mobility->motions.begin(), joint.mobility->motions.end(),
                       [](const ElementaryMotion& motion) { return motion.kind == MotionKind::ball; });
  }

  const ModelParts& parts_;
  std::vector<ModelProblem> problems_;
};

}  // namespace

std::vector<MarkerId> markers_in_use(const ModelParts& parts) {
  std::set<MarkerId> used;
  const auto use = [&](MarkerId P, MarkerId Q) { used.insert({P, Q}); };
  for (const auto* list : {&parts.joints, &parts.drivers})
    for (const Joint& joint : *list) {
      use(joint.between.P, joint.between.Q);
      for (const Freedom& freedom : joint.freedoms) use(freedom.measure.P, freedom.measure.Q);
      for (const ConstraintRow& row : joint.rows)
        for (const RowTerm& term : row.terms) use(term.measure.P, term.measure.Q);
    }
  for (const ForcePtr& force : parts.forces) {
    for (const Measure& y : force->measures()) use(y.P, y.Q);
    if (force->measures().empty()) use(force->frames().P, force->frames().Q);
  }
  for (const NamedMeasure& named : parts.measures) use(named.measure.P, named.measure.Q);
  for (const InitialCondition& condition : parts.initial) use(condition.measure.P, condition.measure.Q);
  used.erase(-1);
  return {used.begin(), used.end()};
}

std::vector<ModelProblem> check_parts(const ModelParts& parts) { return Checker(parts).run(); }

}  // namespace daedalus
