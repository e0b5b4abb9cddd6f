// tree_linearization.hpp: the equations of motion of a tree linearized node by node, O(N), without M, r_q or r_v.
//
// Carried along with its motion, a node is displaced by X, and its velocity and acceleration change by Y and Z beyond
// what the displacement alone makes of them. About the node's own origin, with d from the parent's origin to it and the
// columns of tree_columns.hpp:
//
//   (X, Y, Z) = (X, Y, Z) of the parent, moved by d: (ω, v + ω × d),   + C (δq, δv, δa)
//   C:   X += S δq        Y += Ψ' δq + S δv        Z += Ψ'' δq + Y_j δv + S δa                     Y_j of tree_columns.hpp
//
// A point of its body at arm ρ, with velocity r' and acceleration r'' (gravity taken off), then follows by
//
//   δr = X_v + X_w × ρ        δr' = X_w × r' + Y_v + Y_w × ρ        δr'' = X_w × r'' + 2 Y_w × r' + Z_v + Z_w × ρ
//   δθ = X_w                  δω = X_w × ω + Y_w                    δα = X_w × α + Y_w × ω + Z_w
//
// and the wrench on it by  K (X, Y, Z):  inertia  X ×* w + 2B Y + I Z,  forces on the body and those between it and its
// parent. Φ is the sum of these over everything beyond a joint, which transmits F. Its equation changes by
//
//   δr_j = S_j · (Φ − X ×* F)
//
// What reaches further than from a node to its parent hangs on *borders*, unknowns of their own: multipliers of cut
// joints, first-order states, and flows, the wrench on one body by the motion of another one. A border's links say where
// on the tree it reads (X, Y, Z) and where it exerts a wrench.
#pragma once

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

using Vec18 = Vec<double, 18>;
using Mat6x18 = Mat<double, 6, 18>;
using Mat6x12 = Mat<double, 6, 12>;

enum class BorderKind { row, state, flow };

// One end of a border.
struct BorderLink {
  BorderKind kind = BorderKind::row;
  Index number = 0;                           // constraint row, state, or flow
  Index node = 0;                             // on the tree
  Vec6 at_positions = Vec6::Zero();           // row of G: times X
  Vec18 reads = Vec18::Zero();                // of the velocity level; of σ; of the force that flows: no Z
  Vec18 reads_accelerations = Vec18::Zero();  // of the acceleration level
  Vec6 wrench = Vec6::Zero();                 // on the node, per unit
};

class TreeLinearization final : public MotionLinearization {
 public:
  explicit TreeLinearization(const JointSystem& system);

  void evaluate(const State& x, const InputValues& inputs) override;
  void respond(const MotionChange& change, const MotionResponse& response) override;
  std::unique_ptr<MotionFactors> make_factors(ConstraintRows rows, const std::vector<Index>& dropped) const override;
  void exchange(Archive& archive) override;

  // What factors are made of.
  const Tree& tree() const { return system_.tree(); }
  const Layout& layout() const { return system_.layout(); }
  const TreeColumns& columns() const { return s_.columns; }
  const Vec3& arm(Index node) const { return s_.nodes.k[static_cast<std::size_t>(node)].d; }
  Vec6 transmitted(Index node) const {
    const auto& F = s_.nodes.F[static_cast<std::size_t>(node)];
    return joined(F.n, F.f);
  }
  const Mat6x18& own(Index node) const { return own_[static_cast<std::size_t>(node)]; }
  // On the node by its parent, and on its parent by the node: both about the node's origin. Null where there is none.
  const Mat6x12* from_parent(Index node) const { return find(from_parent_, node); }
  const Mat6x12* to_parent(Index node) const { return find(to_parent_, node); }
  const std::vector<BorderLink>& links() const { return links_; }
  Index flows() const { return flows_; }
  const SparseMatrix& sigma_s() const { return s_.body.sigma_s; }

  // Of a ball: what its own four coordinates make of its four equations, and its row of G.
  struct Ball {
    Mat<double, 4, 4> by_q, by_v, by_a;
    Vec4 row, row_by_q, row_by_v;  // p; of the acceleration level p'' and 2 p'; of the velocity level p' = row_by_v / 2
  };
  const Ball& ball(Index node) const { return balls_[static_cast<std::size_t>(ball_of_[node])]; }
  Index row_of_ball(Index node) const { return system_.elements().row_count() + tree().node(node).norm; }

 private:
  struct Couplings {
    std::vector<Index> of;  // of every node, -1
    std::vector<Mat6x12> values;
  };
  const Mat6x12* find(const Couplings& couplings, Index node) const {
    const Index at = couplings.of[static_cast<std::size_t>(node)];
    return at < 0 ? nullptr : &couplings.values[static_cast<std::size_t>(at)];
  }
  struct Coupled {  // a pair of groups
    Index node = 0;
    enum class Way { same_node, from_parent, to_parent, flow } way = Way::same_node;
    std::array<Index, 6> flow_links = {-1, -1, -1, -1, -1, -1};  // of each place on a: where its two links begin
  };
  void classify_pairs();
  void add_link(BorderKind kind, Index number, Index group);
  void linearize_inertia();
  void linearize_geometry();
  void linearize_pairs();
  void linearize_links();
  void linearize_balls(const State& x);

  struct Pose {  // of a body against a node's origin
    Vec3 arm, r_dot, r_ddot, w, alpha;
  };
  Pose pose(Index group, Index node) const;
  static Vec6 wrench(const Pose& pose, const Vec6& force);                  // (f, t) on the body about the origin
  static void read_velocity(const Pose& pose, const Vec6& w0, Vec18& row);  // += w0 · δ(r', ω)
  static void read_acceleration(const Pose& pose, const Vec6& w0, Vec18& row);
  void spread(const MotionChange& change);

  const JointSystem& system_;
  JointSystem::Scratch s_;
  State at_;
  std::vector<double> inputs_;
  bool known_ = false;
  std::vector<Mat6x18> own_;
  Couplings from_parent_, to_parent_;
  std::vector<Coupled> coupled_;  // of the pairs of the projection
  std::vector<BorderLink> links_;
  std::vector<Index> row_links_, column_links_, state_links_;  // where those of the projection are
  Index flows_ = 0;
  std::vector<Index> ball_of_;  // of every node, -1
  std::vector<Ball> balls_;
  std::vector<Vec18> motion_;  // (X, Y, Z) of nodes
  std::vector<Vec6> force_;    // Φ
};

}  // namespace daedalus
