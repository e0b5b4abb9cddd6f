// sweeps.hpp: the recursions over a tree, written once for space and plane and for any scalar type.
//
// With d from the parent's origin to the node's, S the direction of the node's motion, accelerations of the origins
// themselves (α, a), gravity as an acceleration −g of the roots:
//   outward     w = w_p + S_w u,   v = v_p + w_p × d + S_v u,   (α, a) = (α_p, a_p + α_p × d) + S u' + ζ
//               ζ = (w_p × S_w u,  w_p × (w_p × d) + 2 w_p × S_v u), and S u'' for a driven motion
//   residual    F = I A + gyroscopic − external,   τ = S·F,   F_p += (n + d × f, f)               recursive Newton-Euler
//   forward     U = I S,  D = S·U,  u' = (τ − S·p − U·(α_p, a_p + α_p × d, + ζ))/D               articulated bodies
//               I_p += shifted (I − U D⁻¹ Uᵀ),   p_p += shifted (p + (I − U D⁻¹ Uᵀ) ζ + U D⁻¹(τ − S·p))
// [recursive formalisms of paper 004, section 2: equations (2) and (3)]
//
// A ball turns by R(p/|p|): its angular velocity in its own axes is 2 L(p) p'/|p|², for any |p|. Its four equations are
// (2 L/|p|²)ᵀ n + 4 c p (p·p'' + p'·p'): the second part is zero on the constraint and makes M regular.
#pragma once

#include <vector>

#include "daedalus/formulation/recursive/planar_space.hpp"
#include "daedalus/formulation/recursive/spatial_space.hpp"

namespace daedalus {

// How a root moves; accelerations with gravity taken off.
struct RootMotion {
  Mat3 A = Mat3::Identity();
  double angle = 0;
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero(), a = Vec3::Zero(), alpha = Vec3::Zero();
};

// u, u', u'' of a driven motion, as the coordinate would be.
struct DriveValue {
  double u[3] = {};
};

template <class Space>
class Sweeps {
 public:
  using S = typename Space::Scalar;
  using Angular = typename Space::Angular;
  using Vector = typename Space::Vector;
  using Rotation = typename Space::Rotation;
  using Motion = typename Space::Motion;
  using Force = typename Space::Force;
  using Inertia = typename Space::Inertia;
  using Constants = typename Space::Constants;

  struct Kinematics {
    Rotation R;
    Vector d, slide;      // slide: its axis in the world
    Angular w;
    Motion bias;          // ζ
  };
  struct Place {          // of the node's origin
    Vector x, v;
  };
  struct Memory {
    std::vector<Kinematics> k;
    std::vector<Place> place;
    std::vector<Motion> A;
    std::vector<Force> F;             // minus the external forces on entry, what the joint transmits on exit
    std::vector<Inertia> I;
    std::vector<Force> U, p;
    std::vector<S> D_inverse, u;
    std::vector<Symmetric3<S>> wide;  // inverse of D where it is 3 × 3
  };

  explicit Sweeps(const Tree& tree);
  Memory make_memory() const;

  // Motion of all nodes. With places: positions and velocities of the origins as well.
  void move(const RootMotion* roots, const DriveValue* drives, const S* q, const S* v, bool with_places, Memory& m) const;
  void move_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places, Memory& m) const;
  // Accelerations of all nodes for given a, with the bias when wanted. After move().
  void accelerate(const RootMotion* roots, const S* q, const S* v, const S* a, Memory& m) const;

  // τ for the accelerations in the memory; minus the external forces in m.F, which become what each joint transmits.
  void residual(const S* q, const S* v, const S* a, Memory& m, S* tau) const;

  // a = M⁻¹(external − bias), minus the external forces in m.F when there are any. −1, or the node that no mass resists. After move().
  Index forward(const RootMotion* roots, const S* q, const S* v, bool with_external, Memory& m, S* a) const;
  // x = M⁻¹ b for the factors that forward() left. May be the same.
  void solve_mass(const S* q, const S* b, Memory& m, S* x) const;

