// sweeps.hpp: the recursions over a tree, written once for space and plane and for any scalar type (*_space.hpp).
//
// With d from the parent's origin to the node's, S the direction of the node's motion, accelerations of the origins
// themselves (α, a), gravity as an acceleration −g of the roots:
//   outward     w = w_p + S_w u,   v = v_p + w_p × d + S_v u,   (α, a) = (α_p, a_p + α_p × d) + S u' + ζ
//               ζ = (w_p × S_w u,  w_p × (w_p × d) + 2 w_p × S_v u), and S u'' for a driven motion
//   residual    F = I A + gyroscopic − external,   τ = S·F,   F_p += (n + d × f, f)              recursive Newton-Euler
//   forward     U = I S,  D = S·U,  u' = (τ − S·p − U·(α_p, a_p + α_p × d, + ζ))/D               articulated bodies
//               I_p += shifted (I − U D⁻¹ Uᵀ),   p_p += shifted (p + (I − U D⁻¹ Uᵀ) ζ + U D⁻¹(τ − S·p))
// [explicit and residual formalism of paper 004, section 1, equations (2) and (3)]
//
// A ball turns by R(p/|p|): its angular velocity in its own axes is 2 L(p) p'/|p|², for any |p|. Its four equations are
// (2 L/|p|²)ᵀ n + 4 c p (p·p'' + p'·p'): the second part is zero on the constraint and makes M regular.
#pragma once

#include <vector>

