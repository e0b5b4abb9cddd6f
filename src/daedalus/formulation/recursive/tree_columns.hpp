// tree_columns.hpp: how a tree moves when one coordinate changes, about a common point O, or every node's motion and
// columns about its own origin.
//
// S_j is the motion of everything beyond coordinate j per unit of it. With V, A of a node (A its spatial acceleration,
// without gravity), λ the parent of j's node and i that node itself, everything beyond changes by
//   position      S_j
//   velocity      ∂V/∂q_j = S_j × V + Ψ'_j                        ∂V/∂v_j = S_j
//   acceleration  ∂A/∂q_j = S_j × A + Ψ'_j × V + Ψ''_j            ∂A/∂v_j = S_j × V + Y_j
//   Ψ'_j  = V_λ × S_j + S δν                  Ψ''_j = A_λ × S_j + V_λ × (V_λ × S_j) + S δν' + (V_λ + V_i) × S δν
//   Y_j   = (V_λ + V_i) × S_j + S ε
// δν, δν' and ε are the derivatives of a ball's own angular velocity 2 L(p) p'/|p|² and of its rate by p_j, p_j and
// p'_j; zero for all other motions. One dot product with these per entry makes every tangent of the joint formulation.
#pragma once

#include <vector>

#include "daedalus/formulation/recursive/spatial_vectors.hpp"
#include "daedalus/formulation/recursive/sweeps.hpp"

namespace daedalus {

using SpatialSweeps = Sweeps<SpatialSpace<double>>;

struct TreeColumns {
  enum class About { common_point, own_origins };
  explicit TreeColumns(const Tree& tree, About about = About::common_point);

  enum class Level { position, velocity, acceleration };
  // From a memory after move() with places, and accelerate() for the level of accelerations (with gravity taken off; the
  // one given is put back).
  void compute(Level level, const SpatialSweeps::Memory& m, const VecX& q, const VecX& v, const VecX& a,
               const Vec3& gravity);

  Vec3 origin = Vec3::Zero();                 // O
  std::vector<Vec6> V, A;                     // of nodes
  std::vector<Vec6> S, psi_dot, psi_ddot, Y;  // of coordinates

  // A ball's own: ∂T_k/∂p_m of T = 2 L/|p|² in its axes, for the moment it transmits.
  struct Ball {
    Index node = 0;
    Mat<double, 3, 16> T_p = Mat<double, 3, 16>::Zero();  // column 4 k + m
  };
  std::vector<Ball> balls;

 private:
  void compute_ball(Level level, std::size_t ball, const SpatialSweeps::Memory& m, const VecX& q, const VecX& v,
                    const VecX& a);
  Vec3 arm(const SpatialSweeps::Memory& m, std::size_t node) const {  // to the node's origin
    return about_ == About::common_point ? Vec3(m.place[node].x - origin) : Vec3(Vec3::Zero());
  }
  Vec6 of_parent(const std::vector<Vec6>& motion, const SpatialSweeps::Memory& m, std::size_t node) const {
    const Vec6& above = motion[static_cast<std::size_t>(tree_.node(static_cast<Index>(node)).parent)];
    return about_ == About::common_point ? above : shifted_motion(above, m.k[node].d);
  }
  const Tree& tree_;
  About about_;
};

// Calls with every coordinate on the way from a node to its root, its own ones first.
template <class Visit>
void for_each_coordinate_above(const Tree& tree, Index node, Visit visit) {
  for (Index i = node; i >= tree.roots; i = tree.node(i).parent) {
    const TreeNode& n = tree.node(i);
    for (Index k = 0; k < n.coordinates(); ++k) visit(n.coordinate + k);
  }
}

}  // namespace daedalus
