// flexible_system.hpp: a model with flexible bodies: its expansion (expansion.hpp) in joint coordinates y, which obey y
// = T q.
//
// q are the coordinates of joints and free bodies and the modal coordinates η. With ~ for what the expansion says at y
// = T q, y' = T q', y'' = T q'' (T is constant), virtual work gives
//   M = Tᵀ M~ T          f = Tᵀ f~ − K η − D η'          G = G~ T,   g = g~,   gamma = gamma~
//   r_q = Tᵀ r~_q T + K,  r_v = Tᵀ r~_v T + D             every other tangent likewise
// The elastic energy is ½ ηᵀ K η, the power ηᵀ' D η' is dissipated. Nothing is linearized but the shapes themselves.
// 'cartesian' is the same with all joints of the user as constraints: every body then has its own free frame.
#pragma once

#include <mutex>

#include "daedalus/formulation/flexible/coordinate_map.hpp"
#include "daedalus/formulation/flexible/expansion.hpp"
#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

struct FlexibleParts {
  FlexibleParts(const Model& model, UserJoints joints);
  Layout make_layout() const;

  struct Bending {  // of one flexible body
    BodyId body = 0;
    Index first = 0, count = 0;  // its modal coordinates in q
    std::vector<Index> inner;    // its coordinates in y
  };
  struct ElasticEntry {
    Index row, col;
    double k, d;
  };

  Model given;
  Expansion expansion;
  JointSystem inner;
  std::vector<Bending> bendings;
  std::vector<Index> place_of;        // of a coordinate of y in q; −1 for those of inner joints
  CoordinateMap T;                    // make_map() fills in the two before it
  std::vector<ElasticEntry> elastic;  // K and D of all bodies

 private:
  CoordinateMap make_map();
};

class FlexibleSystem final : public ModelSystem {
 public:
  FlexibleSystem(const Model& model, UserJoints joints);

  State initial_guess() const override;
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;
  std::unique_ptr<Workspace> make_workspace() const override;
  std::string explain_singularity(const State& x) const override;

  const std::string& formulation() const override { return formulation_; }
  const JointSystem* joint_coordinates() const override { return formulation_ == "joint" ? &parts_->inner : nullptr; }
  const Model& given_model() const override { return parts_->given; }
  const ModelElements& elements() const override { return parts_->inner.elements(); }
  void move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const override;
  void reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                 VecX& drivers, Workspace& workspace) const override;
  Assembled assemble() const override;  // bent_start.cpp
  // Of a motion of the given bodies alone, flexible ones are bent as their start says.
  void place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const override;
  // The motion of the given bodies as that of all parts, with these modal coordinates and rates (by the order of
  // modal_coordinates()).
  std::vector<BodyMotion> bent(const std::vector<BodyMotion>& given, const std::vector<VecX>& eta,
                               const std::vector<VecX>& eta_dot) const;
  // The values and rates that the starts of the bodies say.
  std::vector<VecX> start_values() const;
  std::vector<VecX> start_rates() const;

  const FlexibleParts& parts() const { return *parts_; }
  std::vector<ModalRange> modal_coordinates() const override;

 private:
  struct Scratch : Workspace {
    explicit Scratch(const JointSystem& inner);
    State y;
    Evaluation value;
    std::unique_ptr<Workspace> workspace;
  };
  struct LazyMap {  // found when a matrix is first wanted
    std::once_flag once;
    MatrixMap map;
    std::vector<Index> elastic;  // slots of FlexibleParts::elastic
  };
  FlexibleSystem(std::unique_ptr<FlexibleParts> parts, UserJoints joints);
  void write(LazyMap& lazy, Mapped sides, const SparseMatrix& from, SparseMatrix& to, bool is_elastic = false) const;
  void expand(const State& x, Scratch& s) const;

  std::unique_ptr<FlexibleParts> parts_;
  std::string formulation_;
  mutable LazyMap M_, G_, r_q_, r_v_, r_s_, reaction_q_, sigma_q_, sigma_v_;
};

}  // namespace daedalus
