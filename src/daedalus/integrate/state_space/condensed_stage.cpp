#include "daedalus/integrate/state_space/condensed_stage.hpp"

#include <numeric>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {

void CondensedStage::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, rank_ = partition.rank();
  independent_.clear();
  for (Index j = 0; j < nq_; ++j)
    if (partition.role[j] == CoordinateRole::independent) independent_.push_back(j);
  const auto n_v = static_cast<Index>(independent_.size());
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, of_hA{1};
  const Index size = nq_ + ns_ + rank_;
  const Part motion(0, nq_), rates(nq_, ns_), levels(places_of(partition.rows, layout.nc(), nq_ + ns_)), all(0, size);
  motion_.assign(motion.places().begin(), motion.places().end());
  rates_.assign(rates.places().begin(), rates.places().end());
  levels_.assign(levels.places().begin(), levels.places().end());
  composed_.start(layout, size,
                  {{&E::M, motion, motion, one},
                   {&E::G, levels, motion, one},
                   {&E::G, motion, levels, one, Orientation::transposed},
                   {&E::r_s, motion, rates, of_hA},
                   {&E::sigma_s, rates, rates, -of_hA},
                   {CorrectorMatrix::identity, rates, rates, one}},
                  {{Pattern::full(size, size), all, all}});
  matrix_ = SparseMatrix(composed_.pattern());
  kept_ = places_of(partition.rows, layout.nc());
  G_u_ = MatX::Zero(rank_, rank_);
  rhs_ = MatX::Zero(rank_, n_v);
  H_ = J_ = MatX::Zero(nq_, n_v);
  lu_ = Eigen::PartialPivLU<MatX>(rank_);
}

void CondensedStage::add_product(double factor, const SparseMatrix& A, const std::vector<Index>& row_of,
                                 const MatX& X) {
  auto S = matrix_.as_dense();
  for_each_entry(A, [&](Index i, Index j, double value) {
    const Index row = row_of[i];
    if (row < 0) return;
    for (std::size_t k = 0; k < independent_.size(); ++k)
      S(row, independent_[k]) += factor * value * X(j, static_cast<Index>(k));
  });
}

const SparseMatrix& CondensedStage::compose(double hA, const Evaluation& d) {
  H_.setZero();
  J_.setZero();
  for (std::size_t k = 0; k < independent_.size(); ++k) H_(independent_[k], static_cast<Index>(k)) = 1;
  if (rank_ > 0) {
    const auto spread = [&](MatX& all) {  // rhs_ becomes −G_u⁻¹ rhs_, in the rows of dependent coordinates
      rhs_ = lu_.solve(rhs_);
      for (Index k = 0; k < rank_; ++k) all.row(partition_.dependent[k]) = -rhs_.row(k);
    };
    const auto product = [&](const SparseMatrix& A) {  // rhs_ = A Ĥ of the kept rows
      rhs_.setZero();
      for_each_entry(A, [&](Index i, Index j, double value) {
        const Index row = kept_[i];
        if (row >= 0) rhs_.row(row) += value * H_.row(j);
      });
    };
    for (Index k = 0; k < rank_; ++k)
      for (Index i = 0; i < rank_; ++i) {
        const Index at = d.G.pattern->find(partition_.rows[i], partition_.dependent[k]);
        G_u_(i, k) = at < 0 ? 0 : d.G.values[at];
      }
    lu_.compute(G_u_);
    product(d.G);
    spread(H_);
    product(d.g_dot_q);
    spread(J_);
  }
  matrix_.values = composed_.compose({hA}, {&d}).values;
  J_ = hA * H_ + hA * hA * J_;  // W_v
  H_ *= hA * hA;                // W_q
  add_product(1, d.r_q, motion_, H_);
  add_product(1, d.r_v, motion_, J_);
  add_product(1, d.g_ddot_q, levels_, H_);
  add_product(1, d.g_ddot_v, levels_, J_);
  add_product(-1, d.sigma_q, rates_, H_);
  add_product(-1, d.sigma_v, rates_, J_);
  return matrix_;
}

void CondensedStage::expand(const VecX& x, VecX& dx) const {
  dx.setZero();
  dx.head(x.size()) = x;
}

}  // namespace daedalus
