#include "daedalus/integrate/support/inflated_stage.hpp"

#include <numeric>

namespace daedalus {

void InflatedStage::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, ng_ = layout.ng;
  rank_ = partition.rank();
  rank_holonomic_ = partition.rank_holonomic;
  at_c_ = nq_;
  at_lambda_ = at_c_ + ns_;
  at_q_ = at_lambda_ + rank_;
  at_v_ = at_q_ + rank_holonomic_;
  size_ = at_v_ + rank_;
  at = State(layout);
  qh = vh = dq = dv = da = motion_ = VecX::Zero(nq_);
  sh = c = dc = VecX::Zero(ns_);
  level_ = defect_ = VecX::Zero(layout.nc());

  const auto from = [](Index first, Index count) {
    std::vector<Index> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  };
  // Which unknown moves the position and the velocity of each coordinate.
  std::vector<Index> position = from(0, nq_), velocity = position;
  for (Index k = 0; k < rank_; ++k) {
    const auto j = static_cast<std::size_t>(partition.dependent[static_cast<std::size_t>(k)]);
    velocity[j] = at_v_ + k;
    position[j] = k < rank_holonomic_ ? at_q_ + k : at_v_ + k;
  }
  const std::vector<Index> motion = from(0, nq_), accelerations = motion, rates = from(at_c_, ns_);
  const std::vector<Index> multipliers = places_of(partition.rows, layout.nc(), at_lambda_);
  const std::vector<Index>& acceleration_rows = multipliers;
  const std::vector<Index> velocity_rows = places_of(partition.rows, layout.nc(), at_v_);
  std::vector<Index> holonomic = partition.rows;
  holonomic.resize(static_cast<std::size_t>(rank_holonomic_));
  const std::vector<Index> position_rows = places_of(holonomic, layout.nc(), at_q_);

  const Patterns& p = layout.patterns;
  matrix_.emplace(size_, size_);
  ComposedMatrix& J = *matrix_;
  at_.M = J.place(p.M, motion, accelerations);
  at_.K = J.place(p.r_q, motion, position);
  at_.D = J.place(p.r_v, motion, velocity);
  at_.r_s = J.place(p.r_s, motion, rates);
  at_.Gt = J.place(p.G, motion, multipliers, Orientation::transposed);
  at_.sigma_q = J.place(p.sigma_q, rates, position);
  at_.sigma_v = J.place(p.sigma_v, rates, velocity);
  at_.sigma_s = J.place(p.sigma_s, rates, rates);
  at_.unit = J.place_diagonal(ns_, at_c_, at_c_);
  at_.G_a = J.place(p.G, acceleration_rows, accelerations);
  at_.A_q = J.place(p.g_ddot_q, acceleration_rows, position);
  at_.A_v = J.place(p.g_ddot_v, acceleration_rows, velocity);
  at_.G_q = J.place(p.G, position_rows, position);
  at_.G_v = J.place(p.G, velocity_rows, velocity);
  at_.V = J.place(p.g_dot_q, velocity_rows, position);
  J.finish();
}

void InflatedStage::predict_motion() {
  at.v = vh + b * at.a;
  at.q = qh + b * at.v;
  at.s = sh + b * c;
}

void InflatedStage::set_independent() {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j) {
    const CoordinateRole role = partition_.role[static_cast<std::size_t>(j)];
    if (role == independent) at.v[j] = vh[j] + b * at.a[j];
    if (role != dependent) at.q[j] = qh[j] + b * at.v[j];
  }
  at.s = sh + b * c;
}

void InflatedStage::gather_rows(Index first, Index count, double factor, const VecX& values, VecX& r) const {
  for (Index k = 0; k < count; ++k) r[first + k] = factor * values[partition_.rows[static_cast<std::size_t>(k)]];
}

void InflatedStage::residual(Equations& eq, VecX& r) {
  const Want free = Want::residual | Want::sigma;
  const Want constrained = free | Want::position | Want::velocity | Want::jacobian | Want::gamma;
  eq.evaluate(rank_ > 0 ? constrained : free, at);
  r.head(nq_) = eq.value.r;                   // line 1
  r.segment(at_c_, ns_) = c - eq.value.sigma;  // line 2
  if (rank_ == 0) return;
  level_ = -eq.value.gamma;
  multiply_add(1, eq.value.G, at.a, level_);
  gather_rows(at_lambda_, rank_, 1, level_, r);                         // line 3
  gather_rows(at_q_, rank_holonomic_, 1 / (b * b), eq.value.g, r);      // line 4
  gather_rows(at_v_, rank_, 1 / b, eq.value.g_dot, r);                  // line 5
}

