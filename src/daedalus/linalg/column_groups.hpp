// column_groups.hpp: columns of a sparse matrix that share no row form a group: differences of all of them cost one
// evaluation.
//
// The smallest number of groups is the chromatic number of the graph in which two columns that meet in a row are
// neighbors, and is at least the largest number of entries in a row. Colored greedily in three orders [CGM84]; the best
// result is kept.
// [CGM84] Coleman, Garbow, Moré, ACM Trans. Math. Softw. 10, 329 (1984).
#pragma once

#include <vector>

#include "daedalus/linalg/pattern.hpp"

namespace daedalus {

enum class ColumnOrder {
  largest_first,     // by the number of neighbors
  smallest_last,     // the column with the fewest neighbors among those left comes last, again and again
  incidence_degree,  // next is the one with most neighbors that have a group
};

struct ColumnGroups {
  std::vector<Index> group_of;             // of each column; -1: it has no entries
  std::vector<std::vector<Index>> groups;  // columns of each
  Index lower_bound = 0;                   // the largest number of entries in a row
  ColumnOrder order = ColumnOrder::largest_first;

  Index count() const { return static_cast<Index>(groups.size()); }
};

ColumnGroups group_columns(const Pattern& pattern, ColumnOrder order);
ColumnGroups group_columns(const Pattern& pattern);  // the best of the three

}  // namespace daedalus
