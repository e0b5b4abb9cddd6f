#include "daedalus/formulation/elements/measure_forces.hpp"

#include <algorithm>
#include <map>
#include <typeindex>

namespace daedalus {

MeasureForces::MeasureForces(const Model& model, const BodyPlaces& places, Index first_state)
    : first_state_(first_state) {
  using Kind = std::pair<std::type_index, std::vector<bool>>;
  const RateAssignment rates(model);
  std::map<Kind, std::vector<const ForceElement*>> by_type;
  std::vector<Kind> order;
  for (const ForcePtr& force : model.forces()) {
    if (force->measures().empty()) continue;
    const ForceElement& element = *force;
    const Kind type(typeid(element), rates.groups_of(element));
    if (by_type[type].empty()) order.push_back(type);
    by_type[type].push_back(force.get());
  }
  const bool is_declared =
      std::ranges::any_of(model.forces(), [](const ForcePtr& f) { return f->stiff_spring() == StiffSpring::declared; });
  const StiffSpring wanted = is_declared ? StiffSpring::declared : StiffSpring::unless_declared;
  std::map<const ForceElement*, View> views;
  Index element_count = 0;
  for (const Kind& type : order) {
    Group group;
    group.acts_on = type.second;
    group.law = by_type[type].front()->make_measure_group();
    group.first_measure = measure_count_;
    group.first_state = state_count_;
    group.first_switch = switch_count();
    group.first_derivative = derivative_count_;
    group.first_power = element_count;
    const Index nm = group.law->measures(), ns = group.law->states();
    for (const ForceElement* force : by_type[type]) {
      group.law->add(*force);
      Element element;
      for (const Measure& y : force->measures()) element.measures.emplace_back(model, places, y, element.frame);
      if (force->stiff_spring() == wanted) element.spring = spring_count_++;
      element.second_weight = force->second_weight();
      element.first_state = first_state_ + state_count_;
      for (const StateInfo& state : force->states()) {
        state_names_.push_back(force->name() + "." + state.name);
        initial_states_.push_back(state.initial);
        state_owners_.push_back(force);
      }
      Index first_switch = static_cast<Index>(group.elements.size()) * group.law->switches();
      for (const std::string& name : force->switches()) {
        switch_names_.push_back(force->name() + "." + name);
        group.switching.push_back(first_switch++);
      }
      views[force] = {force, measure_count_, nm, element_count++};
      group.has_springs = group.has_springs || element.spring >= 0;
      group.elements.push_back(std::move(element));
      measure_count_ += nm;
      state_count_ += ns;
      derivative_count_ += (nm + ns) * (2 * nm + ns);
    }
    groups_.push_back(std::move(group));
  }
  for (const ForcePtr& force : model.forces())
    if (const auto at = views.find(force.get()); at != views.end()) views_.push_back(at->second);
}

void MeasureForces::collect(ForceEntries& entries) {
  for (Group& group : groups_)
    for (Element& element : group.elements) {
      const auto touched = [&](Index place) {
        for (const MeasureKinematics& y : element.measures)
          if (y.touches(place)) return true;
        return false;
      };
      const auto coupled = [&](Index i, Index j) { return touched(i) && touched(j); };
      element.blocks.resize(2);
      element.blocks[0].collect(element.frame, coupled, entries.r_q);
      element.blocks[1].collect(element.frame, coupled, entries.r_v);
      if (element.spring >= 0) element.Y.collect(element.spring, element.frame, entries.Y);
      const Index ns = group.law->states();
      element.sigma_q.resize(static_cast<std::size_t>(ns));
      element.sigma_v.resize(static_cast<std::size_t>(ns));
      for (Index i = 0; i < ns; ++i) {
        const Index state = element.first_state + i;
        element.sigma_q[i].collect(state, element.frame, entries.sigma_q);
        element.sigma_v[i].collect(state, element.frame, entries.sigma_v);
        for (Index j = 0; j < ns; ++j) entries.sigma_s.push_back({state, element.first_state + j});
        for (const auto& a : element.frame.active()) entries.r_s.push_back({a.coordinate, state});
      }
    }
}

void MeasureForces::find_slots(const Patterns& patterns) {
  for (Group& group : groups_)
    for (Element& element : group.elements) {
      element.blocks[0].find(patterns.r_q);
      element.blocks[1].find(patterns.r_v);
      if (element.spring >= 0) element.Y.find(element.spring, element.frame, patterns.Y);
      const Index ns = group.law->states();
      for (Index i = 0; i < ns; ++i) {
        const Index state = element.first_state + i;
        element.sigma_q[i].find(state, element.frame, patterns.sigma_q);
        element.sigma_v[i].find(state, element.frame, patterns.sigma_v);
        for (Index j = 0; j < ns; ++j) element.sigma_s.push_back(patterns.sigma_s.find(state, element.first_state + j));
        for (const auto& a : element.frame.active()) element.r_s.push_back(patterns.r_s.find(a.coordinate, state));
      }
    }
}

MeasureForces::Scratch MeasureForces::make_scratch() const {
  Scratch scratch;
  scratch.values.resize(static_cast<std::size_t>(measure_count_));
  scratch.y.setZero(measure_count_);
  scratch.y_dot.setZero(measure_count_);
  scratch.y_t.setZero(measure_count_);
  scratch.force.setZero(measure_count_);
  scratch.sigma.setZero(state_count_ + 1);
  scratch.derivatives.setZero(derivative_count_);
  scratch.power.resize(views_.size());
  for (const Group& group : groups_)
    scratch.switches.setZero(std::max<Index>(scratch.switches.size(), group.law->size() * group.law->switches()));
  return scratch;
}

MeasureInput<double> MeasureForces::input(const Group& group, const State& x, const InputValues& inputs,
                                          const Scratch& scratch) const {
  return {x.t, scratch.y.data() + group.first_measure, scratch.y_dot.data() + group.first_measure,
          x.s.data() + first_state_ + group.first_state, &inputs};
}

void MeasureForces::evaluate(Want want, const State& x, const InputValues& inputs,
                             const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out, Scratch& scratch) const {
  const bool tangents = wants(want, Want::residual_tangent | Want::sigma_tangent);
  const bool gradients = tangents || f != nullptr || wants(want, Want::energy);
  using enum MeasureKinematics::Gradients;
  const auto level = tangents ? rate : gradients ? value : none;
  const bool switches_only = !gradients && !wants(want, Want::sigma | Want::springs);
  for (const Group& group : groups_) {
    if (switches_only && group.switching.empty()) continue;
    Index k = group.first_measure;
    for (const Element& element : group.elements)
      for (const MeasureKinematics& measure : element.measures) {
        MeasureKinematics::Value& y = scratch.values[k];
        measure.evaluate(motion, MotionLevel::velocity, level, y);
        scratch.y[k] = y.y[0];
        scratch.y_dot[k] = y.y[1];
        ++k;
      }
    const MeasureInput<double> in = input(group, x, inputs, scratch);
    if (f || tangents || wants(want, Want::sigma)) {
      double* sigma = scratch.sigma.data() + group.first_state;
      group.law->act(in, {scratch.force.data() + group.first_measure, sigma});
      if (wants(want, Want::sigma))
        out.sigma.segment(first_state_ + group.first_state, group.law->size() * group.law->states()) =
            scratch.sigma.segment(group.first_state, group.law->size() * group.law->states());
    }
    if (f) {
      k = group.first_measure;
      for (const Element& element : group.elements)
        for (std::size_t m = 0; m < element.measures.size(); ++m, ++k)
          add_to(element.frame, scratch.values[k].by_q[0].data(), -scratch.force[k], *f);
    }
    const bool springs = wants(want, Want::springs) && group.has_springs;
    if (tangents || springs) group.law->differentiate(in, scratch.derivatives.data() + group.first_derivative);
    if (tangents) add_tangents(want, group, motion, out, scratch);
    if (springs) add_springs(group, out, scratch);
    if (wants(want, Want::energy)) add_powers(group, x, inputs, out, scratch);
    if (wants(want, Want::switches) && !group.switching.empty()) {
      group.law->switching(in, scratch.switches.data());
      Index at = group.first_switch;
      for (const Index place : group.switching) out.switches[at++] = scratch.switches[place];
    }
  }
}

void MeasureForces::add_tangents(Want want, const Group& group, const std::vector<BodyMotion>& motion, Evaluation& out,
                                 Scratch& scratch) const {
  const Index nm = group.law->measures(), ns = group.law->states(), columns = 2 * nm + ns;
  Index first = group.first_measure;
  const double* D = scratch.derivatives.data() + group.first_derivative;
  for (const Element& element : group.elements) {
    const MeasureKinematics::Value* y = scratch.values.data() + first;
    const Index n = element.frame.size();
    const auto row_by_q = [&](Index row, LocalVector& by_q, LocalVector& by_v) {
      for (Index i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        double sum_q = 0, sum_v = 0;
        for (Index j = 0; j < nm; ++j) {
          const double by_y = D[row * columns + j], by_rate = D[row * columns + nm + j];
          sum_q += by_y * y[j].by_q[0][at] + by_rate * y[j].by_q[1][at];
          sum_v += by_rate * y[j].by_q[0][at];
        }
        by_q[at] = sum_q;
        by_v[at] = sum_v;
      }
    };
    LocalVector by_q, by_v;
    if (wants(want, Want::residual_tangent)) {
      scratch.by_q.topLeftCorner(n, n).setZero();
      scratch.by_v.topLeftCorner(n, n).setZero();
      for (Index k = 0; k < nm; ++k) {
        row_by_q(k, by_q, by_v);
        const double* gradient = y[k].by_q[0].data();
        for (Index j = 0; j < n; ++j)
          for (Index i = 0; i < n; ++i) {
            scratch.by_q(i, j) += gradient[i] * by_q[j];
            scratch.by_v(i, j) += gradient[i] * by_v[j];
          }
        element.measures[k].add_hessian(motion, scratch.force[first + k], scratch.by_q);
        std::size_t at = 0;
        for (Index j = 0; j < ns; ++j)
          for (const auto& a : element.frame.active())
            out.r_s.values[element.r_s[at++]] += gradient[a.place] * D[k * columns + 2 * nm + j];
      }
      element.blocks[0].add(scratch.by_q, out.r_q.values);
      element.blocks[1].add(scratch.by_v, out.r_v.values);
    }
    if (wants(want, Want::sigma_tangent))
      for (Index i = 0; i < ns; ++i) {
        row_by_q(nm + i, by_q, by_v);
        element.sigma_q[i].add(element.frame, by_q.data(), 1, out.sigma_q.values);
        element.sigma_v[i].add(element.frame, by_v.data(), 1, out.sigma_v.values);
        for (Index j = 0; j < ns; ++j)
          out.sigma_s.values[element.sigma_s[i * ns + j]] += D[(nm + i) * columns + 2 * nm + j];
      }
    first += nm;
    D += (nm + ns) * columns;
  }
}

void MeasureForces::add_springs(const Group& group, Evaluation& out, const Scratch& scratch) const {
  const Index nm = group.law->measures(), ns = group.law->states(), columns = 2 * nm + ns;
  Index first = group.first_measure;
  const double* D = scratch.derivatives.data() + group.first_derivative;
  for (const Element& element : group.elements) {
    if (element.spring >= 0) {
      out.spring_stiffness[element.spring] = D[0];
      out.spring_damping[element.spring] = D[nm];
      element.Y.add(element.frame, scratch.values[first].by_q[0].data(), 1, out.Y.values);
      if (element.second_weight != 0)
        element.Y.add(element.frame, scratch.values[first + 1].by_q[0].data(), element.second_weight, out.Y.values);
    }
    first += nm;
    D += (nm + ns) * columns;
  }
}

void MeasureForces::add_powers(const Group& group, const State& x, const InputValues& inputs, Evaluation& out,
                               Scratch& scratch) const {
  Index k = group.first_measure;
  for (const Element& element : group.elements)
    for (std::size_t m = 0; m < element.measures.size(); ++m, ++k) {
      double by_coordinates = 0;
      for (const auto& a : element.frame.active())
        by_coordinates += scratch.values[k].by_q[0][a.place] * x.v[a.coordinate];
      scratch.y_t[k] = scratch.y_dot[k] - by_coordinates;
    }
  ElementPower* power = scratch.power.data() + group.first_power;
  group.law->account(input(group, x, inputs, scratch), scratch.y_t.data() + group.first_measure, power);
  for (Index e = 0; e < group.law->size(); ++e) {
    out.energy.potential += power[e].potential;
    out.energy.dissipated += power[e].dissipated;
    out.energy.supplied += power[e].supplied;
  }
}

}  // namespace daedalus
