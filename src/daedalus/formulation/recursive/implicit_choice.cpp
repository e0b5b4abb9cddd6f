#include "daedalus/formulation/recursive/implicit_choice.hpp"

#include <algorithm>

#include "daedalus/formulation/recursive/tree_borders.hpp"

namespace daedalus {
namespace {

constexpr double iterations = 6;  // with one matrix

std::vector<double> depths(const Tree& tree) {
  std::vector<double> depth(tree.nodes.size(), 0);  // coordinates from the root to the node
  for (Index i = tree.roots; i < tree.size(); ++i) depth[i] = depth[tree.node(i).parent] + tree.node(i).coordinates();
  return depth;
}

// M, r_q, r_v: one dot product for each pair of coordinates on one way to the root, and for each pair on the ways of two
// bodies with a force between them.
double composed_ns(const JointSystem& system) {
  const Tree& tree = system.tree();
  const ElementProjection& projection = *system.parts().projection;
  const std::vector<double> depth = depths(tree);
  double ways = 0, squares = 0, pairs = 0;
  for (Index i = tree.roots; i < tree.size(); ++i) {
    ways += depth[i] * tree.node(i).coordinates();
    squares += depth[i] * depth[i] * tree.node(i).coordinates();
  }
  for (const auto& pair : projection.pairs()) pairs += depth[projection.node(pair.a)] * depth[projection.node(pair.b)];
  for (const Index group : projection.loaded()) pairs += depth[projection.node(group)] * depth[projection.node(group)];
  const double n = system.layout().nq + system.layout().nc();
  const double tangents = 40 * ways + 6 * pairs, answers = 2.3 * ways;
  const double dense = 6 * n * n + 0.03 * n * n * n, sparse = 16 * ways + squares;
  const double solve = std::min(0.2 * n * n, 4 * ways);
  return tangents + std::min(dense, sparse) + iterations * (solve + answers);
}

double recursive_ns(const TreeLinearization& at) {
  const Tree& tree = at.tree();
  const TreeBorders borders(at, {}, BordersClose::early);
  const double dim = tree.is_planar ? 3 : 6, own = 3 * dim * dim;
  double ns = 0;
  for (Index i = tree.roots; i < tree.size(); ++i) {
    const double unknowns = tree.node(i).coordinates();
    const double m = static_cast<double>(borders.nodes[i].borders.size());
    ns += (tree.is_planar ? 1400 : 1900) + 700 * std::max(0.0, unknowns - 1) + 6 * ((dim + m) * (3 * dim + m) - own);
  }
  const double last = static_cast<double>(borders.nodes[tree.size()].borders.size());
  return ns + 2 * last * last * last;
}

}  // namespace

std::unique_ptr<MotionLinearization> make_linearization_if_cheaper(const JointSystem& system) {
  const double composed = composed_ns(system);
  constexpr double least_ns_of_a_node = 1400;
  if (composed < least_ns_of_a_node * (system.tree().size() - system.tree().roots)) return nullptr;
  auto linearization = std::make_unique<TreeLinearization>(system);
  if (composed < recursive_ns(*linearization)) return nullptr;
  return linearization;
}

}  // namespace daedalus
