// tree_borders.hpp: which borders of a tree are open at which node: the symbolic part of tree_factors.hpp.
//
// A border is carried from the nodes where its links are towards the root, and closed, that is eliminated, at the node
// beyond which everything that it connects lies. A multiplier needs motions that follow it: one whose links are all on
// one node acts against the ground and closes at the end, as does what hangs on several roots. First-order states that
// depend on each other close together.
#pragma once

#include "daedalus/formulation/recursive/tree_linearization.hpp"

namespace daedalus {

enum class BordersClose {
  early,  // as soon as possible
  late,   // constraint rows at the end: for what is not regular before
};

struct TreeBorders {
  TreeBorders(const TreeLinearization& at, const std::vector<Index>& dropped_rows, BordersClose closing);

  struct Border {
    BorderKind kind = BorderKind::row;
    Index number = 0;   // row, state or flow
    Index closes = -1;  // node; -1: at the end
  };
  struct Link {  // of the linearization
    Index link = 0, place = 0;
  };
  // What a node sees: borders that stay open, then those that close there.
  struct Node {
    std::vector<Index> borders;
    Index open = 0;
    std::vector<Index> in_parent;  // of those that stay open: their place at the parent, or at the end
    std::vector<Link> links;
    Index closing() const { return static_cast<Index>(borders.size()) - open; }
  };
  struct Couple {                                 // an entry of sigma_s
    Index node = -1, row = 0, col = 0, slot = 0;  // of borders, where they close
  };

  std::vector<Border> borders;
  std::vector<Node> nodes;  // and one more: the end
  std::vector<Couple> couples;
};

}  // namespace daedalus
