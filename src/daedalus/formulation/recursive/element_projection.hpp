// element_projection.hpp: what joints and forces say about the bodies, said about the coordinates of a tree.
//
// Elements work on six places per body: the center of mass r and a turn θ in world axes, with the twist (r', ω).
// Coordinate j moves those of a body beyond it by (tree_columns.hpp; ρ = r − O, everything about O on the right)
//   δθ = S_w,  δr = S_v + S_w × ρ,     δω, δr' from ∂V/∂q_j,     δα, δr'' from ∂A/∂q_j
// and a force (f, t) on the body is f·δr + t·δθ on it. Rows, tangent blocks and columns of the elements are stored
// where their own patterns say; this file finds them there and carries them over:
//   G_j    = w0·δ(r,θ)                     ∂(G v)/∂q_j = w1·δ(r,θ) + w0·δ(r',ω)          and so on
//   r_q,ij = δ_i·(K δ_j(r,θ) + D δ_j(r',ω)) + the change of δ_i under the forces that act
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/formulation/recursive/tree_inertia.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

inline constexpr Index twist_places = 6;

// The values at these places; of three translations over three turns.
inline Vec6 pick(const VecX& values, const std::array<Index, 6>& slots) {
  Vec6 six;
  for (Index k = 0; k < 6; ++k) six[k] = slots[k] < 0 ? 0 : values[slots[k]];
  return six;
}
inline Mat6 pick(const VecX& values, const std::array<Index, 36>& slots) {
  Mat6 K;
  for (Index k = 0; k < 36; ++k) K.data()[k] = slots[k] < 0 ? 0 : values[slots[k]];
  return K;
}

class ElementProjection {
 public:
  using Six = std::array<Index, 6>;     // of the places of one group: where their values are, -1: zero
  using Block = std::array<Index, 36>;  // of a pair of groups, column by column
  struct Row {                          // of G or of Y
    Index row = 0, group = 0;
    Six slots;
  };
  struct Pair {  // tangents of the forces on a by the motion of b: K of r_q, D of r_v
    Index a = 0, b = 0;
    Block K, D;
  };
  struct Column {  // of r_s
    Index group = 0, state = 0;
    Six slots;
  };
  struct StateRow {  // of sigma_q, sigma_v
    Index state = 0, group = 0;
    Six by_q, by_v;
  };

  // `bodies`: the body of every group of six places. `body_level`: the patterns of the elements.
  ElementProjection(const Tree& tree, std::vector<BodyId> bodies, const Patterns& body_level);

  // Entries of the patterns in joint coordinates, without those of the tree itself.
  std::vector<Pattern::Entry> jacobian_entries() const;
  std::vector<Pattern::Entry> spring_entries() const;
  std::vector<Pattern::Entry> force_entries() const;     // of r_q and r_v
  std::vector<Pattern::Entry> reaction_entries() const;  // of reaction_q
  std::vector<Pattern::Entry> r_s_entries() const;
  std::vector<Pattern::Entry> sigma_entries() const;  // of sigma_q and sigma_v

  // Where these entries are.
  std::vector<Index> find_rows(const Pattern& pattern) const;
  std::vector<Index> find_springs(const Pattern& pattern) const;
  std::vector<Index> find_pairs(const Pattern& pattern) const;  // r_q or r_v
  std::vector<Index> find_reactions(const Pattern& pattern) const;
  std::vector<Index> find_geometry(const Pattern& pattern) const;
  std::vector<Index> find_r_s(const Pattern& pattern) const;
  std::vector<Index> find_sigma(const Pattern& pattern) const;

  Index node(Index group) const { return tree_.body(bodies_[group]).node; }
  BodyId body(Index group) const { return bodies_[group]; }
  const std::vector<Row>& rows() const { return rows_; }  // of G, and of its tangents in the same places
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<StateRow>& states() const { return states_; }
  const std::vector<Index>& loaded() const { return loaded_; }

  struct View {  // what is needed of one evaluation
    const TreeColumns& columns;
    const std::vector<BodyMotion>& motion;
  };
  void add_jacobian(const View& x, const VecX& G, const std::vector<Index>& slots, VecX& out) const;
  void add_springs(const View& x, const VecX& Y, const std::vector<Index>& slots, VecX& out) const;
  void add_velocity_tangent(const View& x, const VecX& G, const VecX& g_dot_q, const std::vector<Index>& slots,
                            VecX& out) const;
  void add_acceleration_tangents(const View& x, const VecX& G, const VecX& g_ddot_q, const VecX& g_ddot_v,
                                 const std::vector<Index>& slots, VecX& by_q, VecX& by_v) const;
  void add_tangents(const View& x, const VecX& K, const VecX& D, const std::vector<Index>& slots_q, VecX& r_q,
                    const std::vector<Index>& slots_v, VecX& r_v) const;
  void add_reaction_tangent(const View& x, const VecX& K, const std::vector<Index>& slots, VecX& reaction_q) const;
  // The change of the directions in which the forces `r` at the places count.
  void add_geometry(const View& x, const VecX& r, const std::vector<Index>& slots, VecX& r_q) const;
  void add_r_s(const View& x, const VecX& r_s, const std::vector<Index>& slots, VecX& out) const;
  void add_sigma(const View& x, const VecX& sigma_q, const VecX& sigma_v, const std::vector<Index>& slots_q, VecX& by_q,
                 const std::vector<Index>& slots_v, VecX& by_v) const;

 private:
  struct Variation {  // of one body by one coordinate
    Vec3 r, theta, v, w, a, alpha;
  };
  const BodyMotion& motion(const View& x, Index group) const { return x.motion[bodies_[group]]; }
  Variation vary_position(const View& x, Index group, Index j) const;
  void vary_velocity(const View& x, Index group, Index j, Variation& d) const;
  void vary_acceleration(const View& x, Index group, Index j, Variation& d) const;
  Variation vary_by_velocity(const View& x, Index group, Index j) const;
  Vec6 about_origin(const View& x, Index group, const Vec3& force, const Vec3& torque) const;
  void add_rows(const std::vector<Row>& of, const View& x, const VecX& values, const std::vector<Index>& slots,
                VecX& out) const;
  template <class Place>
  void for_each_row(const std::vector<Row>& of, Place place) const;
  template <class Place>
  void for_each_pair(const std::vector<Pair>& pairs, Place place) const;

  const Tree& tree_;
  std::vector<BodyId> bodies_;
  std::vector<Row> rows_, springs_;  // of G and of Y
  std::vector<Pair> pairs_, reactions_;
  std::vector<Column> columns_;
  std::vector<StateRow> states_;
  std::vector<Index> loaded_;  // groups that elements may act on
};

}  // namespace daedalus
