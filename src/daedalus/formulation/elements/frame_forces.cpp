#include "daedalus/formulation/elements/frame_forces.hpp"

#include <map>
#include <typeindex>

namespace daedalus {

FrameMarker make_frame_marker(const Model& model, const BodyPlaces& places, MarkerId id) {
  const Marker& marker = model.marker(id);
  return {marker.body, marker.position - model.body(marker.body).com, marker.axes, places[marker.body]};
}

FrameForces::FrameForces(const Model& model, const BodyPlaces& places, Index first_state) {
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
    element.first_state = first_state + state_count();
    for (const StateInfo& state : force->states()) {
      state_names_.push_back(force->name() + "." + state.name);
      initial_states_.push_back(state.initial);
      state_owners_.push_back(force.get());
      ++element.states;
    }
    elements_.push_back(std::move(element));
  }
}

void FrameForces::collect(ForceEntries& entries) {
  const auto all = [](Index, Index) { return true; };
  for (Element& e : elements_) {
    e.r_q.collect(e.frame, all, entries.r_q);
    e.r_v.collect(e.frame, all, entries.r_v);
    e.sigma_q.resize(static_cast<std::size_t>(e.states));
    e.sigma_v.resize(static_cast<std::size_t>(e.states));
    for (Index i = 0; i < e.states; ++i) {
      e.sigma_q[i].collect(e.first_state + i, e.frame, entries.sigma_q);
      e.sigma_v[i].collect(e.first_state + i, e.frame, entries.sigma_v);
      for (Index j = 0; j < e.states; ++j) entries.sigma_s.push_back({e.first_state + i, e.first_state + j});
      for (const auto& a : e.frame.active()) entries.r_s.push_back({a.coordinate, e.first_state + i});
    }
  }
}

void FrameForces::find_slots(const Patterns& patterns) {
  for (Element& e : elements_) {
    e.r_q.find(patterns.r_q);
    e.r_v.find(patterns.r_v);
    for (Index i = 0; i < e.states; ++i) {
      e.sigma_q[i].find(e.first_state + i, e.frame, patterns.sigma_q);
      e.sigma_v[i].find(e.first_state + i, e.frame, patterns.sigma_v);
      for (Index j = 0; j < e.states; ++j)
        e.sigma_s.push_back(patterns.sigma_s.find(e.first_state + i, e.first_state + j));
      for (const auto& a : e.frame.active()) e.r_s.push_back(patterns.r_s.find(a.coordinate, e.first_state + i));
    }
  }
}

