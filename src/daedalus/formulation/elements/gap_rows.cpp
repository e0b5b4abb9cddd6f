#include "daedalus/formulation/elements/gap_rows.hpp"

namespace daedalus {

void GapRows::add(const Model& model, const BodyPlaces& places, const Between& between, int axis, Index row) {
  if (pairs_.empty() || pairs_.back().P != between.P || pairs_.back().Q != between.Q || pairs_.back().rows[axis] >= 0) {
    Pair pair{.P = between.P, .Q = between.Q};
    for (const int k : {0, 1}) {
      const Marker& marker = model.marker(k == 0 ? between.P : between.Q);
      Side& side = pair.sides[k];
      side.body = marker.body;
      side.sign = k == 0 ? 1 : -1;
      side.s = marker.position - model.body(marker.body).com;
      side.coordinates = places[marker.body];
      for (std::size_t j = 3; j < 7; ++j) side.rotations += side.coordinates[j] >= 0 ? 1 : 0;
    }
    pairs_.push_back(pair);
  }
  pairs_.back().rows[axis] = row;
}

void GapRows::collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness) const {
  for (const Pair& pair : pairs_)
    for (const Side& side : pair.sides) {
      const auto& c = side.coordinates;
      for (std::size_t k = 0; k < 3; ++k) {
        if (pair.rows[k] < 0) continue;
        if (c[k] >= 0) jacobian.push_back({pair.rows[k], c[k]});
        for (std::size_t j = 3; j < 7; ++j)
          if (c[j] >= 0) jacobian.push_back({pair.rows[k], c[j]});
      }
      for (std::size_t i = 3; i < 7; ++i)
        for (std::size_t j = 3; j < 7; ++j)
          if (c[i] >= 0 && c[j] >= 0) stiffness.push_back({c[i], c[j]});
    }
}

void GapRows::find_slots(const Patterns& patterns) {
  for (Pair& pair : pairs_)
    for (Side& side : pair.sides) {
      const auto& c = side.coordinates;
      for (std::size_t k = 0; k < 3; ++k) {
        const bool used = pair.rows[k] >= 0;
        side.translation_slots[k] = used && c[k] >= 0 ? patterns.G.find(pair.rows[k], c[k]) : -1;
        for (std::size_t j = 0; j < 4; ++j)
          side.rotation_slots[4 * k + j] = used && c[3 + j] >= 0 ? patterns.G.find(pair.rows[k], c[3 + j]) : -1;
      }
      for (std::size_t j = 0; j < 4; ++j)
        for (std::size_t i = 0; i < 4; ++i) {
          const bool used = c[3 + i] >= 0 && c[3 + j] >= 0;
          side.stiffness_slots[4 * j + i] = used ? patterns.r_q.find(c[3 + i], c[3 + j]) : -1;
          side.reaction_slots[4 * j + i] = used ? patterns.reaction_q.find(c[3 + i], c[3 + j]) : -1;
        }
    }
}

namespace {

// ∂(A s)^(level)/∂ρ for all three components.
PaddedJacobian level_jacobian(const BodyMotion& m, int level, const Vec3& s) {
  if (m.rotation == RotationKind::euler) return rotation_derivative(m.p[level], s);
  PaddedJacobian J = PaddedJacobian::Zero();
  if (m.rotation == RotationKind::none) return J;
  const Vec3 z = m.A * s;
  if (m.rotation == RotationKind::turn) {
    const Mat3 by_turn = -cross_matrix(z), spin = cross_matrix(m.twist(1));
    if (level == 0) J.leftCols<3>() = by_turn;
    if (level == 1) J.leftCols<3>() = spin * by_turn;
    if (level == 2) J.leftCols<3>() = (cross_matrix(m.twist(2)) + spin * spin) * by_turn;
    return J;
  }
  const double rate = m.p[1][0], acceleration = m.p[2][0];
  if (level == 0) J.col(0) = quarter_turn(z);
  if (level == 1) J.col(0) = -rate * in_plane(z);
  if (level == 2) J.col(0) = -acceleration * in_plane(z) - rate * rate * quarter_turn(z);
  return J;
}

// ∂(A s)''/∂ρ'.
PaddedJacobian rate_jacobian(const BodyMotion& m, const Vec3& s) {
  if (m.rotation != RotationKind::turn) return 2 * level_jacobian(m, 1, s);
  const Vec3 z = m.A * s, omega = m.twist(1);
  PaddedJacobian J = PaddedJacobian::Zero();
  J.leftCols<3>() = -cross_matrix(cross(omega, z)) - cross_matrix(omega) * cross_matrix(z);
  return J;
}

}  // namespace