 private:
  S relative(const TreeNode& node, const DriveValue* drives, const S* x, int level) const {
    if (node.drive >= 0) return S(node.sign * drives[node.drive].u[level]);
    return x[node.coordinate] * node.sign;
  }
  static Vec<S, 4> four(const S* x) { return {x[0], x[1], x[2], x[3]}; }
  static Vec<S, 3> three(const S* x) { return {x[0], x[1], x[2]}; }
  static Vec<S, 3> ball_rate(const Vec<S, 4>& p, const Vec<S, 4>& x) { return body_rate_matrix(p) * x * S(2.0 / p.dot(p)); }
  static Vec<S, 4> ball_force(const Vec<S, 4>& p, const Vec<S, 3>& n) { return body_rate_matrix(p).transpose() * n * S(2.0 / p.dot(p)); }
  static bool is_singular(const S& D, double size) { return !(value_of(D) > 1e-14 * size); }
  Motion carried(const Kinematics& k, const Motion& A) const {  // the parent's acceleration at the node's origin
    return {A.w, A.v + Space::cross(A.w, k.d)};
  }
  void pass_on(Index i, const Force& F, const Vector& d, std::vector<Force>& to) const {
    Force& sum = to[static_cast<std::size_t>(tree_.node(i).parent)];
    sum.n += F.n + Space::moment(d, F.f);
    sum.f += F.f;
  }

  const Tree& tree_;
  std::vector<Constants> c_;
};

template <class Space>
Sweeps<Space>::Sweeps(const Tree& tree) : tree_(tree) {
  for (const TreeNode& node : tree.nodes) c_.emplace_back(node);
}

template <class Space>
typename Sweeps<Space>::Memory Sweeps<Space>::make_memory() const {
  const std::size_t n = tree_.nodes.size();
  Memory m;
  m.k.resize(n);
  m.place.resize(n);
  m.A.resize(n);
  m.F.resize(n);
  m.I.resize(n);
  m.U.resize(n);
  m.p.resize(n);
  m.D_inverse.resize(n);
  m.u.resize(n);
  m.wide.resize(Space::has_balls ? n : 0);
  return m;
}

template <class Space>
void Sweeps<Space>::move(const RootMotion* roots, const DriveValue* drives, const S* q, const S* v, bool with_places,
                         Memory& m) const {
  for (Index i = 0; i < tree_.roots; ++i) {
    const auto at = static_cast<std::size_t>(i);
    m.k[at].R = Space::rotation(roots[i].A, roots[i].angle);
    m.k[at].w = Space::angular(roots[i].w);
    m.place[at] = {Space::vector(roots[i].x), Space::vector(roots[i].v)};
  }
  for (Index i = tree_.roots; i < tree_.size(); ++i) move_node(i, drives, q, v, with_places, m);
}

template <class Space>
void Sweeps<Space>::move_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places, Memory& m) const {
  const auto at = static_cast<std::size_t>(i);
  const TreeNode& node = tree_.nodes[at];
  const Constants& c = c_[at];
  const auto above = static_cast<std::size_t>(node.parent);
  const Kinematics& p = m.k[above];
  Kinematics& k = m.k[at];
  k.R = Space::behind(p.R, c);
  k.d = p.R * c.x;
  k.w = p.w;
  k.bias.w = Space::angular(Vec3::Zero());
  Vector rate = Vector::Zero();  // of the origin, seen from the parent
  Vector extra = Vector::Zero();  // driven: S u''
  switch (node.kind) {
    case NodeKind::root:
    case NodeKind::rigid:
      break;
    case NodeKind::turn: {
      Space::turn(k.R, relative(node, drives, q, 0));
      const Angular u = Space::turn_axis(k.R) * relative(node, drives, v, 1);
      k.bias.w = Space::spin(p.w, u);
      k.w += u;
      if (node.drive >= 0) k.bias.w += Space::turn_axis(k.R) * relative(node, drives, v, 2);
      break;
    }
    case NodeKind::slide: {
      k.slide = Space::slide_axis(k.R, c);
      k.d += k.slide * relative(node, drives, q, 0);
      rate = k.slide * relative(node, drives, v, 1);
      if (node.drive >= 0) extra = k.slide * relative(node, drives, v, 2);
      break;
    }
    case NodeKind::screw: {
      const S angle = relative(node, drives, q, 0), turning = relative(node, drives, v, 1);
      k.slide = Space::lead_axis(k.R) * S(node.lead);
      k.d += k.slide * angle;
      rate = k.slide * turning;
      Space::turn(k.R, angle);
      const Angular u = Space::turn_axis(k.R) * turning;
      k.bias.w = Space::spin(p.w, u);
      k.w += u;
      if (node.drive >= 0) {
        const S turning_rate = relative(node, drives, v, 2);
        k.bias.w += Space::turn_axis(k.R) * turning_rate;
        extra = k.slide * turning_rate;
      }
      break;
    }
    case NodeKind::drift:
      if constexpr (Space::has_balls) {
        k.d += k.R.A * three(q + node.coordinate);
        rate = k.R.A * three(v + node.coordinate);
      }
      break;
    case NodeKind::ball:
      if constexpr (Space::has_balls) {
        const Vec<S, 4> e = four(q + node.coordinate), e_dot = four(v + node.coordinate);
        const S square = e.dot(e);
        Space::turn_by(k.R, Mat<S, 3, 3>(rotation_matrix(e) * S(1.0 / square)));
        const Vec<S, 3> u = k.R.A * ball_rate(e, e_dot);
        k.bias.w = Space::spin(p.w, u) - u * S(2.0 * e.dot(e_dot) / square);
        k.w += u;
      }
      break;
  }
  const Vector carried = Space::cross(p.w, k.d);
  k.bias.v = Space::cross(p.w, Vector(carried + rate * S(2.0))) + extra;
  if (with_places) m.place[at] = {m.place[above].x + k.d, m.place[above].v + carried + rate};
}

