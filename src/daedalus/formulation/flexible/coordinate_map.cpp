#include "daedalus/formulation/flexible/coordinate_map.hpp"

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

// Calls visit(slot, row, column, weight) for every product of an entry of `from` with terms of T.
template <class Visit>
void for_each_product(const CoordinateMap& T, const Pattern& from, Mapped sides, Visit visit) {
  const auto starts = from.column_starts();
  const auto rows = from.row_indices();
  for (Index j = 0; j < from.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      const Index i = rows[k];
      const std::vector<CoordinateMap::Term> by_row =
          sides == Mapped::columns ? std::vector<CoordinateMap::Term>{{i, 1}} : T.row(i);
      const std::vector<CoordinateMap::Term> by_col =
          sides == Mapped::rows ? std::vector<CoordinateMap::Term>{{j, 1}} : T.row(j);
      for (const CoordinateMap::Term& b : by_col)
        for (const CoordinateMap::Term& a : by_row) visit(k, a.col, b.col, a.weight * b.weight);
    }
}

}  // namespace

CoordinateMap::CoordinateMap(std::vector<std::vector<Term>> rows, Index cols) : rows_(std::move(rows)), cols_(cols) {}

void CoordinateMap::apply(const VecX& q, VecX& y) const {
  for (Index i = 0; i < rows(); ++i) {
    double sum = 0;
    for (const Term& term : row(i)) sum += term.weight * q[term.col];
    y[i] = sum;
  }
}

void CoordinateMap::apply_transposed(const VecX& y, VecX& q) const {
  q.setZero();
  for (Index i = 0; i < rows(); ++i)
    for (const Term& term : row(i)) q[term.col] += term.weight * y[i];
}

std::vector<Pattern::Entry> mapped_entries(const CoordinateMap& T, const Pattern& from, Mapped sides) {
  std::vector<Pattern::Entry> entries;
  for_each_product(T, from, sides, [&](Index, Index i, Index j, double) { entries.push_back({i, j}); });
  return entries;
}

MatrixMap::MatrixMap(const CoordinateMap& T, const Pattern& from, const Pattern& to, Mapped sides) {
  for_each_product(T, from, sides, [&](Index slot, Index i, Index j, double weight) {
    const Index there = to.find(i, j);
    expects(there >= 0, "a mapped entry is in its pattern");
    products_.push_back({slot, there, weight});
  });
}

void MatrixMap::apply(const VecX& from, VecX& to) const {
  to.setZero();
  for (const Product& p : products_) to[p.to] += p.weight * from[p.from];
}

}  // namespace daedalus
