#include "daedalus/integrate/corrector/difference_jacobian.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace daedalus {
namespace {

constexpr double negligible = 1e-12;  // of the largest entry of a row: an estimated pattern leaves it out

int number_of(SparseMatrix Evaluation::*values) {
  for (int k = 0; k < static_cast<int>(tangent_blocks.size()); ++k)
    if (tangent_blocks[static_cast<std::size_t>(k)].values == values) return k;
  return -1;
}

}  // namespace

void DifferenceJacobian::start(const Layout& layout, Want want) {
  using E = Evaluation;
  nq_ = layout.nq, ng_ = layout.ng, ns_ = layout.ns, nc_ = layout.nc();
  want_ = want;
  Index rows = nq_;
  const auto rows_of = [&](bool are_wanted, Index count) {
    const Index first = are_wanted ? rows : -1;
    rows += are_wanted ? count : 0;
    return first;
  };
  at_velocity_ = rows_of(wants(want, Want::velocity_tangent), nc_);
  at_acceleration_ = rows_of(wants(want, Want::acceleration_tangent), nc_);
  at_sigma_ = rows_of(wants(want, Want::sigma_tangent), ns_);
  at_reaction_ = rows_of(wants(want, Want::reaction_tangent), nq_);
  rows_wanted_ = Want::residual;
  if (at_velocity_ >= 0) rows_wanted_ = rows_wanted_ | Want::velocity;
  if (at_acceleration_ >= 0) rows_wanted_ = rows_wanted_ | Want::jacobian | Want::gamma;
  if (at_sigma_ >= 0) rows_wanted_ = rows_wanted_ | Want::sigma;
  if (at_reaction_ >= 0) rows_wanted_ = rows_wanted_ | Want::force;

  // Every dependence of a row has its entry, whether the block is wanted or not: else a group would mix them up.
  struct Part {
    SparseMatrix E::*values;
    const Pattern* pattern;
    Index row, col;
    bool transposed = false;
  };
  const Patterns& p = layout.patterns;
  const Index of_q = 0, of_v = nq_, of_s = 2 * nq_, of_lambda = 2 * nq_ + ns_;
  std::vector<Part> parts = {{&E::r_q, &p.r_q, 0, of_q},
                             {&E::r_v, &p.r_v, 0, of_v},
                             {&E::r_s, &p.r_s, 0, of_s},
                             {&E::G, &p.G, 0, of_lambda, true}};
  if (at_velocity_ >= 0) {
    parts.push_back({&E::g_dot_q, &p.g_dot_q, at_velocity_, of_q});
    parts.push_back({nullptr, &p.G, at_velocity_, of_v});
  }
  if (at_acceleration_ >= 0) {
    parts.push_back({&E::g_ddot_q, &p.g_ddot_q, at_acceleration_, of_q});
    parts.push_back({&E::g_ddot_v, &p.g_ddot_v, at_acceleration_, of_v});
  }
  if (at_sigma_ >= 0) {
    parts.push_back({&E::sigma_q, &p.sigma_q, at_sigma_, of_q});
    parts.push_back({&E::sigma_v, &p.sigma_v, at_sigma_, of_v});
    parts.push_back({&E::sigma_s, &p.sigma_s, at_sigma_, of_s});
  }
  if (at_reaction_ >= 0) {
    parts.push_back({&E::reaction_q, &p.reaction_q, at_reaction_, of_q});
    parts.push_back({nullptr, &p.G, at_reaction_, of_lambda, true});
  }

  const auto for_each_entry = [&](auto&& visit) {
    for (const Part& part : parts) {
      const auto starts = part.pattern->column_starts();
      const auto indices = part.pattern->row_indices();
      for (Index j = 0; j < part.pattern->cols(); ++j)
        for (Index k = starts[j]; k < starts[j + 1]; ++k) {
          const Index i = indices[k];
          visit(part, part.row + (part.transposed ? j : i), part.col + (part.transposed ? i : j), k);
        }
    }
  };
  std::vector<Pattern::Entry> entries;
  for_each_entry([&](const Part&, Index row, Index col, Index) { entries.push_back({row, col}); });
  columns_ = Pattern(rows, of_lambda + nc_, entries);
  places_.assign(static_cast<std::size_t>(columns_.nonzeros()), {});
  for_each_entry([&](const Part& part, Index row, Index col, Index position) {
    if (!part.values) return;
    const int block = number_of(part.values);
    if (wants(want_, tangent_blocks[static_cast<std::size_t>(block)].want))
      places_[columns_.find(row, col)] = {block, position};
  });

  alone_ = {};
  for (Index j = 0; j < columns_.cols(); ++j) alone_.groups.push_back({j});
  const bool is_dense = options_.differencing == Differencing::dense;
  is_known_ = is_dense || options_.pattern == DifferencePattern::declared;
  is_there_.assign(places_.size(), is_known_);
  groups_ = is_dense || !is_known_ ? alone_ : group_columns(columns_);
  values_ = VecX::Zero(columns_.nonzeros());
  evaluated_ = 0;
  at_ = State(layout);
  base_ = moved_ = VecX::Zero(rows);
  before_ = delta_ = VecX::Zero(columns_.cols());
}

