// frontal_ldlt.hpp: K = L D Lᵀ of the descriptor matrix in a fixed elimination order, front by front.
//
//   K = [ M    Gᵀ  ]        D_k > 0 for coordinates, D_k < 0 for constraints, as the inertia of K demands
//       [ G   −E   ]        E ≥ 0 diagonal
//
// No pivots are exchanged: each is compared with the sum s_k of everything that was added to its diagonal entry in
// absolute value. share_k = ±D_k / s_k is what cancellation has left of it, and the error of the factors grows like
// eps / share. The caller reads the smallest shares and decides. Neither factorize() nor solve() allocates, and both do
// the same operations whatever the numbers.
#pragma once

#include "daedalus/linalg/front_tree.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class FrontalLdlt {
 public:
  struct Quality {
    double coordinates = 1;         // smallest share of a coordinate pivot
    double constraints = 1;         // and of a constraint pivot, E counted as added
    double largest_constraint = 0;  // largest s_k of a constraint: the size of G M⁻¹ Gᵀ
  };

  FrontalLdlt(const Pattern& M, const Pattern& G, const std::vector<Index>& order, Fronts fronts = Fronts::many);

  const FrontTree& tree() const { return tree_; }
  Quality factorize(const SparseMatrix& M, const SparseMatrix& G, const VecX& E);  // E: (m)
  void solve(VecX& b, VecX& c);                                                    // b becomes x, c becomes y

 private:
  void assemble(Index f, const SparseMatrix& M, const SparseMatrix& G, const VecX& E);
  void eliminate(const Front& front, const VecX& E);
  Quality judge() const;

  Index n_;
  FrontTree tree_;
  VecX fronts_;       // (tree.storage) all fronts, column by column; of the pivot columns L D remains
  VecX inverse_;      // (n + m) 1 / D_k
  VecX sum_, share_;  // (n + m) s_k; of every pivot what is left of it
  VecX x_;            // (n + m) right-hand side and solution in elimination order
  VecX local_;        // (largest front) the part of x_ a front works on
};

}  // namespace daedalus
