#include "daedalus/formulation/elements/rate_rows.hpp"

namespace daedalus {

RateRows::RateRows(const Model& model, const BodyPlaces& places, std::span<const Joint* const> joints,
                   Index first_row) {
  for (const Joint* joint : joints) {
    if (!joint->rates) continue;
    Element e;
    e.law = joint->rates;
    e.P = make_frame_marker(model, places, joint->between.P);
    e.Q = make_frame_marker(model, places, joint->between.Q);
    e.place_P = e.frame.place(e.P.body, e.P.coordinates);
    e.place_Q = e.frame.place(e.Q.body, e.Q.coordinates);
    e.first_row = first_row + row_count();
    for (const std::string& label : joint->rates->labels()) {
      names_.push_back(joint->name + "." + label);
      ++e.rows;
    }
    elements_.push_back(std::move(e));
  }
}

Index RateRows::Element::seed(Index place) const {
  const bool is_P = place_P >= 0 && place >= place_P && place < place_P + places_per_body;
  return is_P ? place - place_P : places_per_body + place - place_Q;
}

void RateRows::collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness) {
  for (Element& e : elements_) {
    e.jacobian.resize(static_cast<std::size_t>(e.rows));
    for (Index i = 0; i < e.rows; ++i) e.jacobian[i].collect(e.first_row + i, e.frame, jacobian);
    e.stiffness.collect(
        e.frame, [](Index, Index) { return true; }, stiffness);
    e.reaction = e.stiffness;
  }
}

void RateRows::find_slots(const Patterns& patterns) {
  for (Element& e : elements_) {
    for (Index i = 0; i < e.rows; ++i) e.jacobian[i].find(e.first_row + i, e.frame, patterns.G);
    e.stiffness.find(patterns.r_q);
    e.reaction.find(patterns.reaction_q);
  }
}

// The law is evaluated on the cheapest scalar that shows what is wanted.
void RateRows::add_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const {
  for (const Element& e : elements_) {
    const BodyMotion &P = motion[e.P.body], &Q = motion[e.Q.body];
    const auto add = [&](Index i, const FrameDual& from, Index first_seed, VecX& values) {
      LocalVector local = {};
      for (const auto& a : e.frame.active()) local[a.place] = from.partial[first_seed + e.seed(a.place)];
      e.jacobian[i].add(e.frame, local.data(), 1, values);
    };
    if (wants(want, Want::velocity)) {
      double c[RateConstraint::max_rows];
      e.law->velocity(frame_of(plain_coordinates(P), e.P), frame_of(plain_coordinates(Q), e.Q), c);
      for (Index i = 0; i < e.rows; ++i) out.g_dot[e.first_row + i] = c[i];
    }
    if (wants(want, Want::gamma)) {  // the motion has a = 0 then
      TimeDual c[RateConstraint::max_rows];
      e.law->velocity(frame_of(timed_coordinates(P), e.P), frame_of(timed_coordinates(Q), e.Q), c);
      for (Index i = 0; i < e.rows; ++i) out.gamma[e.first_row + i] = -c[i].partial[0];
    }
    if (wants(want, Want::jacobian | Want::velocity_tangent)) {
      FrameDual c[RateConstraint::max_rows];
      e.law->velocity(frame_of(seeded_coordinates(P, 0), e.P), frame_of(seeded_coordinates(Q, places_per_body), e.Q),
                      c);
      for (Index i = 0; i < e.rows; ++i) {
        if (wants(want, Want::jacobian)) add(i, c[i], velocity_seed, out.G.values);
        if (wants(want, Want::velocity_tangent)) add(i, c[i], 0, out.g_dot_q.values);
      }
    }
    if (wants(want, Want::acceleration_tangent)) {
      FrameJet c[RateConstraint::max_rows];
      e.law->velocity(frame_of(moving_coordinates(P, 0), e.P), frame_of(moving_coordinates(Q, places_per_body), e.Q),
                      c);
      for (Index i = 0; i < e.rows; ++i) {
        add(i, c[i].partial[0], 0, out.g_ddot_q.values);
        add(i, c[i].partial[0], velocity_seed, out.g_ddot_v.values);
      }
    }
  }
}

void RateRows::add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const {
  for (const Element& e : elements_) {
    const auto P = seeded_coordinates(motion[e.P.body], 0);
    const auto Q = seeded_coordinates(motion[e.Q.body], places_per_body);
    FrameDual c[RateConstraint::max_rows];
    e.law->velocity(frame_of(P, e.P), frame_of(Q, e.Q), c);
    for (Index i = 0; i < e.rows; ++i)
      for (const auto& a : e.frame.active())
        r[a.coordinate] += lambda[e.first_row + i] * c[i].partial[velocity_seed + e.seed(a.place)];
  }
}

void RateRows::add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                                    VecX& values, LocalMatrix& local) const {
  for (const Element& e : elements_) {
    const Index n = e.frame.size();
    local.topLeftCorner(n, n).setZero();
    BodyMotion P = motion[e.P.body], Q = motion[e.Q.body];
    // Bodies that move by themselves contribute w(t,q), which does not act on μ: leave their velocity out.
    for (BodyMotion* m : {&P, &Q}) {
      m->r_dot.setZero();
      m->p[1].setZero();
      m->A_dot.setZero();
    }
    for (const auto& b : e.frame.active()) {
      const bool is_P = e.seed(b.place) < places_per_body;
      BodyMotion& m = is_P ? P : Q;
      const Index place = e.seed(b.place) % places_per_body;
      double& velocity = place < 3 ? m.r_dot[place] : m.p[1][place - 3];
      velocity = 1;
      FrameDual c[RateConstraint::max_rows];
      e.law->velocity(frame_of(seeded_coordinates(P, 0), e.P), frame_of(seeded_coordinates(Q, places_per_body), e.Q),
                      c);
      velocity = 0;
      for (Index i = 0; i < e.rows; ++i)
        for (const auto& a : e.frame.active())
          local(b.place, a.place) += lambda[e.first_row + i] * c[i].partial[e.seed(a.place)];
    }
    (target == StiffnessOf::residual ? e.stiffness : e.reaction).add(local, values);
  }
}

}  // namespace daedalus
