#include "daedalus/integrate/support/integration_jacobian.hpp"

#include <numeric>

namespace daedalus {
namespace {

template <class Visit>
void for_each_entry(const SparseMatrix& A, Visit visit) {
  const auto starts = A.pattern->column_starts();
  const auto rows = A.pattern->row_indices();
  for (Index j = 0; j < A.cols(); ++j)
    for (Index k = starts[static_cast<std::size_t>(j)]; k < starts[static_cast<std::size_t>(j) + 1]; ++k)
      visit(rows[static_cast<std::size_t>(k)], j, A.values[k]);
}

std::vector<Index> numbers(Index first, Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), first);
  return all;
}

}  // namespace

void IntegrationJacobian::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq, ns_ = layout.ns, rank_ = partition.rank();
  independent_.clear();
  for (Index j = 0; j < nq_; ++j)
    if (partition.role[static_cast<std::size_t>(j)] == CoordinateRole::independent) independent_.push_back(j);
  const auto n_v = static_cast<Index>(independent_.size());
  motion_ = numbers(0, nq_);
  rates_ = numbers(nq_, ns_);
  levels_ = places_of(partition.rows, layout.nc(), nq_ + ns_);
  kept_ = places_of(partition.rows, layout.nc());
  G_u_ = MatX::Zero(rank_, rank_);
  rhs_ = MatX::Zero(rank_, n_v);
  H_ = J_ = MatX::Zero(nq_, n_v);
  lu_ = Eigen::PartialPivLU<MatX>(rank_);
  const Index size = nq_ + ns_ + rank_;
  full_ = Pattern::full(size, size);
  matrix_ = SparseMatrix(full_);
}

void IntegrationJacobian::add_product(double factor, const SparseMatrix& A, const std::vector<Index>& row_of,
                                      const MatX& X) {
  auto S = matrix_.as_dense();
  for_each_entry(A, [&](Index i, Index j, double value) {
    const Index row = row_of[static_cast<std::size_t>(i)];
    if (row < 0) return;
    for (std::size_t k = 0; k < independent_.size(); ++k)
      S(row, independent_[k]) += factor * value * X(j, static_cast<Index>(k));
  });
}

const SparseMatrix& IntegrationJacobian::compose(double b, const StageTangents& d) {
  H_.setZero();
  J_.setZero();
  for (std::size_t k = 0; k < independent_.size(); ++k) H_(independent_[k], static_cast<Index>(k)) = 1;
  if (rank_ > 0) {
    const auto spread = [&](MatX& all) {  // rhs_ becomes −G_u⁻¹ rhs_, in the rows of dependent coordinates
      rhs_ = lu_.solve(rhs_);
      for (Index k = 0; k < rank_; ++k) all.row(partition_.dependent[static_cast<std::size_t>(k)]) = -rhs_.row(k);
    };
    const auto product = [&](const SparseMatrix& A) {  // rhs_ = A Ĥ of the kept rows
      rhs_.setZero();
      for_each_entry(A, [&](Index i, Index j, double value) {
        const Index row = kept_[static_cast<std::size_t>(i)];
        if (row >= 0) rhs_.row(row) += value * H_.row(j);
      });
    };
    for (Index k = 0; k < rank_; ++k)
      for (Index i = 0; i < rank_; ++i) {
        const Index at = d.G.pattern->find(partition_.rows[static_cast<std::size_t>(i)],
                                           partition_.dependent[static_cast<std::size_t>(k)]);
        G_u_(i, k) = at < 0 ? 0 : d.G.values[at];
      }
    lu_.compute(G_u_);
    product(d.G);
    spread(H_);
    product(d.g_dot_q);
    spread(J_);
  }
  auto S = matrix_.as_dense();
  S.setZero();
  for_each_entry(d.M, [&](Index i, Index j, double value) { S(i, j) += value; });
  for_each_entry(d.G, [&](Index i, Index j, double value) {
    const Index row = levels_[static_cast<std::size_t>(i)];
    if (row < 0) return;
    S(row, j) += value;
    S(j, row) += value;
  });
  J_ = b * H_ + b * b * J_;  // W_v
  H_ *= b * b;               // W_q
  add_product(1, d.r_q, motion_, H_);
  add_product(1, d.r_v, motion_, J_);
  add_product(1, d.g_ddot_q, levels_, H_);
  add_product(1, d.g_ddot_v, levels_, J_);
  for_each_entry(d.r_s, [&](Index i, Index j, double value) { S(i, nq_ + j) += b * value; });
  add_product(-1, d.sigma_q, rates_, H_);
  add_product(-1, d.sigma_v, rates_, J_);
  for_each_entry(d.sigma_s, [&](Index i, Index j, double value) { S(nq_ + i, nq_ + j) -= b * value; });
  for (Index i = 0; i < ns_; ++i) S(nq_ + i, nq_ + i) += 1;
  return matrix_;
}

}  // namespace daedalus
