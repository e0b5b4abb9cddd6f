#include "daedalus/formulation/elements/frame_forces.hpp"

#include <algorithm>
#include <map>
#include <typeindex>
#include <utility>

#include "daedalus/base/expects.hpp"

namespace daedalus {

FrameMarker make_frame_marker(const Model& model, const BodyPlaces& places, MarkerId id) {
  const Marker& marker = model.marker(id);
  return {marker.body, marker.position - model.body(marker.body).com, marker.axes, places[marker.body]};
}

FrameForces::FrameForces(const Model& model, const BodyPlaces& places, const MeasureForces& others)
    : gravity_(model.gravity()) {
  std::map<std::type_index, Index> group_of;
  for (const ForcePtr& force : model.forces()) {
    if (!force->measures().empty()) continue;
    const ForceElement& kind = *force;
    const auto [at, is_new] = group_of.emplace(typeid(kind), static_cast<Index>(groups_.size()));
    if (is_new) groups_.push_back(force->make_frame_group());
    FrameForceGroup& group = *groups_[at->second];
    Element element;
    element.force = force.get();
    element.group = at->second;
    element.index = group.size();
    group.add(*force);
    element.P = make_frame_marker(model, places, force->frames().P);
    element.Q = make_frame_marker(model, places, force->frames().Q);
    element.place_P = element.frame.place(element.P.body, element.P.coordinates);
    element.place_Q = element.frame.place(element.Q.body, element.Q.coordinates);
    element.first_state = others.state_count() + state_count();
    for (const StateInfo& state : force->states()) {
      state_names_.push_back(force->name() + "." + state.name);
      initial_states_.push_back(state.initial);
      state_owners_.push_back(force.get());
      element.variables.push_back(element.first_state + element.states);
      element.rates.push_back({.variable = element.states, .state = element.first_state + element.states});
      ++element.states;
    }
    element.acts_on_Q = element.place_Q >= 0 && !force->is_one_sided();
    elements_.push_back(std::move(element));
  }
  link(model, others.state_names());
}

// Finds the states that elements are linked to, and the seeds of all variables.
void FrameForces::link(const Model& model, const std::vector<std::string>& names_of_others) {
  std::map<std::string, Index> number;
  for (const auto* names : {&names_of_others, &std::as_const(state_names_)})
    for (const std::string& name : *names) number.emplace(name, static_cast<Index>(number.size()));
  struct Owned {
    StateInfo info;
    Index place = 0;  // among the states of its element
  };
  std::map<std::string, Owned> states;
  for (const ForcePtr& force : model.forces()) {
    Index place = 0;
    for (const StateInfo& state : force->states()) states[force->name() + "." + state.name] = {state, place++};
  }
  for (Element& e : elements_) {
    e.first_drive = drive_count_;
    for (const std::string& name : e.force->links()) {
      expects(number.contains(name), "a link leads to a state of the model");
      const auto& [info, place] = states[name];
      const Index variable = e.variable_count(), first = number[name] - place;
      e.variables.push_back(number[name]);
      if (info.response.empty())
        e.rates.push_back({.variable = variable, .state = number[name], .weight = 1 / info.inertia});
      for (std::size_t j = 0; j < info.response.size(); ++j)
        if (info.response[j] != 0)
          e.rates.push_back({.variable = variable, .state = first + static_cast<Index>(j), .weight = info.response[j]});
    }
    const auto offer = [&](Index first, Index count) {
      for (Index k = 0; k < count && e.first_pass() < e.variable_count(); ++k) e.seeds.push_back(first + k);
    };
    offer(state_seed, frame_dual_width - state_seed);
    drive_count_ += static_cast<Index>(e.rates.size()) - e.states;
    for (const auto& [place, first] : {std::pair(e.place_P, Index(0)), {e.place_Q, places_per_body}})
      if (place < 0) {  // a body without coordinates leaves its seeds
        offer(first, places_per_body);
        offer(velocity_seed + first, places_per_body);
      }
  }
}

void FrameForces::collect(ForceEntries& entries) {
  const auto all = [](Index, Index) { return true; };
  for (Element& e : elements_) {
    e.r_q.collect(e.frame, all, entries.r_q);
    e.r_v.collect(e.frame, all, entries.r_v);
    for (Rate& rate : e.rates) {
      rate.sigma_q.collect(rate.state, e.frame, entries.sigma_q);
      rate.sigma_v.collect(rate.state, e.frame, entries.sigma_v);
      for (const Index j : e.variables) entries.sigma_s.push_back({rate.state, j});
    }
    for (const Index j : e.variables)
      for (const auto& a : e.frame.active()) entries.r_s.push_back({a.coordinate, j});
  }
}

void FrameForces::find_slots(const Patterns& patterns) {
  for (Element& e : elements_) {
    e.r_q.find(patterns.r_q);
    e.r_v.find(patterns.r_v);
    for (Rate& rate : e.rates) {
      rate.sigma_q.find(rate.state, e.frame, patterns.sigma_q);
      rate.sigma_v.find(rate.state, e.frame, patterns.sigma_v);
      for (const Index j : e.variables) rate.sigma_s.push_back(patterns.sigma_s.find(rate.state, j));
    }
    for (const Index j : e.variables)
      for (const auto& a : e.frame.active()) e.r_s.push_back(patterns.r_s.find(a.coordinate, j));
  }
}

FrameForces::Scratch FrameForces::make_scratch() const {
  std::size_t most = 0;
  for (const Element& e : elements_) most = std::max(most, e.variables.size());
  Scratch scratch;
  scratch.s.resize(most);
  scratch.sigma.resize(most);
  scratch.s_moving.resize(most);
  scratch.s_seeded.resize(most);
  scratch.sigma_seeded.resize(most);
  scratch.drives.resize(static_cast<std::size_t>(drive_count_));
  return scratch;
}

template <class S>
FrameInput<S> FrameForces::input(const Element& e, double t, const InputValues& inputs, const BodyCoordinatesOf<S>& P,
                                 const BodyCoordinatesOf<S>& Q, const S* s) const {
  return {t, frame_of(P, e.P), frame_of(Q, e.Q), s, &inputs, gravity_};
}

namespace {

// The generalized force of a wrench on one body at its local places.
template <class S>
Vec<S, places_per_body> generalized(const BodyCoordinatesOf<S>& body, const Vec<S, 3>& at, const Vec<S, 3>& force,
                                    const Vec<S, 3>& torque) {
  Vec<S, places_per_body> result;
  result.template head<3>() = force;
  result.template tail<4>() = rotation_force(body, Vec<S, 3>(cross(Vec<S, 3>(at - body.r), force) + torque));
  return result;
}

}  // namespace

// The values of its variables, side by side.
const double* FrameForces::gather(const Element& e, const State& x, Scratch& scratch) const {
  if (e.variable_count() == e.states) return x.s.data() + e.first_state;
  for (std::size_t j = 0; j < e.variables.size(); ++j) scratch.s[j] = x.s[e.variables[j]];
  return scratch.s.data();
}

Wrench<double> FrameForces::wrench(Index i, const State& x, const InputValues& inputs,
                                   const std::vector<BodyMotion>& motion, Scratch& scratch) const {
  const Element& e = elements_[i];
  const auto P = plain_coordinates(motion[e.P.body]);
  const auto Q = plain_coordinates(motion[e.Q.body]);
  return groups_[e.group]->act(e.index, input(e, x.t, inputs, P, Q, gather(e, x, scratch)), scratch.sigma.data());
}

void FrameForces::add_values(Want want, const Element& e, const State& x, const InputValues& inputs,
                             const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out, Scratch& scratch) const {
  const auto P = plain_coordinates(motion[e.P.body]);
  const auto Q = plain_coordinates(motion[e.Q.body]);
  const FrameInput<double> in = input(e, x.t, inputs, P, Q, gather(e, x, scratch));
  const Wrench<double> w = groups_[e.group]->act(e.index, in, scratch.sigma.data());
  if (f) {
    LocalVector local = {};
    if (e.place_P >= 0)
      Eigen::Map<Vec<double, 7>>(local.data() + e.place_P) = generalized(P, in.P.x, w.force, w.torque);
    if (e.acts_on_Q) Eigen::Map<Vec<double, 7>>(local.data() + e.place_Q) -= generalized(Q, in.P.x, w.force, w.torque);
    add_to(e.frame, local.data(), 1, *f);
  }
  for (std::size_t i = e.states; i < e.rates.size(); ++i)
    scratch.drives[e.first_drive + i - e.states] = scratch.sigma[e.rates[i].variable] * e.rates[i].weight;
  if (wants(want, Want::sigma))
    for (Index i = 0; i < e.states; ++i) out.sigma[e.first_state + i] = scratch.sigma[i];
  if (wants(want, Want::energy)) add_power(e, in, w, out, scratch);
}

namespace {

// A frame and how it moves on at its velocity.
Frame<TimeDual> frame_in_motion(const Frame<double>& frame) {
  const auto jet = [](double value, double rate) {
    TimeDual x(value);
    x.partial[0] = rate;
    return x;
  };
  Frame<TimeDual> result;
  for (int i = 0; i < 3; ++i) {
    result.x[i] = jet(frame.x[i], frame.v[i]);
    result.v[i] = TimeDual(frame.v[i]);
    result.w[i] = TimeDual(frame.w[i]);
    const Vec3 axis = frame.axes.col(i), change = cross(frame.w, axis);
    for (int k = 0; k < 3; ++k) result.axes(k, i) = jet(axis[k], change[k]);
  }
  return result;
}

}  // namespace

// The power that bodies and linked states receive comes out of the store or from outside; what else the store loses is
// dissipated.
void FrameForces::add_power(const Element& e, const FrameInput<double>& in, const Wrench<double>& w, Evaluation& out,
                            Scratch& scratch) const {
  const FrameForceGroup& group = *groups_[e.group];
  const Vec3 q_velocity = in.Q.v + cross(in.Q.w, Vec3(in.P.x - in.Q.x));
  const bool q_moves_by_itself = !e.acts_on_Q;  // what the ground or a prescribed body does is fed in from outside
  const double on_P = w.force.dot(in.P.v) + w.torque.dot(in.P.w);
  const double on_Q = e.force->is_one_sided() ? 0 : -w.force.dot(q_velocity) - w.torque.dot(in.Q.w);
  double rest = 0;  // what linked states and the store receive
  for (Index i = e.states; i < e.variable_count(); ++i) rest += scratch.sigma[i] * in.s[i];
  if (group.stores()) {
    for (Index i = 0; i < e.variable_count(); ++i) {
      scratch.s_moving[i].value = in.s[i];
      scratch.s_moving[i].partial[0] = i < e.states ? scratch.sigma[i] : 0;
    }
    const TimeDual stored = group.stored(
        e.index, {in.t, frame_in_motion(in.P), frame_in_motion(in.Q), scratch.s_moving.data(), in.inputs, gravity_});
    out.energy.potential += stored.value;
    rest += stored.partial[0];
  }
  if (group.is_active()) out.energy.supplied += (q_moves_by_itself ? on_P : on_P + on_Q) + rest;
  else {
    const double supplied = group.supplied(e.index, in);
    out.energy.dissipated -= on_P + on_Q + rest - supplied;
    out.energy.supplied += supplied;
    if (q_moves_by_itself) out.energy.supplied -= on_Q;
  }
}

void FrameForces::add_tangents(Want want, const Element& e, const State& x, const InputValues& inputs,
                               const std::vector<BodyMotion>& motion, Evaluation& out, Scratch& scratch) const {
  const Index seed_P = 0, seed_Q = e.place_Q == e.place_P ? seed_P : places_per_body;
  const auto coordinates = [&](BodyId body, Index place, Index first_seed) {
    return place < 0 ? constant_coordinates(motion[body]) : seeded_coordinates(motion[body], first_seed);
  };
  const auto P = coordinates(e.P.body, e.place_P, seed_P);
  const auto Q = coordinates(e.Q.body, e.place_Q, seed_Q);
  FrameDual *s = scratch.s_seeded.data(), *sigma = scratch.sigma_seeded.data();
  for (Index i = 0; i < e.variable_count(); ++i) {
    const double value = x.s[e.variables[i]];
    s[i] = i < e.first_pass() ? FrameDual::variable(value, e.seeds[i]) : FrameDual(value);
  }
  const FrameInput<FrameDual> in = input(e, x.t, inputs, P, Q, s);
  const Wrench<FrameDual> w = groups_[e.group]->act(e.index, in, sigma);

  // The seed of a local place: places are handed out in the order the bodies were met.
  const auto seed = [&](Index place) {
    const bool is_P = e.place_P >= 0 && place >= e.place_P && place < e.place_P + places_per_body;
    return is_P ? seed_P + place - e.place_P : seed_Q + place - e.place_Q;
  };
  const auto on_P = generalized(P, in.P.x, w.force, w.torque), on_Q = generalized(Q, in.P.x, w.force, w.torque);
  if (wants(want, Want::residual_tangent)) {
    const Index n = e.frame.size();
    scratch.by_q.topLeftCorner(n, n).setZero();
    scratch.by_v.topLeftCorner(n, n).setZero();
    const auto add_body = [&](Index place, double sign, const Vec<FrameDual, places_per_body>& force) {
      if (place < 0) return;
      for (Index i = 0; i < places_per_body; ++i)
        for (const auto& a : e.frame.active()) {
          scratch.by_q(place + i, a.place) -= sign * force[i].partial[seed(a.place)];
          scratch.by_v(place + i, a.place) -= sign * force[i].partial[velocity_seed + seed(a.place)];
        }
    };
    add_body(e.place_P, 1, on_P);
    if (e.acts_on_Q) add_body(e.place_Q, -1, on_Q);
    e.r_q.add(scratch.by_q, out.r_q.values);
    e.r_v.add(scratch.by_v, out.r_v.values);
  }
  if (wants(want, Want::sigma_tangent))
    for (const Rate& rate : e.rates) {
      const FrameDual& from = sigma[rate.variable];
      LocalVector sigma_q = {}, sigma_v = {};
      for (const auto& a : e.frame.active()) {
        sigma_q[a.place] = from.partial[seed(a.place)];
        sigma_v[a.place] = from.partial[velocity_seed + seed(a.place)];
      }
      rate.sigma_q.add(e.frame, sigma_q.data(), rate.weight, out.sigma_q.values);
      rate.sigma_v.add(e.frame, sigma_v.data(), rate.weight, out.sigma_v.values);
    }
  add_state_columns(want, e, {0, e.first_pass(), e.seeds.data()}, on_P, on_Q, sigma, out);

  // Variables that found no seed: passes in which nothing else is one.
  if (e.first_pass() == e.variable_count()) return;
  const auto P_fixed = constant_coordinates(motion[e.P.body]), Q_fixed = constant_coordinates(motion[e.Q.body]);
  const FrameInput<FrameDual> fixed = input(e, x.t, inputs, P_fixed, Q_fixed, s);
  for (Index first = e.first_pass(); first < e.variable_count(); first += frame_dual_width) {
    const Index count = std::min<Index>(frame_dual_width, e.variable_count() - first);
    for (Index i = 0; i < e.variable_count(); ++i) {
      const double value = x.s[e.variables[i]];
      s[i] = i >= first && i < first + count ? FrameDual::variable(value, i - first) : FrameDual(value);
    }
    const Wrench<FrameDual> more = groups_[e.group]->act(e.index, fixed, sigma);
    add_state_columns(want, e, {first, count, nullptr}, generalized(P_fixed, fixed.P.x, more.force, more.torque),
                      generalized(Q_fixed, fixed.P.x, more.force, more.torque), sigma, out);
  }
}

// Derivatives by the variables of one pass.
void FrameForces::add_state_columns(Want want, const Element& e, const Pass& pass,
                                    const Vec<FrameDual, places_per_body>& on_P,
                                    const Vec<FrameDual, places_per_body>& on_Q, const FrameDual* sigma,
                                    Evaluation& out) const {
  if (wants(want, Want::residual_tangent)) {
    const auto columns = static_cast<Index>(e.frame.active().size());
    const auto add_body = [&](Index place, double sign, const Vec<FrameDual, places_per_body>& force) {
      if (place < 0) return;
      for (Index j = 0; j < pass.count; ++j) {
        Index at = (pass.first + j) * columns;
        for (const auto& a : e.frame.active()) {
          const Index slot = e.r_s[at++];
          if (a.place >= place && a.place < place + places_per_body)
            out.r_s.values[slot] -= sign * force[a.place - place].partial[pass.seed(j)];
        }
      }
    };
    add_body(e.place_P, 1, on_P);
    if (e.acts_on_Q) add_body(e.place_Q, -1, on_Q);
  }
  if (wants(want, Want::sigma_tangent))
    for (const Rate& rate : e.rates)
      for (Index j = 0; j < pass.count; ++j)
        out.sigma_s.values[rate.sigma_s[pass.first + j]] += rate.weight * sigma[rate.variable].partial[pass.seed(j)];
}

void FrameForces::evaluate(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion,
                           VecX* f, Evaluation& out, Scratch& scratch) const {
  for (const Element& e : elements_) {
    if (f || wants(want, Want::sigma | Want::energy)) add_values(want, e, x, inputs, motion, f, out, scratch);
    if (wants(want, Want::residual_tangent | Want::sigma_tangent))
      add_tangents(want, e, x, inputs, motion, out, scratch);
  }
  if (wants(want, Want::sigma) && drive_count_ > 0)  // after the rates that the elements themselves give their states
    for (const Element& e : elements_)
      for (std::size_t i = e.states; i < e.rates.size(); ++i)
        out.sigma[e.rates[i].state] += scratch.drives[e.first_drive + i - e.states];
}

}  // namespace daedalus
