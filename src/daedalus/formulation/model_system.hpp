// model_system.hpp: what every formulation of a model offers beyond the seam, for assembly, channels and messages.
#pragma once

#include <string>
#include <vector>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/elements/model_elements.hpp"
#include "daedalus/model/excitations.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// The modal coordinates of a flexible body.
struct ModalRange {
  BodyId body = 0;
  Index first = 0, count = 0;  // in q
};

class JointSystem;

class ModelSystem : public System {
 public:
  // What the equations are made of. It may have more bodies and joints than the given model: parts of flexible bodies,
  // after the others.
  const Model& model() const { return model_; }
  virtual const Model& given_model() const { return model_; }
  virtual std::vector<ModalRange> modal_coordinates() const { return {}; }
  TimeBreak next_break(double t, double until) const final;
  Index excitations() const final { return excitations_.count(); }
  void compute_excitations(double t, VecX& w) const final { excitations_.compute(t, w); }
  std::string identity() const final;  // name, formulation, parameters and digest of the model

  virtual const std::string& formulation() const = 0;  // 'cartesian'
  // that it works in, itself or what it is made of
  virtual const JointSystem* joint_coordinates() const { return nullptr; }
  virtual const ModelElements& elements() const = 0;  // of the joints that are constraint rows, and of all forces

  // Every body's motion at x, up to the level asked for. `workspace` is one of this system.
  virtual void move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const = 0;

  // The reaction of every joint of the model on its P, at P and in world axes (zero for those that couple other
  // joints), and the force of every driver along its measure. `motion` is that of x with accelerations.
  virtual void reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                         VecX& drivers, Workspace& workspace) const = 0;

  // A consistent start (assembly.hpp): bodies are put together in absolute coordinates and carried over to those of the
  // formulation, unless it knows better.
  virtual Assembled assemble() const;
  // A motion found in absolute coordinates in those of the formulation, settled on its own constraints.
  virtual Assembled carry_over(const Assembled& found) const;

  // The coordinates and velocities that put the bodies where `motion` says, of whatever kind it is.
  virtual void place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const = 0;

 protected:
  ModelSystem(const Model& model, Layout layout);
  // With the excitations that the workspace holds. The first call makes a system for it.
  void evaluate_held(Want want, const State& x, Evaluation& out, Workspace& workspace) const;

 private:
  Model model_;
  ModelExcitations excitations_;
  TimeBreaks breaks_;  // of everything in it that is a function of time
};

// The bodies as the model's author drew them.
std::vector<BodyMotion> start_motion(const Model& model);

}  // namespace daedalus
