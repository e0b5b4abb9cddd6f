#include "daedalus/formulation/rate_groups.hpp"

#include <algorithm>
#include <set>

namespace daedalus {
namespace {

const char* const slow_group = "slow";

const std::string& known_as(const std::string& name) {
  static const std::string slow = slow_group;
  return name.empty() ? slow : name;
}

std::vector<Index> slots_in_rows(const Pattern& pattern, const std::vector<Index>& rows) {
  std::vector<bool> mine(static_cast<std::size_t>(pattern.rows()), false);
  for (const Index row : rows) mine[static_cast<std::size_t>(row)] = true;
  std::vector<Index> slots;
  const auto row_of = pattern.row_indices();
  for (std::size_t k = 0; k < row_of.size(); ++k)
    if (mine[static_cast<std::size_t>(row_of[k])]) slots.push_back(static_cast<Index>(k));
  return slots;
}

}  // namespace

std::vector<BodyId> bodies_of(const Model& model, const ForceElement& force) {
  std::set<BodyId> bodies;
  const auto add = [&](MarkerId id) {
    if (id >= 0) bodies.insert(model.marker(id).body);
  };
  for (const Measure& y : force.measures()) {
    add(y.P);
    add(y.Q);
  }
  if (force.measures().empty()) {
    add(force.frames().P);
    add(force.frames().Q);
  }
  return {bodies.begin(), bodies.end()};
}

RateAssignment::RateAssignment(const Model& model) : model_(model), of_body_(model.bodies().size(), -1) {
  bool is_named = false;
  std::vector<std::string> names;
  const auto meet = [&](const std::string& name) {
    is_named = is_named || !name.empty();
    if (std::ranges::find(names, known_as(name)) == names.end()) names.push_back(known_as(name));
  };
  for (const Body& body : model.bodies())
    if (body.has_coordinates()) meet(body.rate_group);
  for (const ForcePtr& force : model.forces())
    if (!force->states().empty()) meet(force->rate_group());
  if (!is_named) return;
  names_ = std::move(names);
  for (std::size_t b = 0; b < of_body_.size(); ++b)
    if (model.bodies()[b].has_coordinates()) of_body_[b] = find(model.bodies()[b].rate_group);
}

Index RateAssignment::find(const std::string& name) const {
  return static_cast<Index>(std::ranges::find(names_, known_as(name)) - names_.begin());
}

Index RateAssignment::group_of(const ForceElement& force) const {
  return is_trivial() || force.states().empty() ? -1 : find(force.rate_group());
}

bool RateAssignment::acts_on(const ForceElement& force, Index group) const {
  if (is_trivial()) return false;
  if (group_of(force) == group) return true;
  for (const std::string& state : force.links()) {  // that it drives
    const std::string owner = state.substr(0, state.rfind('.'));
    for (const ForcePtr& other : model_.forces())
      if (other->name() == owner && group_of(*other) == group) return true;
  }
  return std::ranges::any_of(bodies_of(model_, force), [&](BodyId body) { return of_body_[body] == group; });
}

std::vector<bool> RateAssignment::groups_of(const ForceElement& force) const {
  std::vector<bool> groups(names_.size());
  for (std::size_t g = 0; g < groups.size(); ++g) groups[g] = acts_on(force, static_cast<Index>(g));
  return groups;
}

std::vector<RateGroup> RateAssignment::make_groups(const std::vector<BodyId>& coordinate_bodies,
                                                   const std::vector<const ForceElement*>& state_owners) const {
  std::vector<RateGroup> groups;
  for (const std::string& name : names_) groups.push_back({.name = name});
  if (is_trivial()) return groups;
  for (std::size_t i = 0; i < coordinate_bodies.size(); ++i)
    groups[of_body_[coordinate_bodies[i]]].coordinates.push_back(static_cast<Index>(i));
  for (std::size_t i = 0; i < state_owners.size(); ++i)
    groups[group_of(*state_owners[i])].states.push_back(static_cast<Index>(i));
  return groups;
}

void assign_constraints(Layout& layout) {
  if (layout.rate_groups.empty()) return;
  std::vector<Index> group_of(static_cast<std::size_t>(layout.nq), -1);
  for (std::size_t g = 0; g < layout.rate_groups.size(); ++g)
    for (const Index i : layout.rate_groups[g].coordinates) group_of[i] = static_cast<Index>(g);
  constexpr Index unknown = -1, several = -2;
  std::vector<Index> of_row(static_cast<std::size_t>(layout.nc()), unknown);
  const Pattern& G = layout.patterns.G;
  const auto starts = G.column_starts();
  const auto row_of = G.row_indices();
  for (Index j = 0; j < G.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      Index& mine = of_row[row_of[k]];
      mine = mine == unknown || mine == group_of[j] ? group_of[j] : several;
    }
  for (Index row = 0; row < layout.nc(); ++row)
    if (of_row[row] >= 0) layout.rate_groups[of_row[row]].constraints.push_back(row);
}

GroupRows::GroupRows(const Layout& layout, Index group) : group_(layout.rate_groups[group]) {
  for (const Index row : group_.constraints)
    if (row < layout.ng) positions_.push_back(row);
  if (group_.coordinates.empty()) return;
  M_ = slots_in_rows(layout.patterns.M, group_.coordinates);
  G_ = slots_in_rows(layout.patterns.G, group_.constraints);
}

void GroupRows::copy(Want want, const Evaluation& from, Evaluation& to) const {
  const auto copy_rows = [](const std::vector<Index>& rows, const VecX& source, VecX& target) {
    for (const Index i : rows) target[i] = source[i];
  };
  if (wants(want, Want::force)) copy_rows(group_.coordinates, from.f, to.f);
  if (wants(want, Want::residual)) copy_rows(group_.coordinates, from.r, to.r);
  if (wants(want, Want::sigma)) copy_rows(group_.states, from.sigma, to.sigma);
  if (wants(want, Want::position)) copy_rows(positions_, from.g, to.g);
  if (wants(want, Want::velocity)) copy_rows(group_.constraints, from.g_dot, to.g_dot);
  if (wants(want, Want::gamma)) copy_rows(group_.constraints, from.gamma, to.gamma);
  if (wants(want, Want::mass)) {
    to.M.allocate();
    copy_rows(M_, from.M.values, to.M.values);
  }
  if (wants(want, Want::jacobian)) {
    to.G.allocate();
    copy_rows(G_, from.G.values, to.G.values);
  }
}

}  // namespace daedalus
