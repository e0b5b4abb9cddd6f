// rank_revealing.hpp: which rows of a matrix say nothing new. For set-up and messages; allocates.
#pragma once

#include <vector>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// A part of a row that is shorter than this is nothing, where entries of the size 1 are large.
inline constexpr double smallest_independent_part = 1e-8;

struct DependentRows {
  Index rank = 0;
  std::vector<Index> dependent;  // ascending; each is a combination of the rows that are not listed
};

// The entries of A are scaled by their owner so that 1 is large: what is compared is the length itself, not the length
// relative to the row. A row that should vanish and holds rounding is dependent; relative to itself it would be as good
// as any other.
//
// The rows that are kept are well away from each other: each, when it is taken, has at least a tenth of the longest
// part that the rows before it have left of any. Of equals the first is taken, so that a joint given twice is redundant
// the second time.
DependentRows find_dependent_rows(const MatX& A, double smallest = smallest_independent_part);

}  // namespace daedalus
