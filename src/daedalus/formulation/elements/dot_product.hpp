// dot_product.hpp: y = a · b of two world vectors, each the sum of a vector of body P, a vector of body Q and a
// constant.
//
// Every measure of a model is a function of one or two of these. With J0 = ∂a/∂ρ, levels as in body_motion.hpp:
//   y'  = a'·b + a·b'                  y''  = a''·b + 2 a'·b' + a·b''
//   y_q  = bᵀa_q + aᵀb_q              (y')_q = bᵀa'_q + b'ᵀa_q + (a ↔ b)
//   (y'')_q = bᵀa''_q + 2 b'ᵀa'_q + b''ᵀa_q + (a ↔ b)        (y')_v = y_q
//   (y'')_v = bᵀa''_v + 2 b'ᵀa_q + (a ↔ b)                   which is 2 (y')_q unless a body is given by its twist
//   y_qq = a_qᵀb_q + b_qᵀa_q + b·a_qq + a·b_qq               row: component of y_q, column: what it is differentiated
//   by
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/formulation/elements/local_block.hpp"

namespace daedalus {

struct BodyVector {  // τ r + A s, sign included
  double translation = 0;
  Vec3 s = Vec3::Zero();
  bool is_zero() const { return translation == 0 && s.isZero(0); }
};

struct DotProduct {
  Index P = 0, Q = 0;                // bodies
  Index place_P = -1, place_Q = -1;  // local places, −1 where the body has no coordinates
  BodyVector a_P, a_Q, b_P, b_Q;
  Vec3 a_0 = Vec3::Zero(), b_0 = Vec3::Zero();

  bool couples(Index i, Index j) const;  // can y_qq be nonzero at the local places (i, j)?
};

// a, b and their rates.
struct DotVectors {
  Vec3 a[3], b[3];

  double value() const { return a[0].dot(b[0]); }
  double rate() const { return a[1].dot(b[0]) + a[0].dot(b[1]); }
  double acceleration() const { return a[2].dot(b[0]) + 2 * a[1].dot(b[1]) + a[0].dot(b[2]); }
};

DotVectors evaluate(const DotProduct& dot, const std::vector<BodyMotion>& motion, MotionLevel level);

// Adds factor · ∂(y^(level))/∂q to the local vector `sum`.
void add_gradient(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, int level,
                  double factor, double* sum);

// Is one of the bodies given by its twist? Otherwise ∂y''/∂v = 2 ∂y'/∂q.
bool has_twist(const DotProduct& dot, const std::vector<BodyMotion>& motion);

// Adds factor · ∂y''/∂v.
void add_rate_gradient(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, double factor,
                       double* sum);

// Adds factor · y_qq to the local matrix.
void add_hessian(const DotProduct& dot, const DotVectors& x, const std::vector<BodyMotion>& motion, double factor,
                 LocalMatrix& sum);

}  // namespace daedalus