template <class Space>
void Sweeps<Space>::accelerate(const RootMotion* roots, const S* q, const S* v, const S* a, Memory& m) const {
  (void)v;
  for (Index i = 0; i < tree_.roots; ++i)
    m.A[static_cast<std::size_t>(i)] = {Space::angular(roots[i].alpha), Space::vector(roots[i].a)};
  for (Index i = tree_.roots; i < tree_.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    Motion A = carried(k, m.A[static_cast<std::size_t>(node.parent)]);
    A.w += k.bias.w;
    A.v += k.bias.v;
    if (node.coordinate >= 0) {
      const S* mine = a + node.coordinate;
      switch (node.kind) {
        case NodeKind::turn: A.w += Space::turn_axis(k.R) * S(mine[0] * node.sign); break;
        case NodeKind::slide: A.v += k.slide * S(mine[0] * node.sign); break;
        case NodeKind::screw:
          A.w += Space::turn_axis(k.R) * S(mine[0] * node.sign);
          A.v += k.slide * S(mine[0] * node.sign);
          break;
        case NodeKind::drift:
          if constexpr (Space::has_balls) A.v += k.R.A * three(mine);
          break;
        case NodeKind::ball:
          if constexpr (Space::has_balls) A.w += k.R.A * ball_rate(four(q + node.coordinate), four(mine));
          break;
        case NodeKind::root:
        case NodeKind::rigid: break;
      }
    }
    m.A[at] = A;
  }
}

template <class Space>
void Sweeps<Space>::residual(const S* q, const S* v, const S* a, Memory& m, S* tau) const {
  for (Index i = tree_.size() - 1; i >= tree_.roots; --i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    Force& F = m.F[at];
    const Force own = Space::inertia_force(c_[at], k.R, k.w, m.A[at]);
    F.n += own.n;
    F.f += own.f;
    if (node.coordinate >= 0) {
      S* mine = tau + node.coordinate;
      switch (node.kind) {
        case NodeKind::turn: mine[0] = Space::dot(Space::turn_axis(k.R), F.n) * node.sign; break;
        case NodeKind::slide: mine[0] = Space::dot_vector(k.slide, F.f) * node.sign; break;
        case NodeKind::screw:
          mine[0] = (Space::dot(Space::turn_axis(k.R), F.n) + Space::dot_vector(k.slide, F.f)) * node.sign;
          break;
        case NodeKind::drift:
          if constexpr (Space::has_balls) {
            const Vec<S, 3> f = k.R.A.transpose() * F.f;
            for (int j = 0; j < 3; ++j) mine[j] = f[j];
          }
          break;
        case NodeKind::ball:
          if constexpr (Space::has_balls) {
            const Vec<S, 4> e = four(q + node.coordinate), e_dot = four(v + node.coordinate), e_ddot = four(a + node.coordinate);
            const Vec<S, 4> force = ball_force(e, Vec<S, 3>(k.R.A.transpose() * F.n));
            const S along = 4.0 * node.norm_inertia * (e.dot(e_ddot) + e_dot.dot(e_dot));
            for (int j = 0; j < 4; ++j) mine[j] = force[j] + e[j] * along;
          }
          break;
        case NodeKind::root:
        case NodeKind::rigid: break;
      }
    }
    pass_on(i, F, k.d, m.F);
  }
}

