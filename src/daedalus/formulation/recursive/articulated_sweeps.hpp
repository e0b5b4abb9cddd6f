// articulated_sweeps.hpp: the sweeps of sweeps.hpp that solve with the mass matrix: articulated bodies, forward and
// with factors.
//
//   inward    U = I S,  D = S·U,  I_p += shifted (I − U D⁻¹ Uᵀ),  p_p += shifted (p + (I − U D⁻¹ Uᵀ) ζ + U D⁻¹ (τ −
//             S·p))
//   outward   u' = D⁻¹ (τ − S·p − U·A),   A = (α_p, a_p + α_p × d) + ζ before, and + S u' behind the motion
#pragma once

#include "daedalus/formulation/recursive/sweeps.hpp"

namespace daedalus {

template <class Space>
Index Sweeps<Space>::forward(const RootMotion* roots, const S* q, const S* v, bool with_external, Memory& m,
                             S* a) const {
  Inertia handed_I;  // to the node before, when that is the parent: a chain stays in registers
  Force handed_p;
  bool is_handed = false;
  for (Index i = size_ - 1; i >= roots_; --i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& l = links_[at];
    const Kinematics& k = m.k[at];
    Inertia I;
    Force p;
    if (is_handed) {
      I = handed_I;
      p = handed_p;
      is_handed = false;
    } else if (!l.is_leaf) {
      I = m.I[at];
      p = m.p[at];
    }
    if (with_external) {
      p.n += m.F[at].n;
      p.f += m.F[at].f;
    }
    Space::carry(l.constants, k.R, k.w, I, p);
    const bool is_first = l.parent < roots_;  // nothing to hand on
    if (l.coordinate >= 0) {
      if (l.is_wide()) {
        if constexpr (Space::has_balls) {
          const bool turns = l.kind == NodeKind::ball;
          const Wide block = turns ? Space::turn_block(I) : Space::slide_block(I);
          const double size = turns ? Space::turn_size(I) : Space::slide_size(I);
          if (is_singular(Space::determinant(block), size * size * size)) return i;
          const Wide inverse = m.wide[at] = Space::inverse(block);
          m.I[at] = I;
          m.p[at] = p;
          if (is_first) continue;
          const Vector rest = inverse * (turns ? p.n : p.f) * S(-1.0);
          const Force by_rest = Space::times(I, turns ? Motion{rest, Vector::Zero()} : Motion{Vector::Zero(), rest});
          I = turns ? Space::without_turns(I, inverse) : Space::without_slides(I, inverse);
          p.n += by_rest.n;
          p.f += by_rest.f;
        }
      } else {
        Force U;
        S D, along;
        double size;
        if (l.kind == NodeKind::turn) {
          const Angular axis = Space::turn_axis(k.R);
          U = Space::turn_column(I, axis);
          D = Space::dot(axis, U.n);
          along = Space::dot(axis, p.n);
          size = Space::turn_size(I);
        } else if (l.kind == NodeKind::slide) {
          U = Space::slide_column(I, k.slide);
          D = Space::dot_vector(k.slide, U.f);
          along = Space::dot_vector(k.slide, p.f);
          size = Space::slide_size(I);
        } else {
          const Angular axis = Space::turn_axis(k.R);
          U = Space::times(I, {axis, k.slide});
          D = Space::dot(axis, U.n) + Space::dot_vector(k.slide, U.f);
          along = Space::dot(axis, p.n) + Space::dot_vector(k.slide, p.f);
          size = Space::turn_size(I);
        }
        if (is_singular(D, size)) return i;
        const S inverse = 1.0 / D;
        m.factor[at] = {U, inverse, -along};
        if (is_first) continue;
        if (l.kind == NodeKind::turn) {
          reduce_turn(I, U, inverse, -along, k.bias, p);
        } else {
          reduce(I, U, inverse, -along, k.bias, p);
        }
      }
    } else if (is_first) {
      continue;
    }
    if (l.coordinate < 0 || l.is_wide()) add_product(I, k.bias, p);
    p.n += Space::moment(k.d, p.f);
    const auto above = static_cast<std::size_t>(l.parent);
    const Inertia shifted = shift(I, k.d, l.kind == NodeKind::turn && l.coordinate >= 0);
    if (l.is_only_child && l.parent == i - 1) {
      handed_I = shifted;
      handed_p = p;
      is_handed = true;
    } else if (l.opens_parent) {
      m.I[above] = shifted;
      m.p[above] = p;
    } else {
      m.I[above].J += shifted.J;
      m.I[above].H += shifted.H;
      m.I[above].M += shifted.M;
      m.p[above].n += p.n;
      m.p[above].f += p.f;
    }
  }
  start_roots(roots, roots_, m);
  return outward(q, v, true, m, a);
}

template <class Space>
Index Sweeps<Space>::outward(const S* q, const S* v, bool with_bias, Memory& m, S* a) const {
  for (Index i = roots_; i < size_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& l = links_[at];
    const Kinematics& k = m.k[at];
    Motion A = carried(k, m.A[l.parent]);
    if (with_bias) {
      A.w += k.bias.w;
      A.v += k.bias.v;
    }
    if (l.coordinate >= 0) {
      S* mine = a + l.coordinate;
      if (l.is_wide()) {
        if constexpr (Space::has_balls) {
          const bool turns = l.kind == NodeKind::ball;
          const Force load = Space::times(m.I[at], A);
          const Vector rate = m.wide[at] * (turns ? Vector(m.p[at].n + load.n) : Vector(m.p[at].f + load.f)) * S(-1.0);
          const Vec<S, 3> local = Space::world_to_local(k.R, rate);
          if (turns) {
            A.w += rate;
            const Vec<S, 4> e = four(q + l.coordinate);
            Vec<S, 4> e_ddot = body_rate_matrix(e).transpose() * local * S(0.5);
            if (with_bias) {
              const Vec<S, 4> e_dot = four(v + l.coordinate);
              e_ddot -= e * S(e_dot.dot(e_dot) / e.dot(e));
            }
            for (int j = 0; j < 4; ++j) mine[j] = e_ddot[j];
          } else {
            A.v += rate;
            for (int j = 0; j < 3; ++j) mine[j] = local[j];
          }
        }
      } else {
        const Factor& f = m.factor[at];
        const S rate = (f.rest - Space::dot_both(f.U, A)) * f.D_inverse;
        if (l.kind != NodeKind::slide) A.w += Space::turn_axis(k.R) * rate;
        if (l.kind != NodeKind::turn) A.v += k.slide * rate;
        mine[0] = rate * l.sign;
      }
    }
    m.A[at] = A;
  }
  return -1;
}

template <class Space>
void Sweeps<Space>::solve_mass(const S* q, const S* b, Memory& m, S* x) const {
  for (Force& p : m.p) p = {};
  for (Index i = size_ - 1; i >= roots_; --i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& l = links_[at];
    const Kinematics& k = m.k[at];
    Force p = m.p[at];
    if (l.coordinate >= 0) {
      const S* mine = b + l.coordinate;
      if (l.is_wide()) {
        if constexpr (Space::has_balls) {
          const bool turns = l.kind == NodeKind::ball;
          const Vec<S, 3> local =
              turns ? Vec<S, 3>(body_rate_matrix(four(q + l.coordinate)) * four(mine) * S(0.5)) : three(mine);
          const Vector rest = Space::local_to_world(k.R, local) - (turns ? p.n : p.f);
          // for the way outward
          m.p[at] = turns ? Force{rest * S(-1.0), Vector::Zero()} : Force{Vector::Zero(), rest * S(-1.0)};
          const Vector rate = m.wide[at] * rest;
          const Force by_rate =
              Space::times(m.I[at], turns ? Motion{rate, Vector::Zero()} : Motion{Vector::Zero(), rate});
          p.n += by_rate.n;
          p.f += by_rate.f;
        }
      } else {
        Factor& f = m.factor[at];
        S along = mine[0] * l.sign;
        if (l.kind != NodeKind::slide) along -= Space::dot(Space::turn_axis(k.R), p.n);
        if (l.kind != NodeKind::turn) along -= Space::dot_vector(k.slide, p.f);
        f.rest = along;
        const S factor = along * f.D_inverse;
        p.n += f.U.n * factor;
        p.f += f.U.f * factor;
      }
    }
    Force& above = m.p[l.parent];
    above.n += p.n + Space::moment(k.d, p.f);
    above.f += p.f;
  }
  for (Index i = 0; i < roots_; ++i) m.A[i] = {};
  outward(q, nullptr, false, m, x);
  if constexpr (Space::has_balls)
    for (Index i = roots_; i < size_; ++i) {  // a ball's own direction, on which no body depends
      const Link& l = link(i);
      if (l.kind != NodeKind::ball || l.coordinate < 0) continue;
      const Vec<S, 4> e = four(q + l.coordinate), force = four(b + l.coordinate);
      const S square = e.dot(e), along = e.dot(force) / (4.0 * l.norm_inertia * square * square);
      for (int j = 0; j < 4; ++j) x[l.coordinate + j] += e[j] * along;
    }
}

}  // namespace daedalus
