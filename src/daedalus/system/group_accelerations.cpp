#include "daedalus/system/group_accelerations.hpp"

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {
namespace {

std::vector<bool> members(const std::vector<Index>& indices, Index count) {
  std::vector<bool> mine(static_cast<std::size_t>(count), false);
  for (const Index i : indices) mine[static_cast<std::size_t>(i)] = true;
  return mine;
}

// Calls visit(row, col) for the entries of A that are there; those of a full pattern only where their values are not 0.
template <class Visit>
void for_each_coupling(const SparseMatrix& A, Visit visit) {
  const auto starts = A.pattern->column_starts();
  const auto row_of = A.pattern->row_indices();
  const bool by_value = A.pattern->is_full();
  for (Index j = 0; j < A.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k)
      if (!by_value || A.values[k] != 0) visit(row_of[k], j);
}

}  // namespace

Index find_rate_group(const Layout& layout, const std::string& name) {
  const auto at = std::ranges::find(layout.rate_groups, name, &RateGroup::name);
  return at == layout.rate_groups.end() ? all_rates : static_cast<Index>(at - layout.rate_groups.begin());
}

GroupAccelerations::Part GroupAccelerations::make_part(const Pattern& whole, const std::vector<Index>& rows,
                                                       const std::vector<Index>& cols) {
  std::vector<Pattern::Entry> entries;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < cols.size(); ++j)
      if (whole.find(rows[i], cols[j]) >= 0) entries.push_back({static_cast<Index>(i), static_cast<Index>(j)});
  Part part{Pattern(static_cast<Index>(rows.size()), static_cast<Index>(cols.size()), entries), {}, {}};
  const auto starts = part.pattern.column_starts();
  const auto row_of = part.pattern.row_indices();
  for (Index j = 0; j < part.pattern.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) part.slots.push_back(whole.find(rows[row_of[k]], cols[j]));
  return part;
}

void GroupAccelerations::Part::gather(const VecX& whole) {
  for (std::size_t k = 0; k < slots.size(); ++k) matrix.values[static_cast<Index>(k)] = whole[slots[k]];
}

GroupAccelerations::GroupAccelerations(const Layout& layout, Index group, const SparseMatrix& M, const SparseMatrix& G)
    : coordinates_(layout.rate_groups[group].coordinates), needs_(Want::sigma) {
  const std::string& name = layout.rate_groups[group].name;
  const std::vector<bool> mine = members(coordinates_, layout.nq);
  if (coordinates_.empty()) return;
  for_each_coupling(M, [&](Index i, Index j) {
    if (mine[static_cast<std::size_t>(i)] != mine[static_cast<std::size_t>(j)])
      throw ModelError("rate group '" + name + "': the mass matrix couples '" + layout.coordinates[i] + "' and '" +
                       layout.coordinates[j] +
                       "', of which only one is in the group.\n  Put both bodies into one rate "
                       "group, or use --formulation cartesian, where masses do not couple bodies.");
  });
  std::vector<Index> inside(static_cast<std::size_t>(layout.nc()), 0), outside = inside;
  for_each_coupling(G, [&](Index i, Index j) { ++(mine[static_cast<std::size_t>(j)] ? inside : outside)[i]; });
  for (Index i = 0; i < layout.nc(); ++i) {
    if (inside[i] == 0) continue;
    if (outside[i] > 0)
      throw ModelError("rate group '" + name + "': constraint '" + layout.constraints[i] +
                       "' connects a body of the group with one outside it.\n  Put both bodies into one rate group, or "
                       "connect them by a spring or a bushing.");
    rows_.push_back(i);
  }
  M_ = make_part(*M.pattern, coordinates_, coordinates_);
  G_ = make_part(*G.pattern, rows_, coordinates_);
  M_.matrix = SparseMatrix(M_.pattern);
  G_.matrix = SparseMatrix(G_.pattern);
  saddle_.emplace(M_.pattern, G_.pattern);
  a_ = VecX::Zero(static_cast<Index>(coordinates_.size()));
  lambda_ = VecX::Zero(static_cast<Index>(rows_.size()));
  needs_ = Want::mass | Want::force | Want::sigma;
  if (!rows_.empty()) needs_ = needs_ | Want::jacobian | Want::gamma;
}

FactorStatus GroupAccelerations::solve(const Evaluation& value, State& x) {
  if (coordinates_.empty()) return FactorStatus::ok;
  M_.gather(value.M.values);
  if (!rows_.empty()) G_.gather(value.G.values);
  const FactorStatus status = saddle_->factorize(M_.matrix, G_.matrix);
  if (status != FactorStatus::ok) return status;
  for (std::size_t i = 0; i < coordinates_.size(); ++i) a_[static_cast<Index>(i)] = value.f[coordinates_[i]];
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda_[static_cast<Index>(i)] = value.gamma[rows_[i]];
  saddle_->solve(a_, lambda_);
  for (std::size_t i = 0; i < coordinates_.size(); ++i) x.a[coordinates_[i]] = a_[static_cast<Index>(i)];
  for (std::size_t i = 0; i < rows_.size(); ++i) x.lambda[rows_[i]] = lambda_[static_cast<Index>(i)];
  return status;
}

void GroupAccelerations::exchange(Archive& archive) {
  if (saddle_) saddle_->exchange(archive);
}

}  // namespace daedalus
