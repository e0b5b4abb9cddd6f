#include "daedalus/formulation/recursive/spanning_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {
namespace {

constexpr double alignment_tolerance = 1e-9;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Index freedoms_of(const Body& body) {
  switch (body.kind) {
    case BodyKind::spatial: return 6;
    case BodyKind::planar: return 3;
    case BodyKind::point: return static_cast<Index>(std::count(body.moves.begin(), body.moves.end(), true));
    case BodyKind::ground:
    case BodyKind::prescribed: break;
  }
  return 0;
}

Index freedoms_of(const ElementaryMotion& motion) {
  return motion.kind == MotionKind::ball || motion.kind == MotionKind::drift ? 3 : 1;
}

Index freedoms_of(const std::vector<ElementaryMotion>& motions) {
  Index sum = 0;
  for (const ElementaryMotion& motion : motions) sum += freedoms_of(motion);
  return sum;
}

bool is_in_plane_point(const Body& body) {
  return body.kind == BodyKind::point && body.moves[0] && body.moves[1] && !body.moves[2];
}

// A point does not turn, the frame it gets in a tree does: only a marker at the point itself stays where it belongs.
bool is_beside_its_point(const Model& model, MarkerId marker) {
  return model.body_of(marker).kind == BodyKind::point && !model.marker(marker).position.isZero(0);
}

// Keeps what a body that stays in the xy-plane can follow. `R` turns the frame of the motions into the world.
std::vector<ElementaryMotion> in_plane(std::vector<ElementaryMotion> motions, Mat3 R) {
  std::vector<ElementaryMotion> kept;
  RelativePose skipped;  // constants of motions that are left out
  for (ElementaryMotion& motion : motions) {
    const Vec3 world = R * motion.axis;
    const bool normal = std::abs(world[2]) > 1 - alignment_tolerance, inside = std::abs(world[2]) < alignment_tolerance;
    R = R * motion.after.R;
    if (motion.kind == MotionKind::ball)
      motion = {.kind = MotionKind::turn, .name = "angle", .axis = R.transpose() * Vec3::UnitZ()};
    else if (motion.kind == MotionKind::slide ? !inside : !normal || motion.kind == MotionKind::screw) {
      if (kept.empty()) skipped = skipped * motion.after;
      else kept.back().after = kept.back().after * motion.after;
      continue;
    }
    kept.push_back(std::move(motion));
  }
  // nothing that is in use
  if (!kept.empty() && (skipped.x.norm() > alignment_tolerance || !skipped.R.isIdentity(alignment_tolerance)))
    kept.clear();
  return kept;
}

// A point has no orientation: motions behind the last one that displaces it do not exist.
void drop_turns_of_point(std::vector<ElementaryMotion>& motions) {
  while (!motions.empty() &&
         (motions.back().kind == MotionKind::ball ||
          (motions.back().kind == MotionKind::turn && motions.back().after.x.norm() < alignment_tolerance)))
    motions.pop_back();
}

// The chain of motions from P to Q instead of from Q to P: backwards, with the opposite sense. The sense of the
// coordinate itself stays: it is taken care of where the tree is built.
std::vector<ElementaryMotion> backwards(std::vector<ElementaryMotion> motions) {
  std::reverse(motions.begin(), motions.end());
  return motions;
}

// Cardan angles about x, y and z, one after the other.
std::vector<ElementaryMotion> cardan_turns() {
  const auto about = [](int k, const char* name, std::function<double(const RelativePose&)> value) {
    return ElementaryMotion{.kind = MotionKind::turn, .name = name, .axis = Vec3::Unit(k), .value = std::move(value)};
  };
  return {about(0, "cardan_x", [](const RelativePose& p) { return std::atan2(-p.R(1, 2), p.R(2, 2)); }),
          about(1, "cardan_y",
                [](const RelativePose& p) { return std::atan2(p.R(0, 2), std::hypot(p.R(0, 0), p.R(0, 1))); }),
          about(2, "cardan_z", [](const RelativePose& p) { return std::atan2(-p.R(0, 1), p.R(0, 0)); })};
}

std::vector<ElementaryMotion> free_motions(const Model& model, const Body& body) {
  constexpr const char* names[3] = {"x", "y", "z"};
  const ElementaryMotion drift{.kind = MotionKind::drift, .name = ""};
  const auto slide = [&](int k) { return slide_along(k, names[k]); };
  if (body.kind == BodyKind::planar) return {slide(0), slide(1), turn_z("theta")};
  if (body.kind == BodyKind::spatial) {
    std::vector<ElementaryMotion> motions = {drift};
    if (contains(model.tree().cardan, body.name))
      for (ElementaryMotion& turn : cardan_turns()) motions.push_back(std::move(turn));
    else motions.push_back(ball());
    return motions;
  }
  if (freedoms_of(body) == 3) return {drift};
  std::vector<ElementaryMotion> motions;
  for (int k = 0; k < 3; ++k)
    if (body.moves[k]) motions.push_back(slide(k));
  return motions;
}

bool same(const Measure& a, const Measure& b) {
  return a.kind == b.kind && a.P == b.P && a.Q == b.Q && a.i == b.i && a.j == b.j;
}

}  // namespace

