#include "daedalus/integrate/tableaus/prk/prk_conditions.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

enum class Rate { slow, fast };

struct RootedTree {
  std::string text;
  Rate root = Rate::slow;
  int nodes = 1;
  double gamma = 1;  // γ = nodes · Π γ of the subtrees
  VecX phi;
};

struct Coefficients {
  const RungeKuttaWeights &slow, &fast;
  const RungeKuttaWeights& of(Rate rate) const { return rate == Rate::slow ? slow : fast; }
};

// Adds all trees whose root has the subtrees chosen so far and more of those from `first` on, with `left` nodes to place.
void grow(const Coefficients& k, const std::vector<RootedTree>& smaller, std::size_t first, int left,
          const RootedTree& so_far, std::vector<RootedTree>& made) {
  if (left == 0) {
    RootedTree tree = so_far;
    if (tree.nodes > 1) tree.text += "]";
    tree.gamma *= tree.nodes;
    made.push_back(std::move(tree));
    return;
  }
  for (std::size_t i = first; i < smaller.size(); ++i) {
    const RootedTree& branch = smaller[i];
    if (branch.nodes > left) continue;
    RootedTree longer = so_far;
    longer.text += (so_far.text.size() == 1 ? "[" : "") + branch.text;
    longer.gamma *= branch.gamma;
    longer.phi = so_far.phi.cwiseProduct(k.of(branch.root).A * branch.phi);
    grow(k, smaller, i, left - branch.nodes, longer, made);
  }
}

std::vector<RootedTree> make_trees(const Coefficients& k, int order) {
  std::vector<RootedTree> all;
  for (int nodes = 1; nodes <= order; ++nodes) {
    std::vector<RootedTree> made;
    for (const Rate root : {Rate::slow, Rate::fast})
      grow(k, all, 0, nodes - 1, {root == Rate::slow ? "s" : "f", root, nodes, 1, VecX::Ones(k.slow.b.size())}, made);
    all.insert(all.end(), made.begin(), made.end());
  }
  return all;
}

std::vector<PrkCondition> weigh(const Coefficients& k, VecX RungeKuttaWeights::*weights, int order) {
  std::vector<PrkCondition> conditions;
  for (const RootedTree& tree : make_trees(k, order))
    conditions.push_back({tree.text, tree.nodes, (k.of(tree.root).*weights).dot(tree.phi), 1 / tree.gamma});
  return conditions;
}

}  // namespace

std::vector<PrkCondition> order_conditions(const RungeKuttaWeights& slow, const RungeKuttaWeights& fast, int order) {
  return weigh({slow, fast}, &RungeKuttaWeights::b, order);
}

std::vector<PrkCondition> embedded_conditions(const PrkTableau& tableau, int order) {
  return weigh({tableau.slow, tableau.fast}, &RungeKuttaWeights::b_embedded, order);
}

double largest_residual(const std::vector<PrkCondition>& conditions) {
  double largest = 0;
  for (const PrkCondition& condition : conditions) largest = std::max(largest, std::abs(condition.residual()));
  return largest;
}

}  // namespace daedalus