template <class S>
FrameInput<S> FrameForces::input(const Element& e, double t, const InputValues& inputs, const BodyCoordinatesOf<S>& P,
                                 const BodyCoordinatesOf<S>& Q, const S* s) const {
  return {t, frame_of(P, e.P), frame_of(Q, e.Q), s, &inputs};
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

Wrench<double> FrameForces::wrench(Index i, const State& x, const InputValues& inputs,
                                   const std::vector<BodyMotion>& motion) const {
  const Element& e = elements_[i];
  const auto P = plain_coordinates(motion[e.P.body]);
  const auto Q = plain_coordinates(motion[e.Q.body]);
  double sigma[frame_dual_states] = {};
  return groups_[e.group]->act(e.index, input(e, x.t, inputs, P, Q, x.s.data() + e.first_state), sigma);
}

void FrameForces::add_values(Want want, const Element& e, const State& x, const InputValues& inputs,
                             const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out) const {
  const auto P = plain_coordinates(motion[e.P.body]);
  const auto Q = plain_coordinates(motion[e.Q.body]);
  const FrameInput<double> in = input(e, x.t, inputs, P, Q, x.s.data() + e.first_state);
  const FrameForceGroup& group = *groups_[e.group];
  double sigma[frame_dual_states] = {};
  const Wrench<double> w = group.act(e.index, in, sigma);
  if (f) {
    LocalVector local = {};
    if (e.place_P >= 0)
      Eigen::Map<Vec<double, 7>>(local.data() + e.place_P) = generalized(P, in.P.x, w.force, w.torque);
    if (e.place_Q >= 0)
      Eigen::Map<Vec<double, 7>>(local.data() + e.place_Q) -= generalized(Q, in.P.x, w.force, w.torque);
    add_to(e.frame, local.data(), 1, *f);
  }
  if (wants(want, Want::sigma))
    for (Index i = 0; i < e.states; ++i) out.sigma[e.first_state + i] = sigma[i];
  if (wants(want, Want::energy)) {
    const Vec3 q_velocity = in.Q.v + cross(in.Q.w, Vec3(in.P.x - in.Q.x));
    const bool q_moves_by_itself = e.place_Q < 0;  // what the ground or a prescribed body does is fed in from outside
    const double on_P = w.force.dot(in.P.v) + w.torque.dot(in.P.w);
    const double on_Q = -w.force.dot(q_velocity) - w.torque.dot(in.Q.w);
    const double element = on_P + on_Q;
    if (group.is_active()) out.energy.supplied += q_moves_by_itself ? on_P : element;
    else {
      out.energy.dissipated -= element;
      if (q_moves_by_itself) out.energy.supplied -= on_Q;
    }
  }
}

void FrameForces::add_tangents(Want want, const Element& e, const State& x, const InputValues& inputs,
                               const std::vector<BodyMotion>& motion, Evaluation& out, LocalMatrix& by_q,
                               LocalMatrix& by_v) const {
  const Index seed_P = 0, seed_Q = places_per_body;
  const auto P = seeded_coordinates(motion[e.P.body], seed_P);
  const auto Q = seeded_coordinates(motion[e.Q.body], seed_Q);
  FrameDual s[frame_dual_states], sigma[frame_dual_states];
  for (Index i = 0; i < e.states; ++i) s[i] = FrameDual::variable(x.s[e.first_state + i], state_seed + i);
  const FrameInput<FrameDual> in = input(e, x.t, inputs, P, Q, s);
  const Wrench<FrameDual> w = groups_[e.group]->act(e.index, in, sigma);

  // The seed of a local place: places are handed out in the order the bodies were met.
  const auto seed = [&](Index place) {
    const bool is_P = e.place_P >= 0 && place >= e.place_P && place < e.place_P + places_per_body;
    return is_P ? seed_P + place - e.place_P : seed_Q + place - e.place_Q;
  };
  if (wants(want, Want::residual_tangent)) {
    const Index n = e.frame.size();
    by_q.topLeftCorner(n, n).setZero();
    by_v.topLeftCorner(n, n).setZero();
    const auto add_body = [&](Index place, double sign, const Vec<FrameDual, places_per_body>& force) {
      if (place < 0) return;
      for (Index i = 0; i < places_per_body; ++i)
        for (const auto& a : e.frame.active()) {
          by_q(place + i, a.place) -= sign * force[i].partial[seed(a.place)];
          by_v(place + i, a.place) -= sign * force[i].partial[velocity_seed + seed(a.place)];
        }
      std::size_t at = 0;
      for (Index j = 0; j < e.states; ++j)
        for (const auto& a : e.frame.active()) {
          const Index slot = e.r_s[at++];
          if (a.place >= place && a.place < place + places_per_body)
            out.r_s.values[slot] -= sign * force[a.place - place].partial[state_seed + j];
        }
    };
    add_body(e.place_P, 1, generalized(P, in.P.x, w.force, w.torque));
    add_body(e.place_Q, -1, generalized(Q, in.P.x, w.force, w.torque));
    e.r_q.add(by_q, out.r_q.values);
    e.r_v.add(by_v, out.r_v.values);
  }
  if (wants(want, Want::sigma_tangent))
    for (Index i = 0; i < e.states; ++i) {
      LocalVector sigma_q = {}, sigma_v = {};
      for (const auto& a : e.frame.active()) {
        sigma_q[a.place] = sigma[i].partial[seed(a.place)];
        sigma_v[a.place] = sigma[i].partial[velocity_seed + seed(a.place)];
      }
      e.sigma_q[i].add(e.frame, sigma_q.data(), 1, out.sigma_q.values);
      e.sigma_v[i].add(e.frame, sigma_v.data(), 1, out.sigma_v.values);
      for (Index j = 0; j < e.states; ++j)
        out.sigma_s.values[e.sigma_s[i * e.states + j]] += sigma[i].partial[state_seed + j];
    }
}

void FrameForces::evaluate(Want want, const State& x, const InputValues& inputs, const std::vector<BodyMotion>& motion,
                           VecX* f, Evaluation& out, LocalMatrix& by_q, LocalMatrix& by_v) const {
  for (const Element& e : elements_) {
    if (f || wants(want, Want::sigma | Want::energy)) add_values(want, e, x, inputs, motion, f, out);
    if (wants(want, Want::residual_tangent | Want::sigma_tangent))
      add_tangents(want, e, x, inputs, motion, out, by_q, by_v);
  }
}

}  // namespace daedalus
