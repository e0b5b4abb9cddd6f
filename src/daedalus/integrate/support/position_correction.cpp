#include "daedalus/integrate/support/position_correction.hpp"

namespace daedalus {

void PositionCorrection::start(const Layout& layout) {
  nq_ = layout.nq, ng_ = layout.ng, nc_ = layout.nc();
  e_ = e_accepted_ = defect_ = de_ = VecX::Zero(nq_);
  mu_ = mu_accepted_ = dmu_ = VecX::Zero(nc_);
  difference_ = VecX::Zero(ng_);
  used_ = kept_ = 0;
  warm_ = has_direction_ = false;
  if (!active()) return;
  M_ = SparseMatrix(layout.patterns.M);
  G_ = SparseMatrix(layout.patterns.G);
  for (Factors& f : factors_) {
    f.saddle.emplace(layout.patterns.M, layout.patterns.G);
    f.V = SparseMatrix(layout.patterns.g_dot_q);
  }
}

Want PositionCorrection::needs() const {
  if (!active()) return Want::nothing;
  return has_direction_ ? Want::velocity : Want::velocity | Want::jacobian | Want::mass;
}

const VecX& PositionCorrection::residual(const Evaluation& at, double bq, double bv) {
  if (!has_direction_) {
    M_.values = at.M.values;
    G_.values = at.G.values;
    has_direction_ = true;
  }
  difference_ = at.g / bq - at.g_dot.head(ng_) / bv;
  defect_.setZero();
  multiply_add(1, M_, e_, defect_);
  multiply_add_transposed(-1, G_, mu_, defect_);
  return defect_;
}

FactorStatus PositionCorrection::factorize(const Evaluation& at) {
  used_ = 1 - kept_;
  Factors& f = factors_[used_];
  f.V.values = at.g_dot_q.values;
  if (!warm_) factors_[kept_].saddle->factorize(at.M, at.G);  // allocates now, not in some later step
  warm_ = true;
  return f.saddle->factorize(at.M, at.G);
}

void PositionCorrection::correct(Equations& eq, const VecX& u, double bq, double bv) {
  Factors& f = factors_[used_];
  ++eq.counts.solves;
  de_ = defect_;
  dmu_.setZero();
  multiply_add(bq / bv, f.V, u, dmu_);
  dmu_.head(ng_) += difference_;
  dmu_.tail(nc_ - ng_).setZero();
  f.saddle->solve(de_, dmu_);
  dmu_ = -dmu_;
  e_ -= de_;
  mu_ -= dmu_;
}

void PositionCorrection::keep() {
  kept_ = used_;
  e_accepted_ = e_;
  mu_accepted_ = mu_;
}

void PositionCorrection::exchange(Archive& archive) {
  if (!active()) return;
  archive("correction.e", e_accepted_);
  archive("correction.mu", mu_accepted_);
  archive("correction.used", used_);
  archive("correction.kept", kept_);
  archive("correction.warm", warm_);
  for (Factors& f : factors_) {
    archive("correction.V", f.V.values);
    f.saddle->exchange(archive);
  }
}

}  // namespace daedalus