std::optional<std::vector<ElementaryMotion>> motions_of(const Model& model, const Joint& joint, bool reversed) {
  if (!joint.mobility || joint.between.P < 0 || joint.rates) return std::nullopt;
  const MarkerId from = reversed ? joint.between.P : joint.between.Q, to = reversed ? joint.between.Q : joint.between.P;
  const Body &parent = model.body_of(from), &child = model.body_of(to);
  if (!child.has_coordinates() || model.marker(from).body == model.marker(to).body) return std::nullopt;
  if (is_beside_its_point(model, from) || is_beside_its_point(model, to)) return std::nullopt;

  const bool asked_for = contains(model.tree().keep, joint.name);
  const bool is_flat = child.kind == BodyKind::planar || is_in_plane_point(child);
  if (is_flat && !moves_in_plane(parent)) return std::nullopt;
  if (joint.mobility->only_on_request && !is_flat && !asked_for) return std::nullopt;

  std::vector<ElementaryMotion> motions = joint.mobility->motions;
  if (is_flat) {
    const Mat3 axes = joint.mobility->positions_only
                          ? start_pose(model.body_of(joint.between.Q), model.run().t_start).axes
                          : start_pose(model.parts(), joint.between.Q).axes;
    const bool welded = motions.empty();
    motions = in_plane(std::move(motions), axes);
    if (motions.empty() && !welded) return std::nullopt;
  } else if (contains(model.tree().cardan, joint.name) || contains(model.tree().cardan, child.name)) {
    std::vector<ElementaryMotion> turned;
    for (ElementaryMotion& motion : motions) {
      if (motion.kind != MotionKind::ball) turned.push_back(std::move(motion));
      else
        for (ElementaryMotion& turn : cardan_turns()) turned.push_back(std::move(turn));
    }
    motions = std::move(turned);
  }
  if (reversed && !joint.mobility->positions_only) motions = backwards(std::move(motions));
  if (child.kind == BodyKind::point) drop_turns_of_point(motions);
  if (freedoms_of(motions) != freedoms_of(child) - static_cast<Index>(joint.rows.size())) return std::nullopt;
  return motions;
}

double thread_offset(const Joint& joint, const ElementaryMotion& motion) {
  for (const ConstraintRow& row : joint.rows)
    if (row.label == motion.offset_row) return row.offset;
  return 0;
}

namespace {

// A tree on its way: the best joint that reaches a new body is always taken next.
class TreeGrowth {
 public:
  explicit TreeGrowth(const Model& model)
      : model_(model), depth_(model.bodies().size(), -1), joints_at_(model.bodies().size()) {
    for (const Joint& joint : model.joints())
      if (joint.between.P >= 0)
        for (const MarkerId marker : {joint.between.P, joint.between.Q})
          joints_at_[model.marker(marker).body].push_back(&joint);
  }

  void grow_from_roots() {
    for (std::size_t b = 0; b < depth_.size(); ++b)
      if (!model_.bodies()[b].has_coordinates()) reach(static_cast<BodyId>(b), 0);
    grow();
  }

  // What cannot be reached from the roots starts trees of its own, the heaviest body first; parts hang on the frame of
  // their body.
  void grow_from_free_bodies() {
    std::vector<BodyId> by_mass;
    for (std::size_t b = 0; b < depth_.size(); ++b) by_mass.push_back(static_cast<BodyId>(b));
    std::stable_sort(by_mass.begin(), by_mass.end(), [&](BodyId a, BodyId b) {
      const bool a_is_part = model_.body(a).is_part(), b_is_part = model_.body(b).is_part();
      return a_is_part != b_is_part ? b_is_part : model_.body(a).mass > model_.body(b).mass;
    });
    for (const BodyId body : by_mass) {
      if (is_reached(body)) continue;
      attachments.push_back({body, ground_body, nullptr, false, false, free_motions(model_, model_.body(body))});
      reach(body, 1);
      grow();
    }
  }

  bool uses(const Joint& joint) const { return used_.contains(&joint); }
  std::vector<Attachment> attachments;

 private:
  struct Edge {
    const Joint* joint;
    BodyId parent, child;
    bool reversed;
    Index rank, order;  // rows, with hints counted first
    double mass;
    Index depth;  // of the parent
  };
  struct BestFirst {  // a strict order
    bool operator()(const Edge& a, const Edge& b) const {
      if (a.rank != b.rank) return a.rank > b.rank;
      if (a.depth != b.depth) return a.depth < b.depth;
      if (a.mass != b.mass) return a.mass > b.mass;
      if (a.order != b.order) return a.order < b.order;
      return a.reversed < b.reversed;
    }
  };

