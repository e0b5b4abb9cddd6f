#include "daedalus/integrate/state_space/dirk_stage.hpp"

namespace daedalus {

void DirkStage::start(const Layout& layout, const CoordinatePartition& partition, Matrix matrix) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, ng_ = layout.ng;
  rank_ = partition.rank();
  rank_holonomic_ = partition.rank_holonomic;
  at_rate_ = nq_;
  at_lambda_ = at_rate_ + ns_;
  at_q_ = at_lambda_ + rank_;
  at_v_ = at_q_ + rank_holonomic_;
  size_ = at_v_ + rank_;
  at = State(layout);
  qh = vh = dq = dv = da = motion_ = VecX::Zero(nq_);
  sh = rate = d_rate = VecX::Zero(ns_);
  level_ = defect_ = VecX::Zero(layout.nc());

  if (matrix == Matrix::none) return;

  // Which unknown moves the position and the velocity of each coordinate.
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, of_hA{1}, of_hA2{2};
  const Part accelerations(0, nq_), rates(at_rate_, ns_);
  std::vector<Index> position_of(accelerations.places().begin(), accelerations.places().end()),
      velocity_of = position_of;
  for (Index k = 0; k < rank_; ++k) {
    const auto j = static_cast<std::size_t>(partition.dependent[k]);
    velocity_of[j] = at_v_ + k;
    position_of[j] = k < rank_holonomic_ ? at_q_ + k : at_v_ + k;
  }
  const Part positions(position_of), velocities(velocity_of);
  std::vector<Index> holonomic = partition.rows;
  holonomic.resize(static_cast<std::size_t>(rank_holonomic_));
  const Part line3(places_of(partition.rows, layout.nc(), at_lambda_));
  const Part &line1 = accelerations, &line2 = rates, &multipliers = line3;
  const Part line4(places_of(holonomic, layout.nc(), at_q_)), line5(places_of(partition.rows, layout.nc(), at_v_));
  matrix_.start(layout, size_,
                {{&E::M, line1, accelerations, one},
                 {&E::r_q, line1, positions, of_hA2},
                 {&E::r_v, line1, velocities, of_hA},
                 {&E::r_s, line1, rates, of_hA},
                 {&E::G, line1, multipliers, one, Orientation::transposed},
                 {&E::sigma_q, line2, positions, -of_hA2},
                 {&E::sigma_v, line2, velocities, -of_hA},
                 {&E::sigma_s, line2, rates, -of_hA},
                 {CorrectorMatrix::identity, line2, rates, one},
                 {&E::G, line3, accelerations, one},
                 {&E::g_ddot_q, line3, positions, of_hA2},
                 {&E::g_ddot_v, line3, velocities, of_hA},
                 {&E::G, line4, positions, one},
                 {&E::G, line5, velocities, one},
                 {&E::g_dot_q, line5, positions, of_hA}});
}

void DirkStage::predict_motion() {
  at.v = vh + hA * at.a;
  at.q = qh + hA * at.v;
  at.s = sh + hA * rate;
}

void DirkStage::set_independent() {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j) {
    const CoordinateRole role = partition_.role[j];
    if (role == independent) at.v[j] = vh[j] + hA * at.a[j];
    if (role != dependent) at.q[j] = qh[j] + hA * at.v[j];
  }
  at.s = sh + hA * rate;
}

void DirkStage::gather_rows(Index first, Index count, double factor, const VecX& values, VecX& r) const {
  for (Index k = 0; k < count; ++k) r[first + k] = factor * values[partition_.rows[k]];
}

