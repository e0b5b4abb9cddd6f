// rate_rows.hpp: nonholonomic rows c(t,q,v) = W v + w = 0 from laws between frames, with duals in the bodies'
// coordinates.
//
//   W = c_v,   gamma = −dc/dt at a = 0,   tangents of c and of dc/dt from one evaluation on duals inside a time
//   derivative (Wᵀμ)_q: c is linear in v, so column j of W is c(q, e_j) − c(q, 0)
#pragma once

#include <span>

#include "daedalus/formulation/elements/frame_forces.hpp"

namespace daedalus {

class RateRows {
 public:
  RateRows(const Model& model, const BodyPlaces& places, std::span<const Joint* const> joints, Index first_row);

  Index row_count() const { return static_cast<Index>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }

  void keep(const std::vector<bool>& kept) {  // drops all other rows
    std::erase_if(elements_, [&](const Element& e) { return !kept[static_cast<std::size_t>(e.first_row)]; });
  }

  void collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness);
  void find_slots(const Patterns& patterns);

  void add_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const;
  void add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const;
  void add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target, VecX& values,
                            LocalMatrix& scratch) const;

 private:
  struct Element {
    RateConstraintPtr law;
    FrameMarker P, Q;
    LocalFrame frame;
    Index place_P = -1, place_Q = -1;
    Index first_row = 0, rows = 0;
    std::vector<RowSlots> jacobian;
    BlockSlots stiffness, reaction;
    Index seed(Index place) const;
  };
  std::vector<Element> elements_;
  std::vector<std::string> names_;
};

}  // namespace daedalus
