// tree_inertia.hpp: mass matrix by composite bodies and the exact tangents of the inertia forces of a tree, one dot
// product per entry. With I^C, 2B^C, w^C the inertia, its velocity tangent and the inertia forces of everything beyond
// a node, for coordinates j at or before i on one way to the root:
//   M_ij = S_i·I^C S_j
//   ∂r_i/∂q_j = S_i·(I^C Ψ''_j + 2B^C Ψ'_j)                 ∂r_j/∂q_i = S_j·(I^C Ψ''_i + 2B^C Ψ'_i + S_i ×* w^C)
//   ∂r_i/∂v_j = S_i·(I^C Y_j + 2B^C S_j)                     ∂r_j/∂v_i = S_j·(I^C Y_i + 2B^C S_i)
// A ball adds what the change of its own columns makes of the moment it transmits, and its regularizing part.
#pragma once

#include "daedalus/formulation/recursive/tree_columns.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

// Where the entries (i, j) of coordinates on one way to the root are in a matrix.
class TreeSlots {
 public:
  TreeSlots() = default;
  TreeSlots(const Tree& tree, const Pattern& pattern);
  static std::vector<Pattern::Entry> entries(const Tree& tree);

  // Calls with (i, j, slot of (i,j), slot of (j,i)) for j strictly before i, in the order of i's node.
  template <class Visit>
  void for_each_before(const Tree& tree, Index node, Visit visit) const {
    std::size_t at = starts_[node];
    const TreeNode& n = tree.node(node);
    for (Index k = 0; k < n.coordinates(); ++k)
      for_each_coordinate_above(tree, n.parent, [&](Index j) {
        visit(n.coordinate + k, j, slots_[at], slots_[at + 1]);
        at += 2;
      });
  }
  // Calls with (i, j, slot) for i, j of one node.
  template <class Visit>
  void for_each_own(const Tree& tree, Index node, Visit visit) const {
    std::size_t at = own_starts_[node];
    const TreeNode& n = tree.node(node);
    for (Index k = 0; k < n.coordinates(); ++k)
      for (Index l = 0; l < n.coordinates(); ++l) visit(n.coordinate + k, n.coordinate + l, own_[at++]);
  }

 private:
  std::vector<std::size_t> starts_, own_starts_;
  std::vector<Index> slots_, own_;
};

// I of what one node carries, about the point from which `arm` leads to its origin.
RigidInertia inertia_of(const TreeNode& node, const Mat3& R, const Vec3& arm);

class TreeInertia {
 public:
  explicit TreeInertia(const Tree& tree);

  // I^C, and with velocities 2B^C, with accelerations w^C, from the columns and the frames in the memory.
  void compute(TreeColumns::Level level, const TreeColumns& columns, const SpatialSweeps::Memory& m,
               const Vec3& gravity);

  void add_mass(const TreeColumns& columns, const VecX& q, const TreeSlots& slots, VecX& values) const;
  // r_q, and r_v unless it is null. `moments` are what the balls transmit (in the order of columns.balls), world axes.
  void add_tangents(const TreeColumns& columns, const Vec3& gravity, const VecX& q, const VecX& v, const VecX& a,
                    const std::vector<Vec3>& moments, const SpatialSweeps::Memory& m, const TreeSlots& slots_q,
                    VecX& r_q, const TreeSlots* slots_v, VecX* r_v) const;

 private:
  const Tree& tree_;
  std::vector<RigidInertia> I_;
  std::vector<Mat6> B_;
  std::vector<Vec6> w_;
};

}  // namespace daedalus
