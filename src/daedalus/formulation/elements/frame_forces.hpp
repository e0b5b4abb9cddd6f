// frame_forces.hpp: forces and torques between frames, with tangents by duals in the coordinates of the two bodies.
//
//   on P: force F at x_P, torque T; on Q the opposite. f_r += F,  f_ρ += (2E)ᵀ((x_P − r) × F + T), and minus these for
//   Q;
//   without (2E)ᵀ for a body given by its twist.
#pragma once

#include <memory>

#include "daedalus/formulation/elements/frame_seeds.hpp"
#include "daedalus/formulation/elements/measure_forces.hpp"

namespace daedalus {

class FrameForces {
 public:
  FrameForces(const Model& model, const BodyPlaces& places, Index first_state);

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
  void evaluate(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion, VecX* f,
                Evaluation& out, LocalMatrix& by_q, LocalMatrix& by_v) const;

  // For channels: the wrench of element i (in the order of the model).
  Index size() const { return static_cast<Index>(elements_.size()); }
  const ForceElement& element(Index i) const { return *elements_[i].force; }
  Wrench<double> wrench(Index i, const State& x, const InputValues& inputs,
                        const std::vector<BodyMotion>& motion) const;

 private:
  struct Element {
    const ForceElement* force = nullptr;
    Index group = 0, index = 0;  // in its group
    FrameMarker P, Q;
    LocalFrame frame;
    Index place_P = -1, place_Q = -1;
    BlockSlots r_q, r_v;
    std::vector<RowSlots> sigma_q, sigma_v;
    std::vector<Index> r_s, sigma_s;
    Index first_state = 0, states = 0;
  };
  template <class S>
  FrameInput<S> input(const Element& e, double t, const InputValues& inputs, const BodyCoordinatesOf<S>& P,
                      const BodyCoordinatesOf<S>& Q, const S* s) const;
  void add_values(Want want, const Element& e, const State& x, const InputValues& inputs,
                  const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out) const;
  void add_tangents(Want want, const Element& e, const State& x, const InputValues& inputs,
                    const std::vector<BodyMotion>& motion, Evaluation& out, LocalMatrix& by_q, LocalMatrix& by_v) const;

  std::vector<std::shared_ptr<FrameForceGroup>> groups_;
  std::vector<Element> elements_;
  std::vector<std::string> state_names_;
  std::vector<double> initial_states_;
  std::vector<const ForceElement*> state_owners_;
};

FrameMarker make_frame_marker(const Model& model, const BodyPlaces& places, MarkerId id);

}  // namespace daedalus
