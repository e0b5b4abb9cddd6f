// cartesian_system.hpp: a model in absolute coordinates: every body has its own, joints are constraint rows.
//
// Constraint rows in this order: joints, drivers (as in the model), normalisation of Euler parameters; then nonholonomic rows.
// Elements of one kind lie side by side; patterns are fixed at construction, evaluation neither allocates nor throws.
#pragma once

#include "daedalus/formulation/cartesian/body_table.hpp"
#include "daedalus/formulation/elements/model_elements.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// Everything the equations consist of, put together before the layout is known.
struct CartesianParts {
  explicit CartesianParts(const Model& model);
  Layout make_layout(const Model& model);  // also tells every part where its entries are

  BodyTable bodies;
  ModelElements elements;
};

class CartesianSystem final : public System {
 public:
  explicit CartesianSystem(const Model& model);

  std::string identity() const override;  // with the parameters of the model
  State initial_guess() const override;
  void evaluate(Want want, const State& x, Index rate_group, Evaluation& out, Workspace& workspace) const override;
  std::unique_ptr<Workspace> make_workspace() const override;

  // What channels need beyond the seam.
  const Model& model() const { return model_; }
  const CartesianParts& parts() const { return *parts_; }
  struct Scratch : Workspace {
    std::vector<BodyMotion> motion;
    ModelElements::Scratch elements;
    VecX f;                                // (nq) forces, when only the residual is wanted
  };

 private:
  CartesianSystem(Model model, std::unique_ptr<CartesianParts> parts);
  void evaluate_levels(Want want, const State& x, MotionLevel level, Evaluation& out, Scratch& scratch) const;
  void evaluate_dynamics(Want want, const State& x, Evaluation& out, Scratch& scratch) const;

  Model model_;
  std::unique_ptr<CartesianParts> parts_;
};

}  // namespace daedalus
