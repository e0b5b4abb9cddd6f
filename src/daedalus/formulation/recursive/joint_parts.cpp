#include <set>

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {
namespace {

BodyPlaces make_places(const Model& model, std::vector<BodyId>& groups) {
  BodyPlaces places(model.bodies().size());
  for (std::size_t b = 0; b < places.size(); ++b) {
    places[b].fill(-1);
    const Body& body = model.bodies()[b];
    if (!body.has_coordinates()) continue;
    const Index first = static_cast<Index>(groups.size()) * twist_places;
    const std::size_t count = body.kind == BodyKind::point ? 3 : 6;
    for (std::size_t k = 0; k < count; ++k) places[b][k] = first + static_cast<Index>(k);
    groups.push_back(static_cast<BodyId>(b));
  }
  return places;
}

std::vector<BodyId> bodies_in_use(const Model& model, const std::vector<const Joint*>& cut,
                                  const std::vector<const ForceElement*>& forces) {
  std::set<BodyId> used;
  const auto use = [&](MarkerId id) {
    if (id >= 0) used.insert(model.marker(id).body);
  };
  for (const Joint* joint : cut) {
    use(joint->between.P);
    use(joint->between.Q);
    for (const ConstraintRow& row : joint->rows)
      for (const RowTerm& term : row.terms) {
        use(term.measure.P);
        use(term.measure.Q);
      }
  }
  for (const ForceElement* force : forces)
    for (const BodyId body : bodies_of(model, *force)) used.insert(body);
  return {used.begin(), used.end()};
}

// All of them, or those that act on one rate group.
std::vector<const ForceElement*> list_forces(const Model& model, const RateAssignment* rates = nullptr,
                                             Index group = -1) {
  std::vector<const ForceElement*> forces;
  for (const ForcePtr& force : model.forces())
    if (!rates || rates->acts_on(*force, group)) forces.push_back(force.get());
  return forces;
}

}  // namespace

JointParts::JointParts(const Model& given)
    : model(given), tree(model), places(make_places(model, groups)),
      elements(model, places, tree.choice.cut, static_cast<Index>(tree.norm_names.size())),
      used(bodies_in_use(model, tree.choice.cut, list_forces(model))) {
  has_elements = !model.forces().empty() || elements.row_count() + elements.rate_row_count() > 0;
  has_drives = !tree.drives.empty() || tree.roots > 1;
  for (const Body& body : model.bodies()) has_planar_bodies = has_planar_bodies || body.kind == BodyKind::planar;

  body_level.nq = static_cast<Index>(groups.size()) * twist_places;
  body_level.ng = elements.row_count() + static_cast<Index>(tree.norm_names.size());
  body_level.nw = elements.rate_row_count();
  body_level.ns = elements.state_count();
  std::vector<Pattern::Entry> jacobian, reaction;
  ForceEntries forces;
  elements.collect(jacobian, reaction, forces);
  body_level.patterns = make_patterns(body_level.nq, body_level.nc(), body_level.ns, elements.spring_count(), {},
                                      std::move(jacobian), reaction, std::move(forces));
  elements.find_slots(body_level.patterns);
  body_level.switches = elements.switch_names();
  projection = std::make_unique<ElementProjection>(tree, groups, body_level.patterns);
}

Layout JointParts::make_layout() {
  Layout layout{.nq = tree.coordinate_count(),
                .ng = body_level.ng,
                .nw = body_level.nw,
                .ns = body_level.ns,
                .coordinates = tree.coordinate_names,
                .constraints = elements.row_names(),
                .states = elements.state_names(),
                .switches = elements.switch_names(),
                .patterns = {},
                .rate_groups = {}};
  const auto append = [](std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(layout.constraints, tree.norm_names);
  append(layout.constraints, elements.rate_row_names());
  layout.constraint_scale = elements.row_scales(static_cast<Index>(tree.norm_names.size()));
  layout.coordinate_scale = VecX::Ones(layout.nq);
  for (const TreeNode& node : tree.nodes)
    if (node.coordinate >= 0 && (node.kind == NodeKind::slide || node.kind == NodeKind::drift))
      layout.coordinate_scale.segment(node.coordinate, node.coordinates()).setConstant(elements.size());

  const Index nq = layout.nq, nc = layout.nc(), ns = layout.ns;
  const auto with_tree = [this](std::vector<Pattern::Entry> entries) {
    const std::vector<Pattern::Entry> own = TreeSlots::entries(tree);
    entries.insert(entries.end(), own.begin(), own.end());
    return entries;
  };
  Patterns& p = layout.patterns;
  p.M = Pattern::deferred(nq, nq, [this] { return TreeSlots::entries(tree); });
  p.G = Pattern::deferred(nc, nq, [this] {
    std::vector<Pattern::Entry> entries = projection->jacobian_entries();
    for (const TreeNode& node : tree.nodes)
      if (node.norm >= 0)
        for (Index k = 0; k < 4; ++k) entries.push_back({elements.row_count() + node.norm, node.coordinate + k});
    return entries;
  });
  p.r_q = Pattern::deferred(nq, nq, [this, with_tree] { return with_tree(projection->force_entries()); });
  p.r_v = Pattern::deferred(nq, nq, [this, with_tree] { return with_tree(projection->force_entries()); });
  p.reaction_q = Pattern::deferred(nq, nq, [this, with_tree] { return with_tree(projection->reaction_entries()); });
  p.r_s = Pattern::deferred(nq, ns, [this] { return projection->r_s_entries(); });
  p.g_dot_q = p.g_ddot_q = p.g_ddot_v = p.G;
  p.sigma_q = Pattern::deferred(ns, nq, [this] { return projection->sigma_entries(); });
  p.sigma_v = Pattern::deferred(ns, nq, [this] { return projection->sigma_entries(); });
  p.sigma_s = body_level.patterns.sigma_s;
  p.Y = Pattern::deferred(elements.spring_count(), nq, [this] { return projection->spring_entries(); });

  const RateAssignment rates(model);
  layout.rate_groups = rates.make_groups(tree.coordinate_body, elements.state_owners());
  assign_constraints(layout);
  for (Index g = 0; g < static_cast<Index>(layout.rate_groups.size()); ++g) {
    // constraints of a group may connect any of its bodies
    const bool has_rows = !layout.rate_groups[g].constraints.empty();
    rate_groups.push_back(
        {elements.restricted_to(rates, layout, g),
         bodies_in_use(model, has_rows ? tree.choice.cut : std::vector<const Joint*>(), list_forces(model, &rates, g)),
         GroupRows(layout, g)});
  }
  return layout;
}

}  // namespace daedalus