#include "daedalus/formulation/recursive/planar_space.hpp"
#include "daedalus/formulation/recursive/spatial_space.hpp"
#include "daedalus/math/sines_and_cosines.hpp"

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
  using Wide = typename Space::Wide;

  struct Kinematics {
    Rotation R;
    Vector d, slide;  // slide: its axis in the world
    Angular w;
    Motion bias;  // ζ
  };
  struct Place {  // of the node's origin
    Vector x, v;
  };
  struct Factor {  // of a motion with one coordinate
    Force U;
    S D_inverse, rest;  // rest: τ − S·p
  };
  struct Memory {
    std::vector<Kinematics> k;
    std::vector<Place> place;
    std::vector<Motion> A;
    std::vector<Force> F;  // minus the external forces on entry, what the joint transmits on exit
    std::vector<Inertia> I;
    std::vector<Force> p;
    std::vector<Factor> factor;
    std::vector<Wide> wide;              // inverse of D where it is 3 × 3
    std::vector<S> angle, sine, cosine;  // of the motions that turn about an axis
  };

  explicit Sweeps(const Tree& tree);
  Memory make_memory() const;

  // Motion of all nodes. With places: positions and velocities of the origins as well.
  void move(const RootMotion* roots, const DriveValue* drives, const S* q, const S* v, bool with_places,
            Memory& m) const;
  void move_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places, Memory& m) const;
  // Accelerations of all nodes for given a. After move().
  void accelerate(const RootMotion* roots, const S* q, const S* a, Memory& m) const;

  // τ for the accelerations in the memory; minus the external forces in m.F, which become what each joint transmits.
  void residual(const S* q, const S* v, const S* a, Memory& m, S* tau) const;

  // a = M⁻¹(external − bias), minus the external forces in m.F when there are any. −1, or the node that no mass
  // resists.
  // After move().
  Index forward(const RootMotion* roots, const S* q, const S* v, bool with_external, Memory& m, S* a) const;
  // x = M⁻¹ b for the factors that forward() left.
  void solve_mass(const S* q, const S* b, Memory& m, S* x) const;

 private:
  struct Link {  // what a sweep needs of a node, side by side
    explicit Link(const TreeNode& node)
        : constants(node), kind(node.kind), parent(node.parent), coordinate(node.coordinate), drive(node.drive),
          sign(node.sign), lead(node.lead), norm_inertia(node.norm_inertia) {}
    typename Space::Constants constants;
    NodeKind kind;
    Index parent, coordinate, drive, turn = -1;  // turn: where its angle is
    double sign, lead, norm_inertia;
    bool is_leaf = true;
    bool opens_parent = false;  // the first, going inward, that hands on to its parent
    bool is_only_child = true;
    bool turns() const { return kind == NodeKind::turn || kind == NodeKind::screw; }
    bool is_wide() const { return kind == NodeKind::ball || kind == NodeKind::drift; }
  };
  const Link& link(Index i) const { return links_[i]; }
  S relative(const Link& link, const DriveValue* drives, const S* x, int level) const {
    if (link.drive >= 0) return S(link.sign * drives[link.drive].u[level]);
    return x[link.coordinate] * link.sign;
  }
  static Vec<S, 4> four(const S* x) { return {x[0], x[1], x[2], x[3]}; }
  static Vec<S, 3> three(const S* x) { return {x[0], x[1], x[2]}; }
  static Vec<S, 3> ball_rate(const Vec<S, 4>& p, const Vec<S, 4>& x) {
    return body_rate_matrix(p) * x * S(2.0 / p.dot(p));
  }
  static Vec<S, 4> ball_force(const Vec<S, 4>& p, const Vec<S, 3>& n) {
    return body_rate_matrix(p).transpose() * n * S(2.0 / p.dot(p));
  }
  static bool is_singular(const S& D, double size) { return !(value_of(D) > 1e-14 * size); }
  static Motion carried(const Kinematics& k, const Motion& A) {  // the parent's acceleration at the node's origin
    return {A.w, A.v + Space::cross(A.w, k.d)};
  }
  static void add_product(const Inertia& I, const Motion& x, Force& p) {  // p += I x
    const Force F = Space::times(I, x);
    p.n += F.n;
    p.f += F.f;
  }
  // Behind a motion: I −= U D⁻¹ Uᵀ,  p += U D⁻¹ rest + I ζ.
  static void reduce(Inertia& I, const Force& U, const S& inverse, const S& rest, const Motion& bias, Force& p) {
    Space::subtract_outer(I, U, inverse);
    const S factor = rest * inverse;
    p.n += U.n * factor;
    p.f += U.f * factor;
    add_product(I, bias, p);
  }
  static void reduce_turn(Inertia& I, const Force& U, const S& inverse, const S& rest, const Motion& bias, Force& p) {
    if constexpr (Space::empties_turns) Space::reduce_turn(I, U, inverse, rest, bias, p);
    else reduce(I, U, inverse, rest, bias, p);
  }
  static Inertia shift(const Inertia& I, const Vector& d, bool behind_turn) {
    if constexpr (Space::empties_turns)
      if (behind_turn) return Space::shifted_behind_turn(I, d);
    return Space::shifted(I, d);
  }
  static void start_roots(const RootMotion* roots, Index count, Memory& m) {
    for (Index i = 0; i < count; ++i) m.A[i] = {Space::angular(roots[i].alpha), Space::vector(roots[i].a)};
  }
  Index outward(const S* q, const S* v, bool with_bias, Memory& m, S* a) const;

  // The angle of a motion: its own, or in the plane that of its frame.
  void set_angle(const Link& l, const DriveValue* drives, const S* q, Memory& m) const {
    const S own = l.turns() ? relative(l, drives, q, 0) : S(0.0);
    const S above = l.parent < roots_ ? Space::angle_of(m.k[l.parent].R) : Space::angle_of(m, link(l.parent).turn);
    m.angle[l.turn] = Space::frame_angle(above, l.constants) + own;
  }
  void place_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places, Memory& m) const;

  std::vector<Link> links_;
  Index roots_ = 0, size_ = 0, turns_ = 0;
};

template <class Space>
Sweeps<Space>::Sweeps(const Tree& tree) : roots_(tree.roots), size_(tree.size()) {
  links_.reserve(tree.nodes.size());
  for (const TreeNode& node : tree.nodes) {
    links_.emplace_back(node);
    if (node.kind != NodeKind::root && (Space::angles_add_up || links_.back().turns())) links_.back().turn = turns_++;
  }
  for (Index i = size_ - 1; i >= roots_; --i) {
    Link& above = links_[link(i).parent];
    links_[i].opens_parent = above.is_leaf;
    above.is_leaf = false;
  }
  std::vector<Index> children(tree.nodes.size(), 0);
  for (Index i = roots_; i < size_; ++i) ++children[link(i).parent];
  for (Index i = roots_; i < size_; ++i) links_[i].is_only_child = children[link(i).parent] == 1;
}

