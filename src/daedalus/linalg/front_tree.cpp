#include "daedalus/linalg/front_tree.hpp"

#include <algorithm>
#include <numeric>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

// Row i of K, seen from position i of the order: the positions after i it is coupled to once all before are eliminated.
using Coupling = std::vector<std::vector<Index>>;

// A, or the descriptor matrix of M and G.
Coupling couple(const Pattern& M, const Pattern* G, const std::vector<Index>& position) {
  Coupling after(position.size());
  const auto connect = [&](Index i, Index j) {
    const auto [early, late] = std::minmax(position[i], position[j]);
    if (early != late) after[early].push_back(late);
  };
  for_each_entry(M, [&](Index i, Index j, Index) { connect(i, j); });
  if (G) for_each_entry(*G, [&](Index i, Index j, Index) { connect(M.rows() + i, j); });
  for (auto& mine : after) {
    std::ranges::sort(mine);
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    if (mine.size() > 1) after[mine[0]].insert(after[mine[0]].end(), mine.begin() + 1, mine.end());  // fill
  }
  return after;
}

// Each pivot starts as a front of its own and joins the front of the first pivot it is coupled to if that pays.
// Returns for each position the last pivot of its front.
std::vector<Index> merge(const Coupling& after, Fronts fronts, const FrontCost& cost) {
  const Index size = static_cast<Index>(after.size());
  if (fronts == Fronts::single) return std::vector<Index>(after.size(), size - 1);
  std::vector<Index> joins(after.size()), pivots(after.size(), 1);
  std::iota(joins.begin(), joins.end(), 0);
  for (Index i = 0; i < size; ++i) {
    if (after[i].empty()) continue;
    const Index next = after[i][0];
    const auto border = [&](Index front) { return static_cast<Index>(after[front].size()); };
    const double apart = cost(pivots[i], border(i)) + cost(pivots[next], border(next));
    if (cost(pivots[i] + pivots[next], border(next)) > apart) continue;
    joins[i] = next;
    pivots[next] += pivots[i];
  }
  for (Index i = size - 1; i >= 0; --i) joins[i] = joins[joins[i]];
  return joins;
}

void plan_assembly(FrontTree& tree, const Pattern& M, const Pattern& G) {
  const std::vector<Index> position = positions_of(tree.order), front_of = fronts_of(tree);

  std::vector<std::vector<FrontTree::Entry>> of_M(tree.count()), of_G(tree.count());
  const auto add = [&](auto& lists, Index i, Index j, Index source) {
    const auto [column, row] = std::minmax(position[i], position[j]);
    const Front& front = tree.fronts[front_of[column]];
    const Index target = front.storage + row_in(tree, front, row) + row_in(tree, front, column) * front.size;
    lists[front_of[column]].push_back({source, target});
  };
  for_each_entry(M, [&](Index i, Index j, Index source) {
    if (i >= j) add(of_M, i, j, source);
  });
  for_each_entry(G, [&](Index i, Index j, Index source) { add(of_G, M.rows() + i, j, source); });

  for (Index f = 0; f <= tree.count(); ++f) {
    tree.fronts[f].M_entries = static_cast<Index>(tree.M_entries.size());
    tree.fronts[f].G_entries = static_cast<Index>(tree.G_entries.size());
    if (f == tree.count()) break;
    tree.M_entries.insert(tree.M_entries.end(), of_M[f].begin(), of_M[f].end());
    tree.G_entries.insert(tree.G_entries.end(), of_G[f].begin(), of_G[f].end());
  }
}

// The tree without the places of entries.
FrontTree plan_fronts(const Coupling& after, const std::vector<Index>& order, Fronts fronts, const FrontCost& cost,
                      Index slack) {
  const std::vector<Index> last_pivot = merge(after, fronts, cost);
  const Index size = static_cast<Index>(order.size());

  // The pivots of a front must be neighbors in the order: sort by front, fronts by their last pivot. A pivot still
  // comes after all that are eliminated into it, so fill and pivots are those of the given order.
  std::vector<Index> moved(order.size());
  std::iota(moved.begin(), moved.end(), 0);
  std::ranges::stable_sort(moved, {}, [&](Index i) { return last_pivot[i]; });
  const std::vector<Index> now = positions_of(moved);

  FrontTree tree;
  for (const Index i : moved) tree.order.push_back(order[i]);
  std::vector<Index> front_of(order.size());
  for (Index k = 0; k < size;) {
    const Index last = last_pivot[moved[k]];
    Front front{.first = k, .border = static_cast<Index>(tree.border.size()), .storage = tree.storage};
    for (; k < size && last_pivot[moved[k]] == last; ++k) front_of[k] = tree.count() + 1;
    front.pivots = k - front.first;
    for (const Index i : after[last]) tree.border.push_back(now[i]);
    std::sort(tree.border.begin() + front.border, tree.border.end());
    front.size = front.pivots + static_cast<Index>(after[last].size());
    front.stride = front.size + slack;
    tree.storage += front.stride * front.size;
    tree.factor_nonzeros += front.pivots * (front.pivots + 1) / 2 + front.pivots * (front.size - front.pivots);
    tree.estimated_ns += cost(front.pivots, front.size - front.pivots);
    tree.fronts.push_back(front);
  }
  tree.fronts.push_back({.border = static_cast<Index>(tree.border.size())});

  tree.children.resize(tree.count());
  for (Index f = 0; f < tree.count(); ++f) {
    Front& front = tree.fronts[f];
    if (front.size == front.pivots) continue;
    front.parent = front_of[tree.border[front.border]];
    tree.children[front.parent].push_back(f);
    for (Index k = front.border; k < tree.fronts[f + 1].border; ++k)
      tree.in_parent.push_back(row_in(tree, tree.fronts[front.parent], tree.border[k]));
  }
  return tree;
}

}  // namespace

std::vector<Index> positions_of(const std::vector<Index>& order) {
  std::vector<Index> position(order.size());
  for (Index k = 0; k < static_cast<Index>(order.size()); ++k) position[order[k]] = k;
  return position;
}

std::vector<Index> fronts_of(const FrontTree& tree) {
  std::vector<Index> front_of(tree.order.size());
  for (Index f = 0; f < tree.count(); ++f)
    for (Index k = 0; k < tree.fronts[f].pivots; ++k) front_of[tree.fronts[f].first + k] = f;
  return front_of;
}

Index row_in(const FrontTree& tree, const Front& front, Index position) {
  if (position < front.first + front.pivots) return position - front.first;
  const auto first = tree.border.begin() + front.border, last = first + front.size - front.pivots;
  return front.pivots + static_cast<Index>(std::lower_bound(first, last, position) - first);
}

FrontTree make_front_tree(const Pattern& M, const Pattern& G, const std::vector<Index>& order, Fronts fronts) {
  FrontTree tree = plan_fronts(couple(M, &G, positions_of(order)), order, fronts, FrontCost::of_ldlt(), 0);
  plan_assembly(tree, M, G);
  return tree;
}

FrontTree make_front_tree(const Pattern& A, const std::vector<Index>& order, const FrontCost& cost, Index slack) {
  return plan_fronts(couple(A, nullptr, positions_of(order)), order, Fronts::many, cost, slack);
}

}  // namespace daedalus
