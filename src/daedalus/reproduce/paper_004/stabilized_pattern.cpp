#include "daedalus/reproduce/paper_004/stabilized_pattern.hpp"

namespace daedalus::reproduce::paper_004 {
namespace {

using Entries = std::vector<Pattern::Entry>;
enum class Place { as_is, transposed };

void add(Entries& entries, const Pattern& block, Index row, Index col, Place place = Place::as_is) {
  for (Index j = 0; j < block.cols(); ++j)
    for (Index k = block.column_starts()[j]; k < block.column_starts()[j + 1]; ++k) {
      const Index i = block.row_indices()[k];
      entries.push_back(place == Place::as_is ? Pattern::Entry{row + i, col + j} : Pattern::Entry{row + j, col + i});
    }
}

}  // namespace

Pattern stabilized_pattern(const Layout& layout) {
  const Index nq = layout.nq, nc = layout.nc(), size = 2 * nq + 2 * nc;
  const Index p = 0, v = nq, lambda = 2 * nq, eta = 2 * nq + nc;                       // columns
  const Index kinematics = 0, motion = nq, velocity = 2 * nq, position = 2 * nq + nc;  // rows
  const Patterns& of = layout.patterns;
  Entries entries;
  add(entries, Pattern::identity(nq), kinematics, p);
  add(entries, Pattern::identity(nq), kinematics, v);
  add(entries, of.G, kinematics, eta, Place::transposed);
  add(entries, of.r_q, motion, p);
  add(entries, of.r_v, motion, v);
  add(entries, of.M, motion, v);
  add(entries, of.G, motion, lambda, Place::transposed);
  add(entries, of.g_dot_q, velocity, p);
  add(entries, of.G, velocity, v);
  add(entries, of.G, position, p);
  return Pattern(size, size, std::move(entries));
}

Pattern without_last_columns(const Pattern& pattern, Index columns) {
  Entries entries;
  add(entries, pattern, 0, 0);
  std::erase_if(entries, [&](const Pattern::Entry& e) { return e.col >= pattern.cols() - columns; });
  return Pattern(pattern.rows(), pattern.cols() - columns, std::move(entries));
}

}  // namespace daedalus::reproduce::paper_004
