#include "daedalus/formulation/elements/dot_product.hpp"

namespace daedalus {
namespace {

void add_vector(const BodyVector& z, const BodyMotion& m, MotionLevel level, Vec3* sum) {
  sum[0] += z.translation * m.r + m.A * z.s;
  if (level == MotionLevel::position) return;
  sum[1] += z.translation * m.r_dot + m.A_dot * z.s;
  sum[2] += z.translation * m.r_ddot + m.A_ddot * z.s;
}

// factor · ∂(w · z^(level))/∂q for one body; translations appear at level 0 only.
void add_side(const BodyVector& z, const BodyMotion& m, int level, const Vec3& w, double factor, double* places) {
  if (level == 0)
    for (int k = 0; k < 3; ++k) places[k] += factor * z.translation * w[k];
  add_gradient(m, level, z.s, w, factor, places + 3);
}

void add_side_gradients(const BodyVector& a, const BodyVector& b, const BodyMotion& m, const DotVectors& x, int level,
                        double factor, double* places) {
  // Binomial weights of the product rule: level 2 is bᵀa''_q + 2 b'ᵀa'_q + b''ᵀa_q.
  for (int k = 0; k <= level; ++k) {
    const double weight = factor * (level == 2 && k == 1 ? 2 : 1);
    if (!a.is_zero()) add_side(a, m, k, x.b[level - k], weight, places);
    if (!b.is_zero()) add_side(b, m, k, x.a[level - k], weight, places);
  }
}

void add_side_rate_gradients(const BodyVector& a, const BodyVector& b, const BodyMotion& m, const DotVectors& x,
                             double factor, double* places) {
  if (!a.is_zero()) add_side(a, m, 0, x.b[1], 2 * factor, places);
  if (!b.is_zero()) add_side(b, m, 0, x.a[1], 2 * factor, places);
  if (!a.is_zero()) add_rate_gradient(m, a.s, x.b[0], factor, places + 3);
  if (!b.is_zero()) add_rate_gradient(m, b.s, x.a[0], factor, places + 3);
}

// ∂z/∂(r, ρ) of one body.
Mat<double, 3, 7> full_jacobian(const BodyVector& z, const BodyMotion& m) {
  Mat<double, 3, 7> J;
  J.leftCols<3>() = z.translation * Mat3::Identity();
  J.rightCols<4>() = jacobian(m, z.s);
  return J;
}

}  // namespace

bool DotProduct::couples(Index i, Index j) const {
  const auto part = [&](Index place, const BodyVector& of_P, const BodyVector& of_Q) -> bool {
    const bool in_P = place_P >= 0 && place >= place_P && place < place_P + places_per_body;
    const BodyVector& z = in_P ? of_P : of_Q;
    const bool in_Q = place_Q >= 0 && place >= place_Q && place < place_Q + places_per_body;
    if (!in_P && !in_Q) return false;
    return place % places_per_body < 3 ? z.translation != 0 : !z.s.isZero(0);
  };
  const bool both_translate = i % places_per_body < 3 && j % places_per_body < 3;
  if (both_translate && i % places_per_body != j % places_per_body) return false;  // τ τ' I
  const bool same_body = i / places_per_body == j / places_per_body;
  const bool own_curvature = same_body && !both_translate && i % places_per_body >= 3 && j % places_per_body >= 3 &&
                             (part(i, a_P, a_Q) || part(i, b_P, b_Q));
  return own_curvature || (part(i, a_P, a_Q) && part(j, b_P, b_Q)) || (part(i, b_P, b_Q) && part(j, a_P, a_Q));
}

DotVectors evaluate(const DotProduct& dot, const std::vector<BodyMotion>& motion, MotionLevel level) {
  const BodyMotion &P = motion[dot.P], &Q = motion[dot.Q];
  DotVectors x{{dot.a_0, Vec3::Zero(), Vec3::Zero()}, {dot.b_0, Vec3::Zero(), Vec3::Zero()}};
  add_vector(dot.a_P, P, level, x.a);
  add_vector(dot.a_Q, Q, level, x.a);
  add_vector(dot.b_P, P, level, x.b);
  add_vector(dot.b_Q, Q, level, x.b);
  return x;
}

void add_gradient(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, int level,
                  double factor, double* sum) {
  if (dot.place_P >= 0) add_side_gradients(dot.a_P, dot.b_P, motion[dot.P], x, level, factor, sum + dot.place_P);
  if (dot.place_Q >= 0) add_side_gradients(dot.a_Q, dot.b_Q, motion[dot.Q], x, level, factor, sum + dot.place_Q);
}

bool has_twist(const DotProduct& dot, const std::vector<BodyMotion>& motion) {
  return motion[dot.P].rotation == RotationKind::turn || motion[dot.Q].rotation == RotationKind::turn;
}

void add_rate_gradient(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, double factor,
                       double* sum) {
  if (!has_twist(dot, motion)) return add_gradient(dot, x, motion, 1, 2 * factor, sum);
  if (dot.place_P >= 0) add_side_rate_gradients(dot.a_P, dot.b_P, motion[dot.P], x, factor, sum + dot.place_P);
  if (dot.place_Q >= 0) add_side_rate_gradients(dot.a_Q, dot.b_Q, motion[dot.Q], x, factor, sum + dot.place_Q);
}

void add_hessian(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, double factor,
                 LocalMatrix& sum) {
  const BodyMotion &P = motion[dot.P], &Q = motion[dot.Q];
  const Mat<double, 3, 7> aP = full_jacobian(dot.a_P, P), bP = full_jacobian(dot.b_P, P);
  const Mat<double, 3, 7> aQ = full_jacobian(dot.a_Q, Q), bQ = full_jacobian(dot.b_Q, Q);
  const auto add_own = [&](Index place, const Mat<double, 3, 7>& a, const Mat<double, 3, 7>& b, const BodyMotion& m,
                           const Vec3& sa, const Vec3& sb) {
    const Mat<double, 7, 7> ab = a.transpose() * b;
    sum.block<7, 7>(place, place) += factor * (ab + ab.transpose());
    sum.block<4, 4>(place + 3, place + 3) += factor * (hessian(m, sa, x.b[0]) + hessian(m, sb, x.a[0]));
  };
  if (dot.place_P >= 0) add_own(dot.place_P, aP, bP, P, dot.a_P.s, dot.b_P.s);
  if (dot.place_Q >= 0) add_own(dot.place_Q, aQ, bQ, Q, dot.a_Q.s, dot.b_Q.s);
  if (dot.place_P >= 0 && dot.place_Q >= 0) {
    const Mat<double, 7, 7> cross_block = aP.transpose() * bQ + bP.transpose() * aQ;
    sum.block<7, 7>(dot.place_P, dot.place_Q) += factor * cross_block;
    sum.block<7, 7>(dot.place_Q, dot.place_P) += factor * cross_block.transpose();
  }
}

}  // namespace daedalus