template <class Space>
typename Sweeps<Space>::Memory Sweeps<Space>::make_memory() const {
  const auto n = static_cast<std::size_t>(size_);
  Memory m;
  m.k.resize(n);
  m.place.resize(n);
  m.A.resize(n);
  m.F.resize(n);
  m.I.resize(n);
  m.p.resize(n);
  m.factor.resize(n);
  m.wide.resize(Space::has_balls ? n : 0);
  m.angle.resize(static_cast<std::size_t>(turns_));
  m.sine.resize(static_cast<std::size_t>(turns_));
  m.cosine.resize(static_cast<std::size_t>(turns_));
  return m;
}

template <class Space>
void Sweeps<Space>::move(const RootMotion* roots, const DriveValue* drives, const S* q, const S* v, bool with_places,
                         Memory& m) const {
  for (Index i = 0; i < roots_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    m.k[at].R = Space::rotation(roots[i].A, roots[i].angle);
    m.k[at].w = Space::angular(roots[i].w);
    m.place[at] = {Space::vector(roots[i].x), Space::vector(roots[i].v)};
  }
  for (Index i = roots_; i < size_; ++i)
    if (link(i).turn >= 0) set_angle(link(i), drives, q, m);
  sines_and_cosines(m.angle.data(), turns_, m.sine.data(), m.cosine.data());
  for (Index i = roots_; i < size_; ++i) place_node(i, drives, q, v, with_places, m);
}

template <class Space>
void Sweeps<Space>::move_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places,
                              Memory& m) const {
  if (const Index turn = link(i).turn; turn >= 0) {
    set_angle(link(i), drives, q, m);
    sines_and_cosines(m.angle.data() + turn, 1, m.sine.data() + turn, m.cosine.data() + turn);
  }
  place_node(i, drives, q, v, with_places, m);
}

template <class Space>
inline void Sweeps<Space>::place_node(Index i, const DriveValue* drives, const S* q, const S* v, bool with_places,
                                      Memory& m) const {
  const auto at = static_cast<std::size_t>(i);
  const Link& l = links_[at];
  const auto above = static_cast<std::size_t>(l.parent);
  const Kinematics& p = m.k[above];
  Kinematics& k = m.k[at];
  Rotation R = Space::behind(p.R, l.constants);
  if (l.turn >= 0) {
    const auto turn = static_cast<std::size_t>(l.turn);
    Space::turn(R, m.angle[turn], m.sine[turn], m.cosine[turn]);
  }
  Vector d = p.R * l.constants.x;
  if (l.kind == NodeKind::turn && l.drive < 0) {  // the common case, without detours
    const Angular u = Space::turn_axis(R) * S(v[l.coordinate] * l.sign);
    const Vector carried = Space::cross(p.w, d);
    k.R = R;
    k.d = d;
    k.w = p.w + u;
    k.bias = {Space::spin(p.w, u), Space::cross(p.w, carried)};
    if (with_places) m.place[at] = {m.place[above].x + d, m.place[above].v + carried};
    return;
  }
  Angular w = p.w, turning_bias = Space::angular(Vec3::Zero());
  Vector rate = Vector::Zero();   // of the origin, seen from the parent
  Vector extra = Vector::Zero();  // driven: S u''
  const auto turn = [&](const S& turning) {
    const Angular u = Space::turn_axis(R) * turning;
    turning_bias = Space::spin(p.w, u);
    w += u;
    if (l.drive >= 0) turning_bias += Space::turn_axis(R) * relative(l, drives, v, 2);
  };
  const auto slide = [&](const Vector& axis) {
    k.slide = axis;
    d += axis * relative(l, drives, q, 0);
    rate = axis * relative(l, drives, v, 1);
    if (l.drive >= 0) extra = axis * relative(l, drives, v, 2);
  };
  switch (l.kind) {
    case NodeKind::root:
    case NodeKind::rigid: break;
    case NodeKind::turn: turn(relative(l, drives, v, 1)); break;
    case NodeKind::slide: slide(Space::slide_axis(R, l.constants)); break;
    case NodeKind::screw:
      slide(Space::lead_axis(R) * S(l.lead));
      turn(relative(l, drives, v, 1));
      break;
    case NodeKind::drift:
      if constexpr (Space::has_balls) {
        d += Space::local_to_world(R, three(q + l.coordinate));
        rate = Space::local_to_world(R, three(v + l.coordinate));
      }
      break;
    case NodeKind::ball:
      if constexpr (Space::has_balls) {
        const Vec<S, 4> e = four(q + l.coordinate), e_dot = four(v + l.coordinate);
        const S square = e.dot(e);
        Space::turn_by(R, Mat<S, 3, 3>(rotation_matrix(e) * S(1.0 / square)));
        const Angular u = Space::local_to_world(R, ball_rate(e, e_dot));
        turning_bias = Space::spin(p.w, u) - u * S(2.0 * e.dot(e_dot) / square);
        w += u;
      }
      break;
  }
  const Vector carried = Space::cross(p.w, d);
  k.R = R;
  k.d = d;
  k.w = w;
  k.bias = {turning_bias, Space::cross(p.w, Vector(carried + rate * S(2.0))) + extra};
  if (with_places) m.place[at] = {m.place[above].x + d, m.place[above].v + carried + rate};
}