void GapRows::add_side(Want want, const Pair& pair, const Side& side, const std::vector<BodyMotion>& motion,
                       Evaluation& out) const {
  const BodyMotion& m = motion[side.body];
  const auto add_level = [&](VecX& target, const Vec3& vector) {
    for (Index k = 0; k < 3; ++k)
      if (const Index row = pair.rows[k]; row >= 0) target[row] += side.sign * vector[k];
  };
  const auto add_rotations = [&](VecX& values, const PaddedJacobian& J) {
    for (std::size_t k = 0; k < 3; ++k)
      if (pair.rows[k] >= 0)
        for (std::size_t j = 0; j < static_cast<std::size_t>(side.rotations); ++j)
          values[side.rotation_slots[4 * k + j]] += side.sign * J(static_cast<Index>(k), static_cast<Index>(j));
  };
  if (wants(want, Want::position)) add_level(out.g, m.r + m.A * side.s);
  if (wants(want, Want::velocity)) add_level(out.g_dot, m.r_dot + m.A_dot * side.s);
  if (wants(want, Want::gamma)) add_level(out.gamma, -(m.r_ddot + m.A_ddot * side.s));  // the motion has a = 0 then
  if (wants(want, Want::jacobian)) {
    for (std::size_t k = 0; k < 3; ++k)
      if (side.translation_slots[k] >= 0) out.G.values[side.translation_slots[k]] += side.sign;
    if (side.rotations > 0) add_rotations(out.G.values, level_jacobian(m, 0, side.s));
  }
  if (side.rotations == 0) return;
  if (wants(want, Want::velocity_tangent)) add_rotations(out.g_dot_q.values, level_jacobian(m, 1, side.s));
  if (wants(want, Want::acceleration_tangent)) {
    add_rotations(out.g_ddot_q.values, level_jacobian(m, 2, side.s));
    add_rotations(out.g_ddot_v.values, rate_jacobian(m, side.s));
  }
}

void GapRows::add_rows(Want want, const std::vector<BodyMotion>& motion, Evaluation& out) const {
  for (const Pair& pair : pairs_)
    for (const Side& side : pair.sides) add_side(want, pair, side, motion, out);
}

Vec3 GapRows::multipliers(const Pair& pair, const VecX& lambda) {
  Vec3 l = Vec3::Zero();
  for (Index k = 0; k < 3; ++k)
    if (const Index row = pair.rows[k]; row >= 0) l[k] = lambda[row];
  return l;
}

void GapRows::add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r) const {
  for (const Pair& pair : pairs_) {
    const Vec3 l = multipliers(pair, lambda);
    for (const Side& side : pair.sides) {
      for (std::size_t k = 0; k < 3; ++k)
        if (side.coordinates[k] >= 0) r[side.coordinates[k]] += side.sign * l[static_cast<Index>(k)];
      double rotation[4] = {};
      add_gradient(motion[side.body], 0, side.s, l, side.sign, rotation);
      for (std::size_t j = 0; j < static_cast<std::size_t>(side.rotations); ++j)
        r[side.coordinates[3 + j]] += rotation[j];
    }
  }
}

void GapRows::add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                                   VecX& values) const {
  for (const Pair& pair : pairs_) {
    const Vec3 l = multipliers(pair, lambda);
    for (const Side& side : pair.sides) {
      if (side.rotations == 0) continue;
      const auto& slots = target == StiffnessOf::residual ? side.stiffness_slots : side.reaction_slots;
      const PaddedHessian H = hessian(motion[side.body], side.s, l);
      for (std::size_t k = 0; k < 16; ++k)
        if (slots[k] >= 0) values[slots[k]] += side.sign * H.data()[k];
    }
  }
}

}  // namespace daedalus
