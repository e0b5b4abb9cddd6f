#include "daedalus/integrate/state_space/stage_saddle.hpp"

#include <limits>

namespace daedalus {

void StageSaddle::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, rank_ = partition.rank();
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, of_hA{1}, of_hA2{2}, regular{3};
  const Part motion(0, nq_), rates(nq_, ns_), rows(places_of(partition.rows, layout.nc(), nq_ + ns_));
  matrix_.start(layout, nq_ + ns_ + rank_,
                {{&E::M, motion, motion, regular},
                 {&E::r_q, motion, motion, of_hA2},
                 {&E::r_v, motion, motion, of_hA},
                 {&E::r_s, motion, rates, of_hA},
                 {&E::G, motion, rows, one, Orientation::transposed},
                 {&E::sigma_q, rates, motion, -of_hA2},
                 {&E::sigma_v, rates, motion, -of_hA},
                 {&E::sigma_s, rates, rates, -of_hA},
                 {CorrectorMatrix::identity, rates, rates, one},
                 {&E::G, rows, motion, one}});
  solver_.reset();
  if (rank_ > 0) {
    G_u_.start(layout, rank_,
               {{&E::G, places_of(partition.rows, layout.nc()), places_of(partition.dependent, nq_), one}});
    solver_ = make_linear_solver(G_u_.pattern());
  }
  zeta_ = eta_ = motion_ = VecX::Zero(nq_);
  rate_ = VecX::Zero(ns_);
  level_ = VecX::Zero(rank_);
}

const SparseMatrix& StageSaddle::compose(double hA, const Evaluation& d) {
  const bool regular = rank_ == 0 || solver_->factorize(G_u_.compose({}, {&d})) == FactorStatus::ok;
  return matrix_.compose({hA, hA * hA, regular ? 1 : std::numeric_limits<double>::quiet_NaN()}, {&d});
}

void StageSaddle::find_difference(VecX& difference) {
  solver_->solve(level_);
  for (Index k = 0; k < rank_; ++k) difference[partition_.dependent[k]] = level_[k];
}

void StageSaddle::condense(double hA, const Evaluation& d, const VecX& r, VecX& rhs) {
  rhs.head(nq_ + ns_) = r.head(nq_ + ns_);
  if (rank_ == 0) return;
  const auto r3 = r.segment(nq_ + ns_, rank_), r4 = r.segment(nq_ + ns_ + rank_, rank_), r5 = r.tail(rank_);
  level_ = r4 - r3;
  find_difference(zeta_);
  level_ = r4 - r5;
  find_difference(eta_);
  motion_ = r.head(nq_);
  multiply_add(1, d.M, zeta_, motion_);
  multiply_add(hA, d.r_v, eta_, motion_);
  rhs.head(nq_) = motion_;
  rhs.tail(rank_) = r4;
  if (ns_ == 0) return;
  rate_ = r.segment(nq_, ns_);
  multiply_add(-hA, d.sigma_v, eta_, rate_);
  rhs.segment(nq_, ns_) = rate_;
}

void StageSaddle::expand(const VecX& x, VecX& dx) const {
  dx.head(x.size()) = x;
  for (Index k = 0; k < rank_; ++k) {
    const Index j = partition_.dependent[k];
    dx[nq_ + ns_ + rank_ + k] = x[j];
    dx[nq_ + ns_ + 2 * rank_ + k] = x[j] - eta_[j];
    dx[j] = x[j] - zeta_[j];
  }
}

void StageSaddle::exchange(Archive& archive) {
  if (solver_) solver_->exchange(archive);
}

}  // namespace daedalus
