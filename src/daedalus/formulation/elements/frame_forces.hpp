// frame_forces.hpp: forces and torques between frames, with tangents by duals in the coordinates of the two bodies.
//
//   on P: force F at x_P, torque T; on Q the opposite. f_r += F,  f_ρ += (2E)ᵀ((x_P − r) × F + T), and minus these for
//   Q;
//   without (2E)ᵀ for a body given by its twist.
// An element has variables: its own states, then those of others it is linked to. It sets the rates of its own, and
// adds torque/inertia to those of the others.
#pragma once

#include <memory>

#include "daedalus/formulation/elements/frame_seeds.hpp"
#include "daedalus/formulation/elements/measure_forces.hpp"

namespace daedalus {

class FrameForces {
 public:
  // Scratch of one thread.
  struct Scratch {
    LocalMatrix by_q, by_v;
    std::vector<double> s, sigma, drives;  // of one element; drives: what all elements add to rates of others
    std::vector<TimeDual> s_moving;
    std::vector<FrameDual> s_seeded, sigma_seeded;
  };

  // States are numbered on from those of `others`, which laws may be linked to.
  FrameForces(const Model& model, const BodyPlaces& places, const MeasureForces& others);

  Index state_count() const { return static_cast<Index>(initial_states_.size()); }
  const std::vector<std::string>& state_names() const { return state_names_; }
  const std::vector<double>& initial_states() const { return initial_states_; }
  const std::vector<const ForceElement*>& state_owners() const { return state_owners_; }

  // Drops all elements but those that act on a rate group.
  void keep(const RateAssignment& rates, Index group) {
    std::erase_if(elements_, [&](const Element& e) { return !rates.acts_on(*e.force, group); });
  }

  void collect(ForceEntries& entries);
  void find_slots(const Patterns& patterns);
  Scratch make_scratch() const;
  void evaluate(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion, VecX* f,
                Evaluation& out, Scratch& scratch) const;

  // For channels: the wrench of element i (in the order of the model).
  Index size() const { return static_cast<Index>(elements_.size()); }
  const ForceElement& element(Index i) const { return *elements_[i].force; }
  Wrench<double> wrench(Index i, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion,
                        Scratch& scratch) const;

 private:
  // What the law says of variable k counts in the rate of a state with a weight: 1 for its own; for a linked one 1/inertia,
  // or the response of its element.
  struct Rate {
    Index variable = 0, state = 0;
    double weight = 1;
    RowSlots sigma_q, sigma_v;
    std::vector<Index> sigma_s;
  };
  struct Element {
    const ForceElement* force = nullptr;
    Index group = 0, index = 0;  // in its group
    FrameMarker P, Q;
    LocalFrame frame;
    Index place_P = -1, place_Q = -1;
    bool acts_on_Q = true;
    BlockSlots r_q, r_v;
    std::vector<Index> r_s;
    Index first_state = 0, states = 0, first_drive = 0;
    std::vector<Index> variables;  // state numbers
    std::vector<Rate> rates;       // those of its own states first
    std::vector<Index> seeds;      // of the variables that the first pass differentiates by

    Index variable_count() const { return static_cast<Index>(variables.size()); }
    Index first_pass() const { return static_cast<Index>(seeds.size()); }
  };
  struct Pass {  // of duals: variables first..first+count−1, seeds by number or counted from 0
    Index first = 0, count = 0;
    const Index* seeds = nullptr;
    Index seed(Index j) const { return seeds ? seeds[j] : j; }
  };
  void link(const Model& model, const std::vector<std::string>& names_of_others);
  template <class S>
  FrameInput<S> input(const Element& e, double t, const InputValues& inputs, const BodyCoordinatesOf<S>& P,
                      const BodyCoordinatesOf<S>& Q, const S* s) const;
  const double* gather(const Element& e, const State& x, Scratch& scratch) const;
  void add_values(Want want, const Element& e, const State& x, const InputValues& inputs,
                  const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out, Scratch& scratch) const;
  void add_power(const Element& e, const FrameInput<double>& in, const Wrench<double>& w, Evaluation& out,
                 Scratch& scratch) const;
  void add_tangents(Want want, const Element& e, const State& x, const InputValues& inputs,
                    const std::vector<BodyMotion>& motion, Evaluation& out, Scratch& scratch) const;
  void add_state_columns(Want want, const Element& e, const Pass& pass, const Vec<FrameDual, places_per_body>& on_P,
                         const Vec<FrameDual, places_per_body>& on_Q, const FrameDual* sigma, Evaluation& out) const;

  std::vector<std::shared_ptr<FrameForceGroup>> groups_;
  std::vector<Element> elements_;
  std::vector<std::string> state_names_;
  std::vector<double> initial_states_;
  std::vector<const ForceElement*> state_owners_;
  Index drive_count_ = 0;
  Vec3 gravity_;
};

FrameMarker make_frame_marker(const Model& model, const BodyPlaces& places, MarkerId id);

}  // namespace daedalus
