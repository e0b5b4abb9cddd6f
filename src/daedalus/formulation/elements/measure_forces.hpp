// measure_forces.hpp: forces along measures,  f −= F_k(t, y, y', s) ∂y_k/∂q,  with their tangents
//
//   r_q += F_k y_k,qq + ∂y_k/∂q (F_k,yj ∂y_j/∂q + F_k,y'j ∂y'_j/∂q)          r_v += ∂y_k/∂q F_k,y'j ∂y_j/∂q
//   r_s += ∂y_k/∂q F_k,s                         sigma_q, sigma_v, sigma_s likewise from sigma(t, y, y', s)
// and, for springs, Y = ∂y_k/∂q with F_k,yk and F_k,y'k.
#pragma once

#include <memory>

#include "daedalus/formulation/elements/measure_kinematics.hpp"
#include "daedalus/formulation/rate_groups.hpp"
#include "daedalus/model/forces/measure_force.hpp"
#include "daedalus/system/evaluation.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

// Entries of the patterns that forces write to.
struct ForceEntries {
  std::vector<Pattern::Entry> r_q, r_v, r_s, sigma_q, sigma_v, sigma_s, Y;
};

class MeasureForces {
 public:
  // Scratch of one thread.
  struct Scratch {
    std::vector<MeasureKinematics::Value> values;  // one per measure
    VecX y, y_dot, y_t, force, sigma, derivatives, switches;
    std::vector<ElementPower> power;
    LocalMatrix by_q, by_v;
  };

  // Elements of one type that act on the same rate groups are taken together; states are numbered on from `first_state`.
  MeasureForces(const Model& model, const BodyPlaces& places, Index first_state);

  Index state_count() const { return state_count_; }
  Index spring_count() const { return spring_count_; }
  Index switch_count() const { return static_cast<Index>(switch_names_.size()); }
  const std::vector<std::string>& state_names() const { return state_names_; }
  const std::vector<std::string>& switch_names() const { return switch_names_; }
  const std::vector<double>& initial_states() const { return initial_states_; }
  const std::vector<const ForceElement*>& state_owners() const { return state_owners_; }

  // Drops all elements but those that act on a rate group.
  void keep(Index group) {
    std::erase_if(groups_, [&](const Group& x) { return !x.acts_on[static_cast<std::size_t>(group)]; });
  }

  void collect(ForceEntries& entries);
  void find_slots(const Patterns& patterns);
  Scratch make_scratch() const;

  void evaluate(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion, VecX* f,
                Evaluation& out, Scratch& scratch) const;

  // For channels: the elements in the order of the model, with y, y' and F of their measures after evaluate(force).
  struct View {
    const ForceElement* element = nullptr;
    Index first_measure = 0, measures = 0, power = 0;
  };
  const std::vector<View>& views() const { return views_; }

 private:
  struct Element {
    LocalFrame frame;
    std::vector<MeasureKinematics> measures;
    std::vector<BlockSlots> blocks;          // [0] r_q, [1] r_v
    std::vector<RowSlots> sigma_q, sigma_v;  // one row per state
    std::vector<Index> r_s, sigma_s;         // slots
    Index first_state = 0;
    Index spring = -1;         // row of Y: springs act along their first measure,
    double second_weight = 0;  // or along y₁ + w y₂
    RowSlots Y;
  };
  struct Group {
    std::shared_ptr<MeasureForceGroup> law;
    std::vector<bool> acts_on;  // rate groups, the same for all its elements
    std::vector<Element> elements;
    Index first_measure = 0, first_state = 0, first_switch = 0, first_derivative = 0, first_power = 0;
    bool has_springs = false;
    // places among those of the law of the switching functions that count
    std::vector<Index> switching;
  };
  MeasureInput<double> input(const Group& group, const State& x, const InputValues& inputs,
                             const Scratch& scratch) const;
  void add_tangents(Want want, const Group& group, const std::vector<BodyMotion>& motion, Evaluation& out,
                    Scratch& scratch) const;
  void add_springs(const Group& group, Evaluation& out, const Scratch& scratch) const;
  void add_powers(const Group& group, const State& x, const InputValues& inputs, Evaluation& out,
                  Scratch& scratch) const;

  std::vector<Group> groups_;
  std::vector<View> views_;
  Index measure_count_ = 0, state_count_ = 0, first_state_ = 0, derivative_count_ = 0, spring_count_ = 0;
  std::vector<std::string> state_names_, switch_names_;
  std::vector<double> initial_states_;
  std::vector<const ForceElement*> state_owners_;
};

}  // namespace daedalus
