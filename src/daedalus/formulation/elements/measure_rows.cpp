#include "daedalus/formulation/elements/measure_rows.hpp"

#include <cmath>

namespace daedalus {

void MeasureRows::add(const Model& model, const BodyPlaces& places, const ConstraintRow& row, Index index) {
  Row added{.index = index,
            .frame = {},
            .terms = {},
            .offset = row.offset,
            .period = row.period,
            .motion = row.motion,
            .jacobian = {},
            .stiffness = {},
            .reaction = {}};
  for (const RowTerm& term : row.terms)
    added.terms.push_back({term.weight, MeasureKinematics(model, places, term.measure, added.frame)});
  rows_.push_back(std::move(added));
}

void MeasureRows::collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness) {
  for (Row& row : rows_) {
    row.jacobian.collect(row.index, row.frame, jacobian);
    const auto couples = [&](Index i, Index j) {
      for (const Term& term : row.terms)
        if (term.measure.couples(i, j)) return true;
      return false;
    };
    row.stiffness.collect(row.frame, couples, stiffness);
    row.reaction = row.stiffness;
  }
}

void MeasureRows::find_slots(const Patterns& patterns) {
  for (Row& row : rows_) {
    row.jacobian.find(row.index, row.frame, patterns.G);
    row.stiffness.find(patterns.r_q);
    row.reaction.find(patterns.reaction_q);
  }
}

void MeasureRows::add_rows(Want want, double t, const std::vector<BodyMotion>& motion, MotionLevel level,
                           Evaluation& out, MeasureKinematics::Value& y) const {
  using enum MeasureKinematics::Gradients;
  const auto gradients = wants(want, Want::acceleration_tangent) ? acceleration
                         : wants(want, Want::velocity_tangent)   ? rate
                         : wants(want, Want::jacobian)           ? value
                                                                 : none;
  for (const Row& row : rows_) {
    double sum[3] = {-row.offset, 0, 0};
    if (row.motion)
      for (int k = 0; k < 3; ++k) sum[k] -= row.motion->derivative(t, k);
    for (const Term& term : row.terms) {
      term.measure.evaluate(motion, level, gradients, y);
      for (int k = 0; k < 3; ++k) sum[k] += term.weight * y.y[k];
      const auto add = [&](const LocalVector& local, VecX& values) {
        row.jacobian.add(row.frame, local.data(), term.weight, values);
      };
      if (wants(want, Want::jacobian)) add(y.by_q[0], out.G.values);
      if (wants(want, Want::velocity_tangent)) add(y.by_q[1], out.g_dot_q.values);
      if (wants(want, Want::acceleration_tangent)) {
        add(y.by_q[2], out.g_ddot_q.values);
        add(y.by_v, out.g_ddot_v.values);
      }
    }
    if (wants(want, Want::position)) out.g[row.index] = row.period > 0 ? std::remainder(sum[0], row.period) : sum[0];
    if (wants(want, Want::velocity)) out.g_dot[row.index] = sum[1];
    if (wants(want, Want::gamma)) out.gamma[row.index] = -sum[2];
  }
}

void MeasureRows::add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r,
                               MeasureKinematics::Value& y) const {
  for (const Row& row : rows_)
    for (const Term& term : row.terms) {
      term.measure.evaluate(motion, MotionLevel::position, MeasureKinematics::Gradients::value, y);
      add_to(row.frame, y.by_q[0].data(), term.weight * lambda[row.index], r);
    }
}

void MeasureRows::add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                                       VecX& values, LocalMatrix& local) const {
  for (const Row& row : rows_) {
    const BlockSlots& slots = target == StiffnessOf::residual ? row.stiffness : row.reaction;
    if (slots.places().empty()) continue;
    const Index n = row.frame.size();
    local.topLeftCorner(n, n).setZero();
    for (const Term& term : row.terms) term.measure.add_hessian(motion, term.weight * lambda[row.index], local);
    slots.add(local, values);
  }
}

}  // namespace daedalus
