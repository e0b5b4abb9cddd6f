#include "daedalus/formulation/recursive/tree_factors.hpp"

#include <cmath>

#include "daedalus/formulation/recursive/tree_borders.hpp"
#include "daedalus/formulation/recursive/tree_frame.hpp"
#include "daedalus/formulation/recursive/tree_pivots.hpp"

namespace daedalus {
namespace {

using Block = MatrixInMemory;
using Column = Eigen::Map<VecX>;

// Below, borders inside the tree are closed at its end instead, where every motion can follow them.
constexpr double weak = 1e-8;

template <int dim>
class TreeFactors final : public MotionFactors {
 public:
  TreeFactors(const TreeLinearization& at, ConstraintRows rows, const std::vector<Index>& dropped)
      : tree_(at.tree()), dropped_(dropped), borders_(at, dropped, BordersClose::early), rows_(rows),
        nq_(at.layout().nq), ns_(at.layout().ns), ng_(at.layout().ng),
        is_dropped_(static_cast<std::size_t>(at.layout().nc()), false), nodes_(tree_.nodes.size() + 1),
        mu_(VecX::Zero(static_cast<Index>(borders_.borders.size()))), border_size_(mu_) {
    for (const Index row : dropped) is_dropped_[row] = true;
    lay_out(at);
    report_.used = SolverKind::sparse;
    report_.reason = "recursion along the tree: no matrix is formed, linear cost";
    report_.size = nq_ + ns_ + at.layout().nc();
    report_.nonzeros = report_.factor_nonzeros = static_cast<long>(memory_.size());
  }

  FactorStatus factorize(const MotionLinearization& at, double bq, double bv) override;
  void solve(VecX& b) override;
  double reciprocal_condition() const override { return weakest_; }
  const LinearSolverReport& report() const override { return report_; }

 private:
  using F = TreeFrame<dim>;
  using Wrenches = typename F::Wrenches;
  using Twist = typename F::Twist;
  static constexpr int triple = F::triple;

  struct Node {
    Index parent = -1, first = 0;            // first: coordinate
    Index unknowns = 0, coordinates = 0;     // of the joint, with the multiplier of a ball; without
    Index open = 0, closing = 0, norm = -1;  // norm: row
    Vec3 d;
    std::size_t at = 0;  // in memory_
    Index borders() const { return open + closing; }
  };
  // The parts of a node, one after the other in memory_.
  struct Parts {
    Eigen::Map<Wrenches> K;
    Block C, S, D, DJ, DB, KC, RC;  // T = T̂ + C x,  D⁻¹,  D⁻¹ J,  D⁻¹ Sᵀ B,  (K + Q) C,  R C
    Block B, R, N;
    Block N_inverse, NR, NN;  // N_cc⁻¹,  times R_c,  times N_co
    Column phi, rho, x;       // of a solve
    Eigen::Map<Vec<double, triple>> T;
  };
  Parts parts(Index node);
  static std::size_t size_of(const Node& node);
  void lay_out(const TreeLinearization& at);
  void assemble(const TreeLinearization& at, Index i);
  void add_link(const BorderLink& link, Index place, Parts& p) const;
  void set_columns(const TreeLinearization& at, Index i, Parts& p) const;
  bool close_borders(Index i, Parts& p);
  bool eliminate_joint(const TreeLinearization& at, Index i, Parts& p);
  void hand_on(Index i, Parts& p);
  bool invert_noting(Block A);
  FactorStatus eliminate(const TreeLinearization& at);