template <class Space>
void Sweeps<Space>::accelerate(const RootMotion* roots, const S* q, const S* a, Memory& m) const {
  start_roots(roots, roots_, m);
  for (Index i = roots_; i < size_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& l = links_[at];
    const Kinematics& k = m.k[at];
    Motion A = carried(k, m.A[l.parent]);
    A.w += k.bias.w;
    A.v += k.bias.v;
    if (l.coordinate >= 0) {
      const S* mine = a + l.coordinate;
      if (l.is_wide()) {
        if constexpr (Space::has_balls) {
          if (l.kind == NodeKind::ball)
            A.w += Space::local_to_world(k.R, ball_rate(four(q + l.coordinate), four(mine)));
          else A.v += Space::local_to_world(k.R, three(mine));
        }
      } else {
        if (l.kind != NodeKind::slide) A.w += Space::turn_axis(k.R) * S(mine[0] * l.sign);
        if (l.kind != NodeKind::turn) A.v += k.slide * S(mine[0] * l.sign);
      }
    }
    m.A[at] = A;
  }
}

template <class Space>
void Sweeps<Space>::residual(const S* q, const S* v, const S* a, Memory& m, S* tau) const {
  for (Index i = size_ - 1; i >= roots_; --i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& l = links_[at];
    const Kinematics& k = m.k[at];
    Force& F = m.F[at];
    const Force own = Space::inertia_force(l.constants, k.R, k.w, m.A[at]);
    F.n += own.n;
    F.f += own.f;
    if (l.coordinate >= 0) {
      S* mine = tau + l.coordinate;
      if (l.is_wide()) {
        if constexpr (Space::has_balls) {
          if (l.kind == NodeKind::ball) {
            const Vec<S, 4> e = four(q + l.coordinate), e_dot = four(v + l.coordinate), e_ddot = four(a + l.coordinate);
            const Vec<S, 4> force = ball_force(e, Space::world_to_local(k.R, F.n));
            const S along = 4.0 * l.norm_inertia * (e.dot(e_ddot) + e_dot.dot(e_dot));
            for (int j = 0; j < 4; ++j) mine[j] = force[j] + e[j] * along;
          } else {
            const Vec<S, 3> f = Space::world_to_local(k.R, F.f);
            for (int j = 0; j < 3; ++j) mine[j] = f[j];
          }
        }
      } else {
        S sum = S(0.0);
        if (l.kind != NodeKind::slide) sum += Space::dot(Space::turn_axis(k.R), F.n);
        if (l.kind != NodeKind::turn) sum += Space::dot_vector(k.slide, F.f);
        mine[0] = sum * l.sign;
      }
    }
    Force& above = m.F[l.parent];
    above.n += F.n + Space::moment(k.d, F.f);
    above.f += F.f;
  }
}

}  // namespace daedalus

#include "daedalus/formulation/recursive/articulated_sweeps.hpp"