  bool is_reached(BodyId body) const { return depth_[body] >= 0; }
  double mass_of(BodyId body) const {
    return model_.body(model_.body(body).is_part() ? model_.body(body).part_of : body).mass;
  }

  // The body is in the tree: joints that lead on from it join the front.
  void reach(BodyId body, Index depth) {
    depth_[body] = depth;
    for (const Joint* joint : joints_at_[body]) {
      if (contains(model_.tree().cut, joint->name)) continue;
      const bool reversed = model_.marker(joint->between.P).body == body;
      const BodyId child = model_.marker(reversed ? joint->between.Q : joint->between.P).body;
      if (is_reached(child) || !motions_of(model_, *joint, reversed)) continue;
      const Index hint = contains(model_.tree().keep, joint->name) ? 100 : 0;
      front_.insert({joint, body, child, reversed, hint + static_cast<Index>(joint->rows.size()),
                     static_cast<Index>(joint - model_.joints().data()), mass_of(child), depth});
    }
  }

  void grow() {
    while (!front_.empty()) {
      const Edge edge = *front_.begin();
      front_.erase(front_.begin());
      if (is_reached(edge.child)) continue;
      used_.insert(edge.joint);
      attachments.push_back({edge.child, edge.parent, edge.joint, edge.reversed, edge.joint->mobility->positions_only,
                             *motions_of(model_, *edge.joint, edge.reversed)});
      reach(edge.child, edge.depth + 1);
    }
  }

  const Model& model_;
  std::vector<Index> depth_;                          // of every body; −1: not reached
  std::vector<std::vector<const Joint*>> joints_at_;  // of every body
  std::set<Edge, BestFirst> front_;
  std::set<const Joint*> used_;
};

void require_kept_joints(const Model& model, const TreeGrowth& growth) {
  for (const std::string& name : model.tree().keep)
    for (const Joint& joint : model.joints())
      if (joint.name == name && !growth.uses(joint))
        throw ModelError(
            fmt::format("tree.keep: joint '{}' ({}) cannot carry coordinates here: it closes a loop of kept joints, or "
                        "its type is always a constraint.\n"
                        "  Remove it from the list, or cut another joint of its loop (tree.cut).",
                        joint.name, joint.type));
}

// The motion of an attachment that is the freedom a driver moves, when nobody drives it yet.
std::optional<SpanningTree::Drive> find_drive(const SpanningTree& tree, const Attachment& at, const Joint& driver) {
  const ConstraintRow& row = driver.rows.front();
  for (const Freedom& freedom : at.joint->freedoms) {
    if (!same(freedom.measure, row.terms.front().measure)) continue;
    for (std::size_t k = 0; k < at.motions.size(); ++k) {
      const ElementaryMotion& motion = at.motions[k];
      const bool is_displacement = motion.kind == MotionKind::screw && freedom.name == "displacement";
      if (motion.name != freedom.name && !is_displacement) continue;
      const bool is_free = std::none_of(tree.drives.begin(), tree.drives.end(), [&](const SpanningTree::Drive& d) {
        return d.joint == at.joint && d.motion == static_cast<Index>(k);
      });
      if (!is_free) continue;
      // A displacement counts from the marker, the angle of a screw from where its thread starts.
      const double factor = is_displacement ? 1 / motion.lead : 1,
                   start = is_displacement ? thread_offset(*at.joint, motion) : 0;
      return SpanningTree::Drive{at.joint, static_cast<Index>(k), &driver, factor, factor * (row.offset - start)};
    }
  }
  return std::nullopt;
}

// True when the driver moves a coordinate of the tree.
bool take_driver(SpanningTree& tree, const Joint& driver) {
  for (const Attachment& at : tree.attachments)
    if (at.joint)
      if (const auto drive = find_drive(tree, at, driver)) {
        tree.drives.push_back(*drive);
        return true;
      }
  return false;
}

}  // namespace

SpanningTree choose_tree(const Model& model) {
  TreeGrowth growth(model);
  growth.grow_from_roots();
  growth.grow_from_free_bodies();
  require_kept_joints(model, growth);
  SpanningTree tree;
  tree.attachments = std::move(growth.attachments);
  for (const Joint& joint : model.joints())
    if (!growth.uses(joint) && (!joint.rows.empty() || joint.rates)) tree.cut.push_back(&joint);
  for (const Joint& driver : model.drivers())
    if (!take_driver(tree, driver)) tree.cut.push_back(&driver);
  return tree;
}

}  // namespace daedalus