double difference_increment(DifferenceIncrement increment, const Tolerances& tolerances, double y) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  if (increment == DifferenceIncrement::magnitude)
    return std::max(std::abs(y), std::sqrt(std::sqrt(eps))) * std::sqrt(eps);
  constexpr double least = 1e-6;  // or coordinates at zero would be moved by less than residuals can show
  return std::sqrt(eps) * std::max({std::abs(y), tolerances.atol + tolerances.rtol * std::abs(y), least});
}

double& DifferenceJacobian::entry(Index column) {
  if (column < nq_) return at_.q[column];
  if (column < 2 * nq_) return at_.v[column - nq_];
  if (column < 2 * nq_ + ns_) return at_.s[column - 2 * nq_];
  return at_.lambda[column - 2 * nq_ - ns_];
}

void DifferenceJacobian::compute_rows(Equations& eq, VecX& rows) {
  eq.evaluate(rows_wanted_, at_);
  const Evaluation& value = eq.value;
  rows.head(nq_) = value.r;
  if (at_velocity_ >= 0) rows.segment(at_velocity_, nc_) = value.g_dot;
  if (at_sigma_ >= 0) rows.segment(at_sigma_, ns_) = value.sigma;
  if (at_reaction_ >= 0) rows.segment(at_reaction_, nq_) = value.r + value.f;
  if (at_acceleration_ >= 0) {
    auto level = rows.segment(at_acceleration_, nc_);
    level = -value.gamma;
    const auto starts = value.G.pattern->column_starts();
    const auto indices = value.G.pattern->row_indices();
    for (Index j = 0; j < nq_; ++j)
      for (Index k = starts[j]; k < starts[j + 1]; ++k) level[indices[k]] += value.G.values[k] * at_.a[j];
  }
}

void DifferenceJacobian::difference(Equations& eq, const ColumnGroups& groups) {
  const auto starts = columns_.column_starts();
  const auto rows = columns_.row_indices();
  for (const std::vector<Index>& group : groups.groups) {
    for (const Index j : group) {
      double& y = entry(j);
      before_[j] = y;
      y += difference_increment(options_.increment, tolerances_, y);
      delta_[j] = y - before_[j];  // representable
    }
    compute_rows(eq, moved_);
    ++eq.counts.differences;
    for (const Index j : group) {
      entry(j) = before_[j];
      for (Index k = starts[j]; k < starts[j + 1]; ++k) values_[k] = (moved_[rows[k]] - base_[rows[k]]) / delta_[j];
    }
  }
}

void DifferenceJacobian::evaluate(Equations& eq, Want want, const State& x, Evaluation& into) {
  at_ = x;
  if (wants(want, Want::mass)) {
    eq.evaluate(Want::mass, at_);
    into.M.values = eq.value.M.values;
  }
  compute_rows(eq, base_);
  ++eq.counts.tangents;
  const bool is_estimated =
      options_.differencing == Differencing::sparse && options_.pattern == DifferencePattern::estimated;
  const bool is_dense = is_estimated && (!is_known_ || evaluated_ > 0);
  difference(eq, is_dense ? alone_ : groups_);
  if (is_dense) estimate_pattern();
  ++evaluated_;
  for (std::size_t k = 0; k < places_.size(); ++k)
    if (const auto [block, position] = places_[k]; block >= 0)
      (into.*tangent_blocks[static_cast<std::size_t>(block)].values).values[position] =
          is_there_[k] ? values_[static_cast<Index>(k)] : 0;
}

// Adds the entries that are not negligible in their row, and groups the columns anew.
void DifferenceJacobian::estimate_pattern() {
  const auto starts = columns_.column_starts();
  const auto rows = columns_.row_indices();
  VecX largest = VecX::Zero(columns_.rows());
  for (Index k = 0; k < columns_.nonzeros(); ++k) largest[rows[k]] = std::max(largest[rows[k]], std::abs(values_[k]));
  bool grows = false;
  std::vector<Pattern::Entry> entries;
  for (Index j = 0; j < columns_.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      const bool is_new = !is_there_[k] && std::abs(values_[k]) > negligible * largest[rows[k]];
      if (is_new) is_there_[k] = grows = true;
      if (is_there_[k]) entries.push_back({rows[k], j});
    }
  if (grows) groups_ = group_columns(Pattern(columns_.rows(), columns_.cols(), entries));
  is_known_ = true;
}

void DifferenceJacobian::exchange(Archive& archive) {
  VecX is_there(static_cast<Index>(is_there_.size()));
  for (std::size_t k = 0; k < is_there_.size(); ++k) is_there[static_cast<Index>(k)] = is_there_[k] ? 1 : 0;
  archive("differences.pattern", is_there);
  archive("differences.is_known", is_known_);
  archive("differences.evaluated", evaluated_, 0, std::numeric_limits<int>::max());
  if (!archive.loading() || options_.differencing == Differencing::dense || !is_known_) return;
  values_.setZero();
  for (std::size_t k = 0; k < is_there_.size(); ++k) {
    is_there_[k] = false;
    values_[static_cast<Index>(k)] = is_there[static_cast<Index>(k)];
  }
  estimate_pattern();
}

}  // namespace daedalus
