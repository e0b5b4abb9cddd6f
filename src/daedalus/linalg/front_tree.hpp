// front_tree.hpp: the plan of a multifrontal factorization: which unknowns are eliminated together in which small dense
// matrix (a front), and where each number goes.
//
// A front holds its pivots and the unknowns they are coupled to (its border). After its pivots are eliminated the
// border part is added to the parent front, the one that holds the first of the border unknowns as a pivot. Children
// come before parents. Fronts are merged with their parents where one larger front is estimated to be cheaper than two.
#pragma once

#include <vector>

#include "daedalus/linalg/pattern.hpp"

namespace daedalus {

struct Front {
  Index first = 0;      // position of the first pivot in the order
  Index pivots = 0;     // they are first, first + 1, ...
  Index size = 0;       // pivots and border
  Index border = 0;     // where its border starts in FrontTree::border and ::in_parent
  Index parent = -1;    // front, or -1
  Index storage = 0;    // where its size columns of numbers start
  Index stride = 0;     // from one column to the next
  Index M_entries = 0;  // where its entries start in FrontTree::M_entries; they end where the next front's start
  Index G_entries = 0;
};

// Estimated time in ns to assemble a front, to eliminate its pivots and to hand on its border.
struct FrontCost {
  double per_front, per_entry, per_pivot, per_multiplication;

  static constexpr FrontCost of_ldlt() { return {25, 0.4, 12, 0.2}; }  // saddle_benchmark
  static constexpr FrontCost of_lu() { return {30, 0.5, 15, 0.2}; }    // solver_choice_benchmark
  double operator()(Index pivots, Index border) const {
    const double k = pivots, f = k + border;
    const double multiplications = (f * f * f - (f - k) * (f - k) * (f - k)) / 6;
    return per_front + per_entry * f * f + per_pivot * k + per_multiplication * multiplications;
  }
};

struct FrontTree {
  struct Entry {
    Index source;  // position in the values of M or G
    Index target;  // position in the storage of all fronts
  };

  std::vector<Index> order;   // unknown at each position: coordinates 0 .. n-1, constraints n .. n+m-1
  std::vector<Front> fronts;  // children before parents; one past the last to end the ranges
  std::vector<std::vector<Index>> children;
  std::vector<Index> border;                // positions of border unknowns, ascending
  std::vector<Index> in_parent;             // and the same as rows of the parent front
  std::vector<Entry> M_entries, G_entries;  // of a descriptor matrix
  Index storage = 0;                        // numbers in all fronts
  long factor_nonzeros = 0;
  double estimated_ns = 0;  // for one factorization

  Index count() const { return static_cast<Index>(fronts.size()) - 1; }
};

enum class Fronts { many, single };

// Of the descriptor matrix [M Gᵀ; G 0], with the lower triangle of M.
FrontTree make_front_tree(const Pattern& M, const Pattern& G, const std::vector<Index>& order, Fronts fronts);

// Of A + Aᵀ, without the places of its entries; `slack` numbers behind every column.
FrontTree make_front_tree(const Pattern& A, const std::vector<Index>& order, const FrontCost& cost, Index slack);

std::vector<Index> positions_of(const std::vector<Index>& order);  // of every unknown in the order
std::vector<Index> fronts_of(const FrontTree& tree);               // which front has a position as a pivot
// Where row or column `position` is found in a front.
Index row_in(const FrontTree& tree, const Front& front, Index position);

}  // namespace daedalus
