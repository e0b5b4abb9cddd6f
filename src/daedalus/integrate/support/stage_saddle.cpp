#include "daedalus/integrate/support/stage_saddle.hpp"

#include <limits>
#include <numeric>

namespace daedalus {

void StageSaddle::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, rank_ = partition.rank();
  std::vector<Index> coordinates(static_cast<std::size_t>(nq_)), rates(static_cast<std::size_t>(ns_));
  std::iota(coordinates.begin(), coordinates.end(), 0);
  std::iota(rates.begin(), rates.end(), nq_);
  const std::vector<Index> rows = places_of(partition.rows, layout.nc(), nq_ + ns_);

  const Patterns& p = layout.patterns;
  ComposedMatrix& J = matrix_.emplace(nq_ + ns_ + rank_, nq_ + ns_ + rank_);
  at_.M = J.place(p.M, coordinates, coordinates);
  at_.K = J.place(p.r_q, coordinates, coordinates);
  at_.D = J.place(p.r_v, coordinates, coordinates);
  at_.r_s = J.place(p.r_s, coordinates, rates);
  at_.Gt = J.place(p.G, coordinates, rows, Orientation::transposed);
  at_.sigma_q = J.place(p.sigma_q, rates, coordinates);
  at_.sigma_v = J.place(p.sigma_v, rates, coordinates);
  at_.sigma_s = J.place(p.sigma_s, rates, rates);
  at_.unit = J.place_diagonal(ns_, nq_, nq_);
  at_.G = J.place(p.G, rows, coordinates);
  J.finish();

  solver_.reset();
  if (rank_ > 0) {
    ComposedMatrix& G_u = G_u_.emplace(rank_, rank_);
    at_.G_u = G_u.place(p.G, places_of(partition.rows, layout.nc()), places_of(partition.dependent, nq_));
    G_u.finish();
    solver_ = make_linear_solver(*G_u.matrix().pattern);
  }
  zeta_ = eta_ = motion_ = VecX::Zero(nq_);
  rate_ = VecX::Zero(ns_);
  level_ = VecX::Zero(rank_);
}

const SparseMatrix& StageSaddle::compose(double b, const StageTangents& d) {
  ComposedMatrix& J = *matrix_;
  J.clear();
  J.add(at_.M, 1, d.M.values);
  J.add(at_.K, b * b, d.r_q.values);
  J.add(at_.D, b, d.r_v.values);
  J.add(at_.Gt, 1, d.G.values);
  J.add(at_.G, 1, d.G.values);
  if (ns_ > 0) {
    J.add(at_.r_s, b, d.r_s.values);
    J.add(at_.sigma_q, -b * b, d.sigma_q.values);
    J.add(at_.sigma_v, -b, d.sigma_v.values);
    J.add(at_.sigma_s, -b, d.sigma_s.values);
    J.add_diagonal(at_.unit, 1);
  }
  if (rank_ > 0) {
    G_u_->clear();
    G_u_->add(at_.G_u, 1, d.G.values);
    if (solver_->factorize(G_u_->matrix()) != FactorStatus::ok)
      J.add(at_.M, std::numeric_limits<double>::quiet_NaN(), d.M.values);
  }
  return J.matrix();
}

void StageSaddle::find_difference(VecX& difference) {
  solver_->solve(level_);
  for (Index k = 0; k < rank_; ++k) difference[partition_.dependent[static_cast<std::size_t>(k)]] = level_[k];
}

void StageSaddle::condense(double b, const StageTangents& d, const VecX& r, VecX& rhs) {
  rhs.head(nq_ + ns_) = r.head(nq_ + ns_);
  if (rank_ == 0) return;
  const auto r3 = r.segment(nq_ + ns_, rank_), r4 = r.segment(nq_ + ns_ + rank_, rank_), r5 = r.tail(rank_);
  level_ = r4 - r3;
  find_difference(zeta_);
  level_ = r4 - r5;
  find_difference(eta_);
  motion_ = r.head(nq_);
  multiply_add(1, d.M, zeta_, motion_);
  multiply_add(b, d.r_v, eta_, motion_);
  rhs.head(nq_) = motion_;
  rhs.tail(rank_) = r4;
  if (ns_ == 0) return;
  rate_ = r.segment(nq_, ns_);
  multiply_add(-b, d.sigma_v, eta_, rate_);
  rhs.segment(nq_, ns_) = rate_;
}

void StageSaddle::expand(const VecX& x, VecX& dx) const {
  dx.head(x.size()) = x;
  for (Index k = 0; k < rank_; ++k) {
    const Index j = partition_.dependent[static_cast<std::size_t>(k)];
    dx[nq_ + ns_ + rank_ + k] = x[j];
    dx[nq_ + ns_ + 2 * rank_ + k] = x[j] - eta_[j];
    dx[j] = x[j] - zeta_[j];
  }
}

void StageSaddle::exchange(Archive& archive) {
  if (solver_) solver_->exchange(archive);
}

}  // namespace daedalus