void DirkStage::residual(Equations& eq, VecX& r) {
  const Want free = Want::residual | Want::sigma;
  const Want constrained = free | Want::position | Want::velocity | Want::jacobian | Want::gamma;
  eq.evaluate(rank_ > 0 ? constrained : free, at);
  r.head(nq_) = eq.value.r;                          // line 1
  r.segment(at_rate_, ns_) = rate - eq.value.sigma;  // line 2
  if (rank_ == 0) return;
  level_ = -eq.value.gamma;
  multiply_add(1, eq.value.G, at.a, level_);
  gather_rows(at_lambda_, rank_, 1, level_, r);                       // line 3
  gather_rows(at_q_, rank_holonomic_, 1 / (hA * hA), eq.value.g, r);  // line 4
  gather_rows(at_v_, rank_, 1 / hA, eq.value.g_dot, r);               // line 5
}

const SparseMatrix& DirkStage::compose(const Evaluation& d) { return matrix_.compose({hA, hA * hA}, {&d}); }

void DirkStage::correct(const VecX& dx) {
  da = dx.head(nq_);
  d_rate = dx.segment(at_rate_, ns_);
  dv = hA * da;
  for (Index k = 0; k < rank_; ++k) {
    const auto n = static_cast<std::size_t>(k);
    at.lambda[partition_.rows[n]] -= dx[at_lambda_ + k];
    dv[partition_.dependent[n]] = hA * dx[at_v_ + k];
  }
  dq = hA * dv;
  for (Index k = 0; k < rank_holonomic_; ++k) dq[partition_.dependent[k]] = hA * hA * dx[at_q_ + k];
  at.a -= da;
  rate -= d_rate;
  for (Index k = 0; k < rank_; ++k) {
    const Index j = partition_.dependent[k];
    at.v[j] -= dv[j];
    if (k < rank_holonomic_) at.q[j] -= dq[j];
  }
  set_independent();
}

// ê = e + hA J ê: the independent parts of ê are e_v + hA δa and e_q + hA ê_v, and δa is the change of the
// accelerations under ê.
void DirkStage::filter_rhs(Tangents& d, const VecX& q, const VecX& v, const VecX& s, VecX& r) {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j) {
    const CoordinateRole role = partition_.role[j];
    dv[j] = role == independent ? v[j] : 0;
    dq[j] = role == dependent ? 0 : q[j] + hA * dv[j];
  }
  for (VecX* answer : {&motion_, &d_rate, &level_}) answer->setZero();
  d.respond({.q = {&dq, -1}, .v = {&dv, -1}, .s = {&s, -1}},
            {.motion = &motion_, .rows = rank_ > 0 ? &level_ : nullptr, .level = RowLevel::accelerations});
  if (ns_ > 0) d.respond({.q = {&dq}, .v = {&dv}, .s = {&s}}, {.rates = &d_rate});
  r.setZero();
  r.head(nq_) = motion_;
  r.segment(at_rate_, ns_) = d_rate;
  if (rank_ == 0) return;
  gather_rows(at_lambda_, rank_, 1, level_, r);
  defect_.setZero();
  d.respond({.v = {&dq, -1}}, {.rows = &defect_});
  gather_rows(at_q_, rank_holonomic_, 1 / (hA * hA), defect_, r);
  defect_.setZero();
  d.respond({.q = {&dq, -1}, .v = {&dv, -1}}, {.rows = &defect_});
  gather_rows(at_v_, rank_, 1 / hA, defect_, r);
}

void DirkStage::finish_filter(const VecX& x, VecX& q, VecX& v, VecX& s) const {
  using enum CoordinateRole;
  for (Index j = 0; j < nq_; ++j)
    if (partition_.role[j] == independent) v[j] += hA * x[j];
  for (Index k = rank_holonomic_; k < rank_; ++k) v[partition_.dependent[k]] = hA * x[at_v_ + k];
  for (Index j = 0; j < nq_; ++j)
    if (partition_.role[j] != dependent) q[j] += hA * v[j];
  s += hA * x.segment(at_rate_, ns_);
}

Index DirkStage::constraint_of(Index row) const {
  if (row < at_lambda_) return -1;
  const Index k = row < at_q_ ? row - at_lambda_ : row < at_v_ ? row - at_q_ : row - at_v_;
  return partition_.rows[k];
}

}  // namespace daedalus
