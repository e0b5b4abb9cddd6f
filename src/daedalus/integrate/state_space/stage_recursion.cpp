#include "daedalus/integrate/state_space/stage_recursion.hpp"

#include <limits>

namespace daedalus {

void StageRecursion::start(const Layout& layout, const CoordinatePartition& partition, Tangents& tangents,
                           Corrector& corrector) {
  tangents.drop_rows(partition.dropped);
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, rank_ = partition.rank();
  matrix_.start_recursive(layout, partition.dropped, ConstraintRows::positions);
  matrix_.resize(corrector, tangents, Corrector::Keeps::no);
  solver_.reset();
  if (rank_ > 0) {
    G_u_.start(layout, rank_,
               {{&Evaluation::G, places_of(partition.rows, layout.nc()), places_of(partition.dependent, nq_),
                 CorrectorMatrix::one}});
    solver_ = make_linear_solver(G_u_.pattern());
  }
  zeta_ = eta_ = motion_ = VecX::Zero(nq_);
  rate_ = VecX::Zero(ns_);
  level_ = VecX::Zero(rank_);
}

StepMatrix StageRecursion::compose(Equations& eq, double hA, const State& x, const Tangents& tangents) {
  bool is_regular = true;
  if (rank_ > 0) {
    eq.evaluate(Want::jacobian, x);
    is_regular = solver_->factorize(G_u_.compose({}, {&eq.value})) == FactorStatus::ok;
  }
  return matrix_.compose(is_regular ? hA * hA : std::numeric_limits<double>::quiet_NaN(), hA, tangents);
}

void StageRecursion::find_difference(VecX& difference) {
  solver_->solve(level_);
  for (Index k = 0; k < rank_; ++k) difference[partition_.dependent[k]] = level_[k];
}

void StageRecursion::condense(double hA, Tangents& d, const VecX& r, VecX& rhs) {
  rhs.setZero();
  rhs.head(nq_ + ns_) = r.head(nq_ + ns_);
  if (rank_ == 0) return;
  const auto r3 = r.segment(nq_ + ns_, rank_), r4 = r.segment(nq_ + ns_ + rank_, rank_), r5 = r.tail(rank_);
  level_ = r4 - r3;
  find_difference(zeta_);
  level_ = r4 - r5;
  find_difference(eta_);
  motion_ = r.head(nq_);
  d.respond({.v = {&eta_, hA}, .a = {&zeta_}}, {.motion = &motion_});
  rhs.head(nq_) = motion_;
  for (Index k = 0; k < rank_; ++k) rhs[matrix_.at_rows() + partition_.rows[k]] = r4[k];
  if (ns_ == 0) return;
  rate_ = r.segment(nq_, ns_);
  d.respond({.v = {&eta_, -hA}}, {.rates = &rate_});
  rhs.segment(nq_, ns_) = rate_;
}

void StageRecursion::expand(const VecX& x, VecX& dx) const {
  dx.head(nq_ + ns_) = x.head(nq_ + ns_);
  for (Index k = 0; k < rank_; ++k) {
    const Index j = partition_.dependent[k];
    dx[nq_ + ns_ + k] = x[matrix_.at_rows() + partition_.rows[k]];
    dx[nq_ + ns_ + rank_ + k] = x[j];
    dx[nq_ + ns_ + 2 * rank_ + k] = x[j] - eta_[j];
    dx[j] = x[j] - zeta_[j];
  }
}

void StageRecursion::exchange(Archive& archive) {
  if (solver_) solver_->exchange(archive);
}

}  // namespace daedalus
