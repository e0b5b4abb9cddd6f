#include "daedalus/integrate/corrector/corrector_matrix.hpp"

#include <algorithm>
#include <numeric>

#include "daedalus/base/expects.hpp"

namespace daedalus {

CorrectorMatrix::Part::Part(Index first, Index count) : places_(static_cast<std::size_t>(count)) {
  std::iota(places_.begin(), places_.end(), first);
}

CorrectorMatrix::Part CorrectorMatrix::Part::only(Index first, Index count) const {
  Part some = *this;
  for (Index i = 0; i < size(); ++i)
    if (i < first || i >= first + count) some.places_[i] = -1;
  return some;
}

CorrectorMatrix::Part CorrectorMatrix::Part::left_out(const std::vector<Index>& rows, Index first, Index count) {
  Part some(std::vector<Index>(static_cast<std::size_t>(count), -1));
  for (const Index row : rows)
    if (row < count) some.places_[row] = first + row;
  return some;
}

std::optional<Index> CorrectorMatrix::Part::first() const {
  const bool in_order =
      std::adjacent_find(places_.begin(), places_.end(), [](Index a, Index b) { return b != a + 1; }) == places_.end();
  if (places_.empty()) return 0;
  return in_order && places_.front() >= 0 ? std::optional(places_.front()) : std::nullopt;
}

void CorrectorMatrix::start(const Layout& layout, Index size, const std::vector<Line>& table,
                            const std::vector<Given>& given) {
  const Evaluation blocks(layout);
  ComposedMatrix& J = matrix_.emplace(size, size);
  const auto place = [&](const Pattern& block, const Part& rows, const Part& cols, Orientation orientation) {
    const std::optional<Index> row = rows.first(), col = cols.first();
    return row && col ? J.place(block, *row, *col, orientation)
                      : J.place(block, rows.places(), cols.places(), orientation);
  };
  lines_.clear();
  std::size_t numbers = 1;
  for (const Line& line : table) {
    const Pattern& pattern =
        line.block == identity ? Pattern::identity(line.rows.size()) : *(blocks.*line.block).pattern;
    lines_.push_back({line.block, place(pattern, line.rows, line.cols, line.orientation), line.times, line.source});
    numbers = std::max(numbers, line.times.number + 1);
  }
  given_.clear();
  for (const Given& one_given : given)
    given_.push_back(place(one_given.pattern, one_given.rows, one_given.cols, Orientation::as_is));
  J.finish();
  coefficients_.assign(numbers, 1);
}

void CorrectorMatrix::begin(std::initializer_list<double> coefficients) {
  expects(coefficients.size() + 1 >= coefficients_.size(), "every coefficient of the table has a value");
  std::copy_n(coefficients.begin(), coefficients_.size() - 1, coefficients_.begin() + 1);
  matrix_->clear();
}

void CorrectorMatrix::add(std::size_t source, const Evaluation& values) {
  for (const Placed& line : lines_) {
    if (line.source != source) continue;
    if (line.block == identity) matrix_->add_diagonal(line.place, value_of(line.times));
    else matrix_->add(line.place, value_of(line.times), (values.*line.block).values);
  }
}

void CorrectorMatrix::add_values(std::size_t given, double factor, const VecX& values) {
  matrix_->add(given_[given], factor, values);
}

const SparseMatrix& CorrectorMatrix::compose(std::initializer_list<double> coefficients,
                                             std::initializer_list<const Evaluation*> sources) {
  begin(coefficients);
  std::size_t source = 0;
  for (const Evaluation* values : sources) add(source++, *values);
  return matrix();
}

}  // namespace daedalus