template <class Space>
Index Sweeps<Space>::forward(const RootMotion* roots, const S* q, const S* v, bool with_external, Memory& m, S* a) const {
  const Index n = tree_.size();
  for (Index i = tree_.roots; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    m.I[at] = {};
    m.p[at] = with_external ? m.F[at] : Force{};
  }
  for (Index i = n - 1; i >= tree_.roots; --i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    Inertia& I = m.I[at];
    Force& p = m.p[at];
    Space::carry(c_[at], k.R, I);
    const Force own = Space::gyroscopic(c_[at], k.R, k.w);
    p.n += own.n;
    p.f += own.f;
    const bool is_first = node.parent < tree_.roots;  // nothing to hand on
    Inertia reduced;
    Force handed = p;
    Force& U = m.U[at];
    if (node.coordinate < 0) {
      if (is_first) continue;
      reduced = I;
    } else if (node.kind == NodeKind::ball || node.kind == NodeKind::drift) {
      if constexpr (Space::has_balls) {
        const bool turns = node.kind == NodeKind::ball;
        const Symmetric3<S> block = turns ? Space::turn_block(I) : Space::slide_block(I);
        const double size = value_of(block.xx) + value_of(block.yy) + value_of(block.zz);
        if (is_singular(block.determinant(), size * size * size)) return i;
        const Symmetric3<S> inverse = m.wide[at] = block.inverse();
        if (is_first) continue;
        reduced = turns ? Space::without_turns(I, inverse) : Space::without_slides(I, inverse);
        const Vec<S, 3> rest = turns ? Vec<S, 3>(-(inverse * p.n)) : Vec<S, 3>(-(inverse * p.f));
        const Force by_rest = Space::times(I, turns ? Motion{rest, Vector::Zero()} : Motion{Angular::Zero(), rest});
        handed.n += by_rest.n;
        handed.f += by_rest.f;
      }
    } else {
      S D, along;
      if (node.kind == NodeKind::turn) {
        const Angular axis = Space::turn_axis(k.R);
        U = Space::turn_column(I, axis);
        D = Space::dot(axis, U.n);
        along = Space::dot(axis, p.n);
        if (is_singular(D, Space::turn_size(I))) return i;
      } else if (node.kind == NodeKind::slide) {
        U = Space::slide_column(I, k.slide);
        D = Space::dot_vector(k.slide, U.f);
        along = Space::dot_vector(k.slide, p.f);
        if (is_singular(D, Space::slide_size(I))) return i;
      } else {
        const Angular axis = Space::turn_axis(k.R);
        U = Space::times(I, {axis, k.slide});
        D = Space::dot(axis, U.n) + Space::dot_vector(k.slide, U.f);
        along = Space::dot(axis, p.n) + Space::dot_vector(k.slide, p.f);
        if (is_singular(D, Space::turn_size(I))) return i;
      }
      const S inverse = m.D_inverse[at] = 1.0 / D;
      m.u[at] = -along;
      if (is_first) continue;
      reduced = I;
      Space::subtract_outer(reduced, U, inverse);
      const S factor = -along * inverse;
      handed.n += U.n * factor;
      handed.f += U.f * factor;
    }
    const Force by_bias = Space::times(reduced, k.bias);
    handed.n += by_bias.n;
    handed.f += by_bias.f;
    Space::add_shifted(reduced, k.d, m.I[static_cast<std::size_t>(node.parent)]);
    pass_on(i, handed, k.d, m.p);
  }

  for (Index i = 0; i < tree_.roots; ++i)
    m.A[static_cast<std::size_t>(i)] = {Space::angular(roots[i].alpha), Space::vector(roots[i].a)};
  for (Index i = tree_.roots; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    Motion A = carried(k, m.A[static_cast<std::size_t>(node.parent)]);
    A.w += k.bias.w;
    A.v += k.bias.v;
    if (node.coordinate >= 0) {
      S* mine = a + node.coordinate;
      if (node.kind == NodeKind::ball || node.kind == NodeKind::drift) {
        if constexpr (Space::has_balls) {
          const bool turns = node.kind == NodeKind::ball;
          const Force load = Space::times(m.I[at], A);
          const Vec<S, 3> rate = turns ? Vec<S, 3>(-(m.wide[at] * Vec<S, 3>(m.p[at].n + load.n)))
                                       : Vec<S, 3>(-(m.wide[at] * Vec<S, 3>(m.p[at].f + load.f)));
          const Vec<S, 3> local = k.R.A.transpose() * rate;
          if (turns) {
            A.w += rate;
            const Vec<S, 4> e = four(q + node.coordinate), e_dot = four(v + node.coordinate);
            const Vec<S, 4> e_ddot = body_rate_matrix(e).transpose() * local * S(0.5) - e * S(e_dot.dot(e_dot) / e.dot(e));
            for (int j = 0; j < 4; ++j) mine[j] = e_ddot[j];
          } else {
            A.v += rate;
            for (int j = 0; j < 3; ++j) mine[j] = local[j];
          }
        }
      } else {
        const Force& U = m.U[at];
        const S rate = (m.u[at] - Space::dot(U.n, A.w) - Space::dot_vector(U.f, A.v)) * m.D_inverse[at];
        if (node.kind != NodeKind::slide) A.w += Space::turn_axis(k.R) * rate;
        if (node.kind != NodeKind::turn) A.v += k.slide * rate;
        mine[0] = rate * node.sign;
      }
    }
    m.A[at] = A;
  }
  return -1;
}

