#include "daedalus/integrate/support/position_correction.hpp"

namespace daedalus {

void PositionCorrection::start(const Layout& layout) {
  nq_ = layout.nq, ng_ = layout.ng, nw_ = layout.nw;
  e_ = e_accepted_ = line5_ = dw_ = b_ = VecX::Zero(nq_);
  mu_ = mu_accepted_ = line3_ = c_ = VecX::Zero(ng_);
  used_ = kept_ = 0;
  warm_ = false;
  if (!active()) return;
  G_rows_ = RowBlock(layout.patterns.G, 0, ng_);
  unit_pattern_ = Pattern::identity(nq_);
  B_ = SparseMatrix(metric_ == Metric::euclidean ? unit_pattern_ : layout.patterns.M);
  B_.values.setOnes();
  G_ = SparseMatrix(G_rows_.pattern());
  for (Factors& f : factors_) {
    f.saddle.emplace(metric_ == Metric::euclidean ? unit_pattern_ : layout.patterns.M, G_rows_.pattern());
    f.G = SparseMatrix(G_rows_.pattern());
  }
}

Want PositionCorrection::needs() const {
  if (!active()) return Want::nothing;
  return has_direction_ ? Want::velocity : Want::velocity | Want::jacobian | Want::mass;
}

void PositionCorrection::residual(const Evaluation& at, double bq) {
  if (!has_direction_) {
    G_.values = G_rows_.of(at.G);
    if (metric_ == Metric::mass) B_.values = at.M.values;
    has_direction_ = true;
  }
  line3_ = at.g / bq;
  line5_.setZero();
  multiply_add(1, B_, e_, line5_);
  multiply_add_transposed(-1, G_, mu_, line5_);
}

FactorStatus PositionCorrection::factorize(const Evaluation& at) {
  const SparseMatrix& B = metric_ == Metric::euclidean ? B_ : at.M;
  used_ = 1 - kept_;
  Factors& f = factors_[used_];
  f.G.values = G_rows_.of(at.G);
  if (!warm_) factors_[kept_].saddle->factorize(B, f.G);  // allocates now, not in some later step
  warm_ = true;
  return f.saddle->factorize(B, f.G);
}

const VecX& PositionCorrection::solve(Equations& eq) {
  Factors& f = factors_[used_];
  ++eq.counts.solves;
  b_ = line5_;
  c_ = line3_;
  multiply_add(-1, f.G, dw_, c_);
  f.saddle->solve(b_, c_);  // (de; −dμ)
  e_ -= b_;
  mu_ += c_;
  return b_;
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
    archive("correction.G", f.G.values);
    f.saddle->exchange(archive);
  }
}

}  // namespace daedalus
