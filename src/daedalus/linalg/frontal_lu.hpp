// frontal_lu.hpp: A = L U of a square matrix with diagonal pivots in a fixed elimination order, front by front.
//
// Works on the pattern of A + Aᵀ. No pivots are exchanged: each is compared with the sum s_k of everything that was added to
// its diagonal entry in absolute value. share_k = |U_kk| / s_k is what cancellation has left of it, and the error of the
// factors grows like eps / share. The caller reads the smallest shares and decides. Neither factorize() nor the solves
// allocate, and all do the same operations whatever the numbers.
#pragma once

#include "daedalus/linalg/front_elimination.hpp"
#include "daedalus/linalg/front_tree.hpp"
#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class FrontalLu {
 public:
  struct Quality {
    double own = 1;     // smallest share of a pivot that has a diagonal entry in A
    double earned = 1;  // and of one that has none or a zero; 0 for what is not finite
  };

  FrontalLu(const Pattern& A, const std::vector<Index>& order);

  const FrontTree& tree() const { return tree_; }
  long factor_nonzeros() const { return 2 * tree_.factor_nonzeros - static_cast<long>(tree_.order.size()); }

  Quality factorize(const SparseMatrix& A);
  void solve(VecX& b);                                                              // b becomes x
  void solve_transposed(VecX& b);                                                   // with Aᵀ
  double reciprocal_condition() const { return smallest_pivot_ / largest_pivot_; }  // min |U_kk| / max |U_kk|

 private:
  void assemble(Index f, const SparseMatrix& A);
  void add_child(const Front& front, Index child);
  Quality judge();
  void gather(const Front& front);
  void scatter(const Front& front);

  FrontTree tree_;
  std::vector<FrontTree::Entry> entries_;  // of A, by front
  std::vector<Index> entries_of_;          // (fronts + 1) where those of a front start
  std::vector<char> is_earned_;            // (n) by position in the order
  std::vector<char> is_in_line_;           // (fronts) whether its border lies in its parent without gaps
  const FrontKernels& kernels_;
  VecX fronts_;   // (tree.storage) all fronts, column by column; L below the diagonal, U on it and above
  VecX inverse_;  // (n) 1 / U_kk
  VecX sum_;      // (n) s_k
  VecX x_;        // (n) right-hand side and solution in elimination order
  VecX local_;    // (largest front and slack) the part of x_ that lies in a border
  VecX removed_;  // (largest front) what a front adds to s
  double smallest_pivot_ = 0, largest_pivot_ = 1;
};

}  // namespace daedalus
