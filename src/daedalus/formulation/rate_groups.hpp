// rate_groups.hpp: which parts of a model are fast, in one place for all formulations.
//
// Bodies and forces with states name their rate group in the model; those that name none are 'slow'. A coordinate belongs to the
// group of the body it moves, a state to that of its force element, a constraint row to the group in which all its coordinates
// are. A force acts on the groups of its states, of states it is linked to, and of the bodies it pushes.
#pragma once

#include <string>
#include <vector>

#include "daedalus/model/model.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

class RateAssignment {
 public:
  explicit RateAssignment(const Model& model);

  bool is_trivial() const { return names_.empty(); }  // nobody names a group: there are none
  const std::vector<std::string>& names() const { return names_; }
  Index group_of(BodyId body) const { return of_body_[body]; }  // −1: no coordinates, or no groups
  Index group_of(const ForceElement& force) const;              // of its states
  bool acts_on(const ForceElement& force, Index group) const;
  std::vector<bool> groups_of(const ForceElement& force) const;  // that it acts on

  // The groups of these coordinates and states, without constraints.
  std::vector<RateGroup> make_groups(const std::vector<BodyId>& coordinate_bodies,
                                     const std::vector<const ForceElement*>& state_owners) const;

 private:
  Index find(const std::string& name) const;

  Model model_;
  std::vector<std::string> names_;
  std::vector<Index> of_body_;
};

// Bodies that a force looks at.
std::vector<BodyId> bodies_of(const Model& model, const ForceElement& force);

// Constraint rows to the groups that hold all their coordinates, by the pattern of G.
void assign_constraints(Layout& layout);

// What can be evaluated for one group alone; anything else is evaluated for all.
constexpr bool is_by_group(Want want) {
  constexpr Want known = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::gamma | Want::force |
                         Want::sigma | Want::residual;
  return (want | known) == known;
}

// Copies the rows of one group, and nothing else.
class GroupRows {
 public:
  GroupRows(const Layout& layout, Index group);
  void copy(Want want, const Evaluation& from, Evaluation& to) const;

 private:
  RateGroup group_;
  std::vector<Index> positions_;  // holonomic rows among those of the group
  std::vector<Index> M_, G_;      // slots of its rows
};

}  // namespace daedalus
