// model_elements.hpp: all joints, drivers and forces of a model at given places of its bodies, what formulations share.
//
//   constraint rows      0 .. row_count() − 1                    holonomic, of the given joints in their order
//                        + norm_rows                             holonomic, the formulation's own
//                        + rate_row_count()                      nonholonomic, of those of the joints that have any
//   states               of forces along measures, then of forces between frames
//
// A formulation numbers the places, moves the bodies, and adds its inertia and its own rows. Every function adds to
// outputs that the caller has cleared; none allocates once slots are found.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "daedalus/formulation/elements/frame_forces.hpp"
#include "daedalus/formulation/elements/gap_rows.hpp"
#include "daedalus/formulation/elements/measure_forces.hpp"
#include "daedalus/formulation/elements/measure_rows.hpp"
#include "daedalus/formulation/elements/rate_rows.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

// The patterns of matrices that have these entries: those of M, of G, of (M a + Gᵀλ)_q, and those of forces.
Patterns make_patterns(Index nq, Index nc, Index ns, Index springs, std::vector<Pattern::Entry> mass,
                       std::vector<Pattern::Entry> jacobian, const std::vector<Pattern::Entry>& reaction,
                       ForceEntries forces);

// Every joint, then every driver of a model.
std::vector<const Joint*> joints_and_drivers(const Model& model);

class ModelElements {
 public:
  // Scratch of one thread.
  struct Scratch {
    MeasureForces::Scratch forces;
    FrameForces::Scratch frames;
    MeasureKinematics::Value value;
    LocalMatrix by_q;
  };

  // `joints`: those joints and drivers of the model whose rows are constraints.
  ModelElements(const Model& model, const BodyPlaces& places, std::span<const Joint* const> joints, Index norm_rows);

  Index row_count() const { return static_cast<Index>(row_names_.size()); }
  Index rate_row_count() const { return rates_.row_count(); }
  Index spring_count() const { return measure_forces_.spring_count(); }
  Index state_count() const { return measure_forces_.state_count() + frame_forces_.state_count(); }
  const std::vector<std::string>& row_names() const { return row_names_; }
  const std::vector<std::string>& rate_row_names() const { return rates_.names(); }
  const std::vector<std::string>& switch_names() const { return measure_forces_.switch_names(); }
  VecX row_scales(Index norm_rows) const;  // of all constraint rows: Layout::constraint_scale
  double size() const { return size_; }    // m, of the mechanism
  std::vector<std::string> state_names() const;
  std::vector<const ForceElement*> state_owners() const;
  VecX initial_states() const;

  // The first row of a joint or driver (joints are told apart by their names); −1 when it has no rows here.
  Index first_row(const Joint& joint) const;
  Index first_rate_row(const Joint& joint) const;

  // Set-up: the entries written to. `reaction` are those of (Gᵀλ)_q, which are also part of r_q; `forces` those of
  // forces.
  void collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& reaction, ForceEntries& forces);
  void find_slots(const Patterns& patterns);
  Scratch make_scratch() const;
  // Those elements that act on one rate group, numbered as before; once slots are found.
  ModelElements restricted_to(const RateAssignment& rates, const Layout& layout, Index group) const;

  // Rows at the levels that are wanted, and their tangents. gamma is minus the acceleration level of the motion: G a −
  // gamma = 0 has its gamma from a motion at a = 0.
  void add_levels(Want want, double t, const std::vector<BodyMotion>& motion, MotionLevel level, Evaluation& out,
                  Scratch& scratch) const;
  // r += Gᵀλ.
  void add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r, Scratch& scratch) const;
  // values += (Gᵀλ)_q, the entries of r_q or reaction_q.
  void add_reaction_tangents(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                             VecX& values, Scratch& scratch) const;
  // f += forces, unless it is null; and what is wanted of sigma, switches, energy, r_q, r_v, r_s, sigma_q, sigma_v,
  // sigma_s.
  // Of the state: t, s, and v at the places.
  void add_forces(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion, VecX* f,
                  Evaluation& out, Scratch& scratch) const;

  // For channels.
  const MeasureForces& measure_forces() const { return measure_forces_; }
  const FrameForces& frame_forces() const { return frame_forces_; }

 private:
  GapRows gaps_;
  MeasureRows rows_;
  MeasureForces measure_forces_;
  FrameForces frame_forces_;
  std::vector<std::string> row_names_;
  double size_;
  std::vector<double> row_scales_;
  std::map<std::string, Index> first_row_, first_rate_row_;  // by joint
  RateRows rates_;
};

}  // namespace daedalus
