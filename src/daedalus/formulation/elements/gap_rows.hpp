// gap_rows.hpp: points that coincide, x_P − x_Q = 0, the rows most mechanisms consist of. x = r + A s.
//
//   G a-part  ± I and ± ∂(A s)/∂ρ,     (Gᵀλ)_q = ± ∂²(λ·A s)/∂ρ²  inside each body: no coupling between the two
// Levels as in body_motion.hpp.
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/formulation/elements/local_block.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

class GapRows {
 public:
  // Adds component `axis` of x_P − x_Q as constraint row `row`; components of one pair that follow each other share
  // work.
  void add(const Model& model, const BodyPlaces& places, const Between& between, int axis, Index row);

  // Drops all rows that are not `kept`.
  void keep(const std::vector<bool>& kept) {
    std::erase_if(pairs_, [&](const Pair& pair) {
      return std::ranges::none_of(pair.rows,
                                  [&](Index row) { return row >= 0 && kept[static_cast<std::size_t>(row)]; });
    });
  }

  void collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness) const;
  void find_slots(const Patterns& patterns);

  void add_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const;
  void add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const;
  void add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                            VecX& values) const;

 private:
  struct Side {
    BodyId body = 0;
    double sign = 1;
    Vec3 s = Vec3::Zero();
    BodyCoordinates coordinates = {};
    Index rotations = 0;                          // 0, 1, 3 or 4
    std::array<Index, 3> translation_slots = {};  // of component k in row k
    std::array<Index, 12> rotation_slots = {};    // of row k and rotation j at 4 k + j
    std::array<Index, 16> stiffness_slots = {}, reaction_slots = {};
  };
  struct Pair {
    MarkerId P = -1, Q = -1;
    std::array<Index, 3> rows = {-1, -1, -1};
    std::array<Side, 2> sides;
  };
  static Vec3 multipliers(const Pair& pair, const VecX& lambda);
  void add_side(Want want, const Pair& pair, const Side& side, const std::vector<BodyMotion>& motion,
                Evaluation& out) const;

  std::vector<Pair> pairs_;
};

}  // namespace daedalus