  const Tree& tree_;
  std::vector<Index> dropped_;
  TreeBorders borders_;
  ConstraintRows rows_;
  Index nq_, ns_, ng_;
  std::vector<bool> is_dropped_;
  std::vector<Node> nodes_;  // and the end
  std::vector<double> memory_, size_;
  std::vector<Index> exchanges_;
  double bq_ = 0, bv_ = 0, weakest_ = 0;
  VecX mu_, border_size_;  // what the diagonal entries of N are sums of
  bool is_late_ = false;
  LinearSolverReport report_;
};

template <int dim>
std::size_t TreeFactors<dim>::size_of(const Node& n) {
  const Index u = n.unknowns, o = n.open, c = n.closing, m = o + c;
  return static_cast<std::size_t>(dim * triple + triple * u + dim * u + u * u + u * triple + u * o + dim * u + o * u +
                                  dim * m + m * triple + m * m + c * c + c * triple + c * o + dim + m + std::max(u, c) +
                                  u + triple);
}

template <int dim>
typename TreeFactors<dim>::Parts TreeFactors<dim>::parts(Index i) {
  const Node& n = nodes_[i];
  const Index u = n.unknowns, o = n.open, c = n.closing, m = o + c;
  double* at = memory_.data() + n.at;
  const auto take = [&](Index count) {
    double* here = at;
    at += count;
    return here;
  };
  const auto block = [&](Index rows, Index cols) { return Block(take(rows * cols), rows, cols); };
  const auto column = [&](Index rows) { return Column(take(rows), rows); };
  return {Eigen::Map<Wrenches>(take(dim * triple)),
          block(triple, u),
          block(dim, u),
          block(u, u),
          block(u, triple),
          block(u, o),
          block(dim, u),
          block(o, u),
          block(dim, m),
          block(m, triple),
          block(m, m),
          block(c, c),
          block(c, triple),
          block(c, o),
          column(dim),
          column(m),
          column(u),
          Eigen::Map<Vec<double, triple>>(take(triple))};
}

template <int dim>
void TreeFactors<dim>::lay_out(const TreeLinearization& at) {
  std::size_t total = 0;
  Index widest = 1;
  for (Index i = tree_.roots; i <= tree_.size(); ++i) {
    Node& n = nodes_[i];
    const TreeBorders::Node& seen = borders_.nodes[i];
    n.open = seen.open;
    n.closing = seen.closing();
    if (i < tree_.size()) {
      const TreeNode& node = tree_.node(i);
      n.parent = node.parent;
      n.first = node.coordinate;
      n.coordinates = n.unknowns = node.coordinates();
      if (node.kind == NodeKind::ball && node.coordinate >= 0) {
        n.norm = at.row_of_ball(i);
        ++n.unknowns;
      }
    }
    n.at = total;
    total += size_of(n);
    widest = std::max({widest, n.unknowns, n.closing});
  }
  memory_.assign(total, 0);
  size_.assign(static_cast<std::size_t>(widest), 0);
  exchanges_.assign(static_cast<std::size_t>(widest), 0);
}

template <int dim>
FactorStatus TreeFactors<dim>::factorize(const MotionLinearization& linearization, double bq, double bv) {
  const auto& at = static_cast<const TreeLinearization&>(linearization);
  bq_ = bq;
  bv_ = bv;
  ++report_.full_factorizations;
  const FactorStatus status = eliminate(at);
  const bool is_poor = status == FactorStatus::singular || weakest_ < weak;
  if (is_late_ || !is_poor || borders_.borders.empty()) return status;
  is_late_ = true;
  ++report_.pivot_order_renewals;
  borders_ = TreeBorders(at, dropped_, BordersClose::late);
  lay_out(at);
  return eliminate(at);
}

template <int dim>
FactorStatus TreeFactors<dim>::eliminate(const TreeLinearization& at) {
  weakest_ = 1;
  border_size_.setZero();
  for (Index i = tree_.roots; i <= tree_.size(); ++i) assemble(at, i);
  for (const TreeBorders::Couple& couple : borders_.couples)
    parts(couple.node).N(couple.row, couple.col) -= bv_ * at.sigma_s().values[couple.slot];
  const auto failed = [&](const Parts& p) {
    weakest_ = 0;
    const bool is_finite = std::isfinite(p.K.sum()) && std::isfinite(p.N.sum()) && std::isfinite(p.D.sum());
    return is_finite ? FactorStatus::singular : FactorStatus::not_finite;
  };
  for (Index i = tree_.size() - 1; i >= tree_.roots; --i) {
    Parts p = parts(i);
    if (!close_borders(i, p) || !eliminate_joint(at, i, p)) return failed(p);
    hand_on(i, p);
  }
  Parts end = parts(tree_.size());
  return close_borders(tree_.size(), end) ? FactorStatus::ok : failed(end);
}

// What a node has of its own.
template <int dim>
void TreeFactors<dim>::assemble(const TreeLinearization& at, Index i) {
  Parts p = parts(i);
  p.B.setZero();
  p.R.setZero();
  p.N.setZero();
  const TreeBorders::Node& seen = borders_.nodes[i];
  for (Index k = seen.open; k < seen.open + seen.closing(); ++k)
    if (borders_.borders[seen.borders[k]].kind != BorderKind::row) p.N(k, k) = 1;
  if (i == tree_.size()) return;
  nodes_[i].d = at.arm(i);
  Wrenches K = Wrenches::Zero();
  F::add(at.own(i), K);
  p.K = K;
  for (const TreeBorders::Link& link : seen.links) add_link(at.links()[link.link], link.place, p);
  if (nodes_[i].unknowns > 0) set_columns(at, i, p);
}

template <int dim>
void TreeFactors<dim>::add_link(const BorderLink& link, Index place, Parts& p) const {
  const auto reads = [&](double factor, const Vec18& row) { p.R.row(place) += factor * F::of(row).transpose(); };
  switch (link.kind) {
    case BorderKind::row:
      if (rows_ == ConstraintRows::accelerations) reads(1, link.reads_accelerations);
      else if (link.number >= ng_) reads(1 / bv_, link.reads);
      else p.R.row(place).template head<dim>() += (1 / bq_) * F::of(link.at_positions).transpose();
      p.B.col(place) += F::of(link.wrench);
      break;
    case BorderKind::state:
      reads(-1, link.reads);
      p.B.col(place) += bv_ * F::of(link.wrench);
      break;
    case BorderKind::flow:
      reads(-1, link.reads);
      p.B.col(place) += F::of(link.wrench);
      break;
  }
}

template <int dim>
void TreeFactors<dim>::set_columns(const TreeLinearization& at, Index i, Parts& p) const {
  const Node& n = nodes_[i];
  const TreeColumns& c = at.columns();
  p.C.setZero();
  p.S.setZero();
  for (Index k = 0; k < n.coordinates; ++k) {
    const auto j = static_cast<std::size_t>(n.first + k);
    const Twist S = F::of(c.S[j]);
    p.S.col(k) = S;
    p.C.col(k).template head<dim>() = bq_ * S;
    p.C.col(k).template segment<dim>(dim) = bq_ * F::of(c.psi_dot[j]) + bv_ * S;
    p.C.col(k).template tail<dim>() = bq_ * F::of(c.psi_ddot[j]) + bv_ * F::of(c.Y[j]) + S;
  }
}

template <int dim>
bool TreeFactors<dim>::invert_noting(Block A) {
  const double weakest = invert_in_place(A, size_.data(), exchanges_.data());
  weakest_ = std::min(weakest_, weakest);
  return weakest > 0;
}

template <int dim>
bool TreeFactors<dim>::close_borders(Index i, Parts& p) {
  const Node& n = nodes_[i];
  const Index o = n.open, c = n.closing;
  if (c == 0) return true;
  p.N_inverse = p.N.bottomRightCorner(c, c);
  for (Index k = 0; k < c; ++k) {
    const Index border = borders_.nodes[i].borders[static_cast<std::size_t>(o + k)];
    const bool has_own = borders_.borders[border].kind != BorderKind::row;
    size_[static_cast<std::size_t>(k)] = border_size_[border] + (has_own ? 1 : 0);
  }
  if (!invert_noting(p.N_inverse)) return false;
  if (i == tree_.size()) return true;
  p.NR.noalias() = p.N_inverse.lazyProduct(p.R.bottomRows(c));
  p.NN.noalias() = p.N_inverse.lazyProduct(p.N.bottomLeftCorner(c, o));
  p.K.noalias() -= p.B.rightCols(c).lazyProduct(p.NR);
  p.B.leftCols(o).noalias() -= p.B.rightCols(c).lazyProduct(p.NN);
  p.R.topRows(o).noalias() -= p.N.topRightCorner(o, c).lazyProduct(p.NR);
  p.N.topLeftCorner(o, o).noalias() -= p.N.topRightCorner(o, c).lazyProduct(p.NN);
  return true;
}

template <int dim>
bool TreeFactors<dim>::eliminate_joint(const TreeLinearization& at, Index i, Parts& p) {
  const Node& n = nodes_[i];
  const Index u = n.unknowns, o = n.open;
  const Mat6x12 *from = at.from_parent(i), *to = at.to_parent(i);
  if (u == 0) {
    Wrenches K = p.K;
    if (from) F::add(*from, K);
    if (to) F::add(*to, K);
    p.K = K;
    return true;
  }
  // J without P, for C; then with it, for T̂
  p.DJ.noalias() = p.S.transpose().lazyProduct(p.K);
  for (Index k = 0; k < n.coordinates; ++k) {  // S · (X ×* F)
    const Vec6& S = at.columns().S[static_cast<std::size_t>(n.first + k)];
    const Vec6 transmitted = at.transmitted(i);
    const Vec3 moment = upper(transmitted), force = lower(transmitted);
    const Vec6 row = joined(cross(moment, upper(S)) + cross(force, lower(S)), cross(force, upper(S)));
    p.DJ.row(k).template head<dim>() -= F::of(row).transpose();
  }
  p.D.noalias() = p.DJ.lazyProduct(p.C);
  for (Index k = 0; k < u; ++k) {
    double& size = size_[static_cast<std::size_t>(k)] = 0;
    for (Index l = 0; l < triple; ++l) size += std::abs(p.DJ(k, l) * p.C(l, k));
  }
  if (n.norm >= 0) {
    const TreeLinearization::Ball& ball = at.ball(i);
    p.D.template topLeftCorner<4, 4>() += bq_ * ball.by_q + bv_ * ball.by_v + ball.by_a;
    p.D.template topRightCorner<4, 1>() = ball.row;
    const bool is_dropped = is_dropped_[n.norm];
    Vec4 row = ball.row;
    if (rows_ == ConstraintRows::accelerations) row += bq_ * ball.row_by_q + bv_ * ball.row_by_v;
    if (is_dropped) {
      row.setZero();
      p.D.template topRightCorner<4, 1>().setZero();
    }
    p.D.template bottomLeftCorner<1, 4>() = row.transpose();
    p.D(4, 4) = is_dropped ? 1 : 0;
    double largest = 0;
    for (int k = 0; k < 4; ++k) largest = std::max(largest, size_[static_cast<std::size_t>(k)] += ball.by_a(k, k));
    size_[4] = is_dropped ? 1 : ball.row.squaredNorm() / largest;
  }
  if (!invert_noting(p.D)) return false;

  if (from) {
    Wrenches P = Wrenches::Zero();
    F::add(*from, P);
    p.DJ.noalias() += p.S.transpose().lazyProduct(P);
  }
  Mat<double, 5, triple> J;
  J.topRows(u) = p.DJ;
  p.DJ.noalias() = p.D.lazyProduct(J.topRows(u));
  Wrenches K = p.K;
  if (to) F::add(*to, K);
  p.KC.noalias() = K.lazyProduct(p.C);
  if (from) F::add(*from, K);
  K.noalias() -= p.KC.lazyProduct(p.DJ);
  p.K = K;
  if (o == 0) return true;
  p.RC.noalias() = p.R.topRows(o).lazyProduct(p.C);
  for (Index k = 0; k < o; ++k) {
    Vec<double, 5> SB;
    SB.head(u).noalias() = p.S.transpose().lazyProduct(p.B.col(k));
    p.DB.col(k).noalias() = p.D.lazyProduct(SB.head(u));
  }
  p.B.leftCols(o).noalias() -= p.KC.lazyProduct(p.DB);
  p.R.topRows(o).noalias() -= p.RC.lazyProduct(p.DJ);
  p.N.topLeftCorner(o, o).noalias() -= p.RC.lazyProduct(p.DB);
  for (Index k = 0; k < o; ++k)
    for (Index l = 0; l < u; ++l)
      border_size_[borders_.nodes[i].borders[static_cast<std::size_t>(k)]] += std::abs(p.RC(k, l) * p.DB(l, k));
  return true;
}

template <int dim>
void TreeFactors<dim>::hand_on(Index i, Parts& p) {
  const Node& n = nodes_[i];
  const TreeBorders::Node& seen = borders_.nodes[i];
  const bool is_first = n.parent < tree_.roots;
  Parts above = parts(is_first ? tree_.size() : n.parent);
  if (!is_first) {
    Wrenches K = p.K;
    F::for_parent(n.d, K);
    F::to_parent(n.d, K);
    above.K += K;
  }
  for (Index k = 0; k < n.open; ++k) {
    const Index at = seen.in_parent[static_cast<std::size_t>(k)];
    for (Index l = 0; l < n.open; ++l) above.N(at, seen.in_parent[static_cast<std::size_t>(l)]) += p.N(k, l);
    if (is_first) continue;
    Twist wrench = p.B.col(k);
    F::to_parent(n.d, wrench);
    above.B.col(at) += wrench;
    Mat<double, 1, triple> row = p.R.row(k);
    F::for_parent(n.d, row);
    above.R.row(at) += row;
  }
}

template <int dim>
void TreeFactors<dim>::solve(VecX& b) {
  const Index end = tree_.size(), at_rows = nq_ + ns_;
  const auto given = [&](Index border) {
    const TreeBorders::Border& x = borders_.borders[border];
    return x.kind == BorderKind::row ? b[at_rows + x.number] : x.kind == BorderKind::state ? b[nq_ + x.number] : 0.0;
  };
  for (Index i = tree_.roots; i <= end; ++i) {
    Parts p = parts(i);
    p.phi.setZero();
    p.rho.setZero();
  }
  const auto close = [&](Index i, Parts& p) {
    const Index o = nodes_[i].open, c = nodes_[i].closing;
    if (c == 0) return;
    for (Index k = 0; k < c; ++k)
      size_[static_cast<std::size_t>(k)] = given(borders_.nodes[i].borders[o + k]) - p.rho[o + k];
    p.rho.tail(c).noalias() = p.N_inverse.lazyProduct(Column(size_.data(), c));
    if (i == end) return;
    p.phi.noalias() += p.B.rightCols(c).lazyProduct(p.rho.tail(c));
    p.rho.head(o).noalias() += p.N.topRightCorner(o, c).lazyProduct(p.rho.tail(c));
  };
  for (Index i = end - 1; i >= tree_.roots; --i) {
    const Node& n = nodes_[i];
    const TreeBorders::Node& seen = borders_.nodes[i];
    Parts p = parts(i);
    const Index o = n.open, u = n.unknowns;
    close(i, p);
    if (u > 0) {
      Vec<double, 5> rest;
      rest.head(u).noalias() = -p.S.transpose().lazyProduct(p.phi);
      rest.head(n.coordinates) += b.segment(n.first, n.coordinates);
      if (n.norm >= 0) rest[4] = b[at_rows + n.norm];
      p.x.noalias() = p.D.lazyProduct(rest.head(u));
      p.phi.noalias() += p.KC.lazyProduct(p.x);
      if (o > 0) p.rho.head(o).noalias() += p.RC.lazyProduct(p.x);
    }
    const bool is_first = n.parent < tree_.roots;
    Parts above = parts(is_first ? end : n.parent);
    for (Index k = 0; k < o; ++k) above.rho[seen.in_parent[static_cast<std::size_t>(k)]] += p.rho[k];
    if (is_first) continue;
    Twist wrench = p.phi;
    F::to_parent(n.d, wrench);
    above.phi += wrench;
  }
  const auto note = [&](Index border, double value) {
    mu_[border] = value;
    const TreeBorders::Border& x = borders_.borders[border];
    if (x.kind == BorderKind::row) b[at_rows + x.number] = value;
    if (x.kind == BorderKind::state) b[nq_ + x.number] = value;
  };
  {
    Parts p = parts(end);
    close(end, p);
    for (Index k = 0; k < nodes_[end].closing; ++k) note(borders_.nodes[end].borders[k], p.rho[k]);
  }
  for (Index i = tree_.roots; i < end; ++i) {
    const Node& n = nodes_[i];
    const TreeBorders::Node& seen = borders_.nodes[i];
    Parts p = parts(i);
    const Index o = n.open, c = n.closing, u = n.unknowns;
    Vec<double, triple> T = Vec<double, triple>::Zero();
    if (n.parent >= tree_.roots) {
      T = parts(n.parent).T;
      F::move_out(n.d, T);
    }
    for (Index k = 0; k < o; ++k) p.rho[k] = mu_[seen.borders[static_cast<std::size_t>(k)]];
    if (u > 0) {
      p.x.noalias() -= p.DJ.lazyProduct(T);
      if (o > 0) p.x.noalias() -= p.DB.lazyProduct(p.rho.head(o));
      T.noalias() += p.C.lazyProduct(p.x);
      b.segment(n.first, n.coordinates) = p.x.head(n.coordinates);
      if (n.norm >= 0) b[at_rows + n.norm] = p.x[4];
    }
    p.T = T;
    if (c == 0) continue;
    p.rho.tail(c).noalias() -= p.NR.lazyProduct(T);
    p.rho.tail(c).noalias() -= p.NN.lazyProduct(p.rho.head(o));
    for (Index k = 0; k < c; ++k) note(seen.borders[static_cast<std::size_t>(o + k)], p.rho[o + k]);
  }
}

}  // namespace

std::unique_ptr<MotionFactors> make_tree_factors(const TreeLinearization& at, ConstraintRows rows,
                                                 const std::vector<Index>& dropped_rows) {
  if (at.tree().is_planar) return std::make_unique<TreeFactors<3>>(at, rows, dropped_rows);
  return std::make_unique<TreeFactors<6>>(at, rows, dropped_rows);
}

}  // namespace daedalus
