// joint_system.hpp: a model in joint coordinates: a tree of motions, closed by constraints where the mechanism has
// loops.
//
// Coordinates are those of the tree (tree.hpp). Constraint rows in this order: joints and drivers that are cut (as in
// the model), normalization of the balls' Euler parameters; then nonholonomic rows. Joints inside the tree have no
// multipliers: their reactions are what the recursion transmits. Bodies are moved by the tree, elements act on them at
// six places each (elements/), and element_projection.hpp carries what they say over to the coordinates.
#pragma once

#include <mutex>

#include "daedalus/formulation/model_system.hpp"
#include "daedalus/formulation/rate_groups.hpp"
#include "daedalus/formulation/recursive/element_projection.hpp"

namespace daedalus {

// How the equations of motion are solved for accelerations.
enum class JointSolver {
  automatic,
  articulated,  // articulated bodies, O(N); loops by the constraint space G M⁻¹ Gᵀ
  factorized,   // M by composite bodies and LᵀL along the branches; loops by the constraint space
  descriptor,   // M by composite bodies, [M Gᵀ; G 0] by the sparse solver of the seam
};

// How the matrices of implicit steps are factorized.
enum class ImplicitMatrix {
  automatic,
  composed,   // from M, r_q, r_v, … by the solvers of the seam
  recursive,  // along the tree, without forming any of them: tree_factors.hpp
};

// Everything the equations consist of, put together before the layout is known.
struct JointParts {
  explicit JointParts(const Model& model);
  Layout make_layout();

  Model model;
  Tree tree;
  std::vector<BodyId> groups;  // the body of every six places
  BodyPlaces places;
  ModelElements elements;
  Layout body_level;  // sizes and patterns of the elements at their places
  std::unique_ptr<ElementProjection> projection;
  std::vector<BodyId> used;  // bodies that elements look at

  // What acts on one rate group: its elements, the bodies they look at, the rows to copy.
  struct Group {
    ModelElements elements;
    std::vector<BodyId> used;
    GroupRows rows;
  };
  std::vector<Group> rate_groups;  // of Layout::rate_groups
  bool has_elements = false, has_planar_bodies = false, has_drives = false;

  // Where entries go in the matrices, found when a matrix is first wanted.
  struct MatrixSlots {
    std::once_flag once;
    TreeSlots tree;
    std::vector<Index> elements, geometry;
  };
  mutable MatrixSlots M, G, Y, r_q, r_v, reaction_q, r_s, sigma_q, sigma_v;
};

class JointSystem final : public ModelSystem {
 public:
  explicit JointSystem(const Model& model, JointSolver solver = JointSolver::automatic,
                       ImplicitMatrix implicit = ImplicitMatrix::automatic);

  State initial_guess() const override;
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;
  std::unique_ptr<Workspace> make_workspace() const override;
  std::unique_ptr<AccelerationSolver> make_acceleration_solver() const override;
  std::unique_ptr<MotionLinearization> make_linearization() const override;
  std::string explain_singularity(const State& x) const override;
  std::string explain_coordinates(const State& x) const;  // angles that lose their meaning, whatever the masses

  const std::string& formulation() const override;
  const JointSystem* joint_coordinates() const override { return this; }
  const ModelElements& elements() const override { return parts_->elements; }
  void move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const override;
  void reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                 VecX& drivers, Workspace& workspace) const override;
  void place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const override;

  const Tree& tree() const { return parts_->tree; }
  const JointParts& parts() const { return *parts_; }
  const SpatialSweeps& sweeps() const { return sweeps_; }
  JointSolver solver() const { return solver_; }

  struct Scratch : Workspace {
    explicit Scratch(const JointSystem& system, TreeColumns::About about = TreeColumns::About::common_point);
    std::vector<RootMotion> roots;
    std::vector<DriveValue> drives;
    SpatialSweeps::Memory nodes;
    TreeColumns columns;
    TreeInertia inertia;
    std::vector<BodyMotion> motion;
    std::vector<double> angles;  // of nodes, about the z-axis of the world
    ModelElements::Scratch elements;
    Evaluation body;  // of the elements at their places
    State places;     // t, s, lambda, and v: the twists
    VecX forces, zero, tau;
    // What an evaluation works on: everything, or what acts on one rate group.
    const ModelElements* acting = nullptr;
    const std::vector<BodyId>* used = nullptr;
    std::optional<Evaluation> group;  // of one rate group, before its rows are copied; only where there are groups
    std::vector<Vec3> moments;        // that balls transmit
  };

  // The steps of an evaluation, which solvers share.
  void move_roots(double t, Scratch& s) const;
  template <class Space>
  void read_motion(const State& x, const typename Sweeps<Space>::Memory& nodes, MotionLevel level,
                   const std::vector<BodyId>& bodies, Scratch& s) const;
  // −(forces of elements) at the places: s.body.r; sigma when it is wanted.
  void apply_forces(Want want, const State& x, Scratch& s) const;
  // The tangents of elements at their places, G, g_dot_q, … , r_q, r_v, … of s.body; and what every joint transmits, s.nodes.F.
  void linearize_elements(const State& x, Scratch& s) const;
  // The elements' s.body.r as forces on nodes.
  template <class Space>
  void load_nodes(const VecX& at_places, const std::vector<typename Sweeps<Space>::Kinematics>& k,
                  std::vector<typename Space::Force>& F) const;

 private:
  class Placement;  // tree_place.cpp
  JointSystem(std::unique_ptr<JointParts> parts, JointSolver solver, ImplicitMatrix implicit);
  void evaluate_all(Want want, const State& x, Evaluation& out, Scratch& s) const;
  void evaluate_levels(Want want, const State& x, Evaluation& out, Scratch& s) const;
  void evaluate_energy(const State& x, Evaluation& out, Scratch& s) const;
  void compute_residual(const State& x, const VecX& a, const VecX* lambda, Scratch& s, VecX& r) const;
  void linearize_levels(const State& x, Scratch& s) const;
  void linearize_forces(const State& x, Scratch& s) const;
  void linearize_reactions(const State& x, Scratch& s) const;
  void evaluate_tangents(Want want, const State& x, Evaluation& out, Scratch& s) const;
  void evaluate_reaction_tangent(const State& x, Evaluation& out, Scratch& s) const;

  std::unique_ptr<JointParts> parts_;
  SpatialSweeps sweeps_;
  JointSolver solver_;
  ImplicitMatrix implicit_;
};

template <class Space>
void JointSystem::load_nodes(const VecX& at_places, const std::vector<typename Sweeps<Space>::Kinematics>& k,
                             std::vector<typename Space::Force>& F) const {
  for (auto& force : F) force = {};
  if (!parts_->has_elements) return;
  for (std::size_t g = 0; g < parts_->groups.size(); ++g) {
    const auto at = static_cast<Index>(g) * twist_places;
    const Vec3 f = at_places.segment<3>(at), t = at_places.segment<3>(at + 3);
    const TreeBody& body = parts_->tree.body(parts_->groups[g]);
    const auto node = static_cast<std::size_t>(body.node);
    const typename Space::Vector force = Space::vector(f);
    F[node].f += force;
    typename Space::Vector arm;
    if constexpr (Space::has_balls) arm = k[node].R * body.pose.x;
    else arm = k[node].R * Vec<double, 2>(body.pose.x.template head<2>());
    F[node].n += Space::angular(t) + Space::moment(arm, force);
  }
}

}  // namespace daedalus
