// coordinate_partition.hpp: which coordinates the constraints determine from the others.
//
//   G → [ G_u | G_v ],   G_u regular                                                            [HNE, Eqs. (6), (7)]
//
// G_u is found by Gaussian elimination of the rows of G, scaled to largest entry 1, with full pivoting: each pivot
// makes the coordinate of its column dependent (u) and keeps its row. Where no pivot is left the remaining rows say
// nothing new and are dropped. Holonomic rows come first, so that they have dependent coordinates of their own; a
// nonholonomic row, which knows no positions, makes one more *velocity* dependent: the position of that coordinate is
// integrated from it ("rolling").
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor
// Form.
#pragma once

#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

enum class CoordinateRole {
  independent,
  dependent,  // position and velocity follow from the constraints
  rolling,    // only the velocity does
};

struct CoordinatePartition {
  std::vector<Index> rows;           // kept constraint rows, the holonomic ones first
  std::vector<Index> dependent;      // the coordinate of each of them
  std::vector<Index> dropped;        // redundant rows, ascending
  std::vector<CoordinateRole> role;  // (nq)
  Index rank_holonomic = 0;          // how many of `rows` are holonomic

  Index rank() const { return static_cast<Index>(rows.size()); }
  friend bool operator==(const CoordinatePartition&, const CoordinatePartition&) = default;

  // nq, nc and ng do not change: a checkpoint of one partition can be loaded over another one.
  void exchange(Archive& archive, const Layout& layout);
};

// Allocates. Its work is that of a sparse elimination with full pivoting: zeros cost nothing, but rows fill up; on a chain
// of rods it grows with nc².
CoordinatePartition find_partition(const SparseMatrix& G, Index ng, double tolerance = 1e-9);

// Where in a block of rows or columns each of `count` numbers is: -1 for those that are not in `chosen`.
std::vector<Index> places_of(const std::vector<Index>& chosen, Index count, Index first = 0);

}  // namespace daedalus