const SparseMatrix& InflatedStage::compose(const StageTangents& d) {
  ComposedMatrix& J = *matrix_;
  J.clear();
  J.add(at_.M, 1, d.M.values);
  J.add(at_.K, b * b, d.r_q.values);
  J.add(at_.D, b, d.r_v.values);
  J.add(at_.Gt, 1, d.G.values);
  J.add(at_.G_a, 1, d.G.values);
  J.add(at_.A_q, b * b, d.g_ddot_q.values);
  J.add(at_.A_v, b, d.g_ddot_v.values);
  J.add(at_.G_q, 1, d.G.values);
  J.add(at_.G_v, 1, d.G.values);
  J.add(at_.V, b, d.g_dot_q.values);
  if (ns_ > 0) {
    J.add(at_.r_s, b, d.r_s.values);
    J.add(at_.sigma_q, -b * b, d.sigma_q.values);
    J.add(at_.sigma_v, -b, d.sigma_v.values);
    J.add(at_.sigma_s, -b, d.sigma_s.values);
    J.add_diagonal(at_.unit, 1);
  }
  return J.matrix();
}

void InflatedStage::correct(const VecX& dx) {
  da = dx.head(nq_);
  dc = dx.segment(at_c_, ns_);
  dv = b * da;
  for (Index k = 0; k < rank_; ++k) {
    const auto n = static_cast<std::size_t>(k);
    at.lambda[partition_.rows[n]] -= dx[at_lambda_ + k];
    dv[partition_.dependent[n]] = b * dx[at_v_ + k];
  }
  dq = b * dv;
  for (Index k = 0; k < rank_holonomic_; ++k)
    dq[partition_.dependent[static_cast<std::size_t>(k)]] = b * b * dx[at_q_ + k];
  at.a -= da;
  c -= dc;
  for (Index k = 0; k < rank_; ++k) {
    const Index j = partition_.dependent[static_cast<std::size_t>(k)];
    at.v[j] -= dv[j];
    if (k < rank_holonomic_) at.q[j] -= dq[j];
  }
  set_independent();
}

// ê = e + b J ê: the independent parts of ê are e_v + b δa and e_q + b ê_v, and δa is the change of the accelerations under ê.
void InflatedStage::filter_rhs(const StageTangents& d, const VecX& q, const VecX& v, const VecX& s, VecX& r) {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j) {
    const CoordinateRole role = partition_.role[static_cast<std::size_t>(j)];
    dv[j] = role == independent ? v[j] : 0;
    dq[j] = role == dependent ? 0 : q[j] + b * dv[j];
  }
  d.respond(dq, dv, s, motion_, dc, level_);
  r.setZero();
  r.head(nq_) = motion_;
  r.segment(at_c_, ns_) = dc;
  if (rank_ == 0) return;
  gather_rows(at_lambda_, rank_, 1, level_, r);
  defect_.setZero();
  multiply_add(-1, d.G, dq, defect_);
  gather_rows(at_q_, rank_holonomic_, 1 / (b * b), defect_, r);
  defect_.setZero();
  multiply_add(-1, d.G, dv, defect_);
  multiply_add(-1, d.g_dot_q, dq, defect_);
  gather_rows(at_v_, rank_, 1 / b, defect_, r);
}

void InflatedStage::finish_filter(const VecX& x, VecX& q, VecX& v, VecX& s) const {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j)
    if (partition_.role[static_cast<std::size_t>(j)] == independent) v[j] += b * x[j];
  for (Index k = rank_holonomic_; k < rank_; ++k) v[partition_.dependent[static_cast<std::size_t>(k)]] = b * x[at_v_ + k];
  for (Index j = 0; j < nq_; ++j)
    if (partition_.role[static_cast<std::size_t>(j)] != dependent) q[j] += b * v[j];
  s += b * x.segment(at_c_, ns_);
}

Index InflatedStage::constraint_of(Index row) const {
  if (row < at_lambda_) return -1;
  const Index k = row < at_q_ ? row - at_lambda_ : row < at_v_ ? row - at_q_ : row - at_v_;
  return partition_.rows[static_cast<std::size_t>(k)];
}

}  // namespace daedalus
