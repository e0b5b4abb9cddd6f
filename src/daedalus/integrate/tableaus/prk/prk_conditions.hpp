// prk_conditions.hpp: what the coefficients of a partitioned Runge-Kutta method must meet to have an order       [HNW93, II.15].
//
// One condition per rooted tree with slow (s) and fast (f) nodes: with the stage weights
//   φ(leaf) = e,   φ(tree with the subtrees t_k) = Π_k A_k φ(t_k),   A_k = A or Â by the color of the root of t_k,
// it is b·φ(tree) = 1/γ(tree), with b or b̂ by the color of its root. 2 + 4 + 14 trees up to order 3, 52 of order 4.
// [HNW93] Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed.
#pragma once

#include <string>
#include <vector>

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus {

struct PrkCondition {
  std::string tree;  // 's[f[s]f]'
  int order = 0;
  double weight = 0, required = 0;  // b·φ and 1/γ
  double residual() const { return weight - required; }
};

// Of all trees with at most `order` nodes.
std::vector<PrkCondition> order_conditions(const RungeKuttaWeights& slow, const RungeKuttaWeights& fast, int order);

// The same for the embedded weights.
std::vector<PrkCondition> embedded_conditions(const PrkTableau& tableau, int order);

double largest_residual(const std::vector<PrkCondition>& conditions);

}  // namespace daedalus
