#include "daedalus/formulation/elements/row_reaction.hpp"

#include "daedalus/model/measure_between.hpp"

namespace daedalus {
namespace {

// The frame of a marker, at rest.
Frame<double> frame_at(const Model& model, const std::vector<BodyMotion>& motion, MarkerId id) {
  const Marker& marker = model.marker(id);
  const BodyMotion& m = motion[marker.body];
  return {m.r + m.A * (marker.position - model.body(marker.body).com), m.A * marker.axes, Vec3::Zero(), Vec3::Zero()};
}

using Seeded = Dual<double, 6>;  // three translations of P, three turns

Frame<Seeded> constant(const Frame<double>& at) {
  Frame<Seeded> f;
  f.x = at.x.cast<Seeded>();
  f.axes = at.axes.cast<Seeded>();
  return f;
}

Frame<Seeded> seeded(const Frame<double>& at) {
  Frame<Seeded> f = constant(at);
  for (int i = 0; i < 3; ++i) f.x[i] = Seeded::variable(at.x[i], i);
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) {  // d(axis)/d(turn k) = e_k × axis
      const Vec3 change = cross(Vec3(Vec3::Unit(k)), Vec3(at.axes.col(j)));
      for (int i = 0; i < 3; ++i) f.axes(i, j).partial[3 + k] = change[i];
    }
  return f;
}

}  // namespace

Wrench<double> row_reaction(const Model& model, const Joint& joint, const std::vector<BodyMotion>& motion,
                            const VecX& lambda, Index first_row, Index first_rate_row) {
  Wrench<double> w{Vec3::Zero(), Vec3::Zero()};
  Index row = first_row;
  for (const ConstraintRow& r : joint.rows) {
    for (const RowTerm& term : r.terms) {
      const Seeded y = measure_between(term.measure, seeded(frame_at(model, motion, term.measure.P)),
                                       constant(frame_at(model, motion, term.measure.Q)));
      for (int k = 0; k < 3; ++k) {
        w.force[k] -= lambda[row] * term.weight * y.partial[k];
        w.torque[k] -= lambda[row] * term.weight * y.partial[3 + k];
      }
    }
    ++row;
  }
  if (!joint.rates) return w;
  const std::size_t rows = joint.rates->labels().size();
  for (int k = 0; k < 6; ++k) {  // linear in the velocity of P: six unit velocities
    Frame<double> P = frame_at(model, motion, joint.between.P);
    (k < 3 ? P.v[k] : P.w[k - 3]) = 1;
    double c[RateConstraint::max_rows] = {};
    joint.rates->velocity(P, frame_at(model, motion, joint.between.Q), c);
    for (std::size_t i = 0; i < rows; ++i)
      (k < 3 ? w.force[k] : w.torque[k - 3]) -= lambda[first_rate_row + static_cast<Index>(i)] * c[i];
  }
  return w;
}

}  // namespace daedalus