template <class Space>
void Sweeps<Space>::solve_mass(const S* q, const S* b, Memory& m, S* x) const {
  const Index n = tree_.size();
  for (Index i = 0; i < n; ++i) m.p[static_cast<std::size_t>(i)] = {};
  for (Index i = n - 1; i >= tree_.roots; --i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    const Force& p = m.p[at];
    Force handed = p;
    if (node.coordinate >= 0) {
      const S* mine = b + node.coordinate;
      if (node.kind == NodeKind::ball || node.kind == NodeKind::drift) {
        if constexpr (Space::has_balls) {
          const bool turns = node.kind == NodeKind::ball;
          const Vec<S, 3> local = turns ? Vec<S, 3>(body_rate_matrix(four(q + node.coordinate)) * four(mine) * S(0.5)) : three(mine);
          Vec<S, 3> rest = k.R.A * local;
          rest -= turns ? p.n : p.f;
          m.F[at] = turns ? Force{rest, Vector::Zero()} : Force{Angular::Zero(), rest};
          const Vec<S, 3> rate = m.wide[at] * rest;
          const Force by_rate = Space::times(m.I[at], turns ? Motion{rate, Vector::Zero()} : Motion{Angular::Zero(), rate});
          handed.n += by_rate.n;
          handed.f += by_rate.f;
        }
      } else {
        S along = mine[0] * node.sign;
        if (node.kind != NodeKind::slide) along -= Space::dot(Space::turn_axis(k.R), p.n);
        if (node.kind != NodeKind::turn) along -= Space::dot_vector(k.slide, p.f);
        m.u[at] = along;
        const S factor = along * m.D_inverse[at];
        handed.n += m.U[at].n * factor;
        handed.f += m.U[at].f * factor;
      }
    }
    pass_on(i, handed, k.d, m.p);
  }
  for (Index i = 0; i < tree_.roots; ++i) m.A[static_cast<std::size_t>(i)] = {};
  for (Index i = tree_.roots; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const TreeNode& node = tree_.nodes[at];
    const Kinematics& k = m.k[at];
    Motion A = carried(k, m.A[static_cast<std::size_t>(node.parent)]);
    if (node.coordinate >= 0) {
      S* mine = x + node.coordinate;
      if (node.kind == NodeKind::ball || node.kind == NodeKind::drift) {
        if constexpr (Space::has_balls) {
          const bool turns = node.kind == NodeKind::ball;
          const Force load = Space::times(m.I[at], A);
          const Vec<S, 3> rate = m.wide[at] * (turns ? Vec<S, 3>(m.F[at].n - load.n) : Vec<S, 3>(m.F[at].f - load.f));
          const Vec<S, 3> local = k.R.A.transpose() * rate;
          if (turns) {
            A.w += rate;
            const Vec<S, 4> e = four(q + node.coordinate), force = four(b + node.coordinate);
            const S square = e.dot(e);
            const Vec<S, 4> result = body_rate_matrix(e).transpose() * local * S(0.5) +
                                     e * S(e.dot(force) / (4.0 * node.norm_inertia * square * square));
            for (int j = 0; j < 4; ++j) mine[j] = result[j];
          } else {
            A.v += rate;
            for (int j = 0; j < 3; ++j) mine[j] = local[j];
          }
        }
      } else {
        const Force& U = m.U[at];
        const S rate = (m.u[at] - Space::dot(U.n, A.w) - Space::dot_vector(U.f, A.v)) * m.D_inverse[at];
        if (node.kind != NodeKind::slide) A.w += Space::turn_axis(k.R) * rate;
        if (node.kind != NodeKind::turn) A.v += k.slide * rate;
        mine[0] = rate * node.sign;
      }
    }
    m.A[at] = A;
  }
}

}  // namespace daedalus
