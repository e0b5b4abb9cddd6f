// cartesian_system.hpp: a model in absolute coordinates: every body has its own, joints are constraint rows.
//
// Constraint rows in this order: joints, drivers (as in the model), normalization of Euler parameters; then
// nonholonomic rows.
// Elements of one kind lie side by side; patterns are fixed at construction, evaluation neither allocates nor throws.
#pragma once

#include "daedalus/formulation/cartesian/body_table.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/formulation/rate_groups.hpp"

namespace daedalus {

// What one evaluation works on: everything, or what acts on one rate group.
struct CartesianScope {
  const BodyTable &moved, &bodies;  // whose motion is looked at; whose equations are evaluated
  const ModelElements& elements;
};

// Everything the equations consist of, put together before the layout is known.
struct CartesianParts {
  explicit CartesianParts(const Model& model);
  Layout make_layout(const Model& model);  // also tells every part where its entries are

  BodyTable bodies;
  ModelElements elements;

  struct Group {
    BodyTable moved, bodies;
    ModelElements elements;
    GroupRows rows;
  };
  std::vector<Group> groups;  // of Layout::rate_groups
};

class CartesianSystem final : public ModelSystem {
 public:
  explicit CartesianSystem(const Model& model);

  State initial_guess() const override;
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;
  std::unique_ptr<Workspace> make_workspace() const override;

  const std::string& formulation() const override;
  const ModelElements& elements() const override { return parts_->elements; }
  void move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const override;
  void reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                 VecX& drivers, Workspace& workspace) const override;
  Assembled assemble() const override;
  Assembled carry_over(const Assembled& found) const override { return found; }
  void place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const override;

  const CartesianParts& parts() const { return *parts_; }
  struct Scratch : Workspace {
    std::vector<BodyMotion> motion;
    ModelElements::Scratch elements;
    VecX f;                           // (nq) forces, when only the residual is wanted
    std::optional<Evaluation> group;  // of one rate group, before its rows are copied; only where there are groups
  };

 private:
  CartesianSystem(const Model& model, std::unique_ptr<CartesianParts> parts);
  void evaluate(const CartesianScope& scope, Want want, const State& x, Evaluation& out, Scratch& scratch) const;
  void evaluate_levels(const CartesianScope& scope, Want want, const State& x, MotionLevel level, Evaluation& out,
                       Scratch& scratch) const;
  void evaluate_dynamics(const CartesianScope& scope, Want want, const State& x, Evaluation& out,
                         Scratch& scratch) const;

  std::unique_ptr<CartesianParts> parts_;
};

}  // namespace daedalus
