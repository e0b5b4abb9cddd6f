#include "daedalus/linalg/composed_matrix.hpp"

#include <gtest/gtest.h>

#include "linalg/random_matrices.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus {
namespace {

struct NewtonBlocks {
  PatternAndMatrix M{random_sparse(5, 1, 1)}, K{random_sparse(5, 2, 2)}, G{random_matrix(2, 5, 3)};
  ComposedMatrix newton{7, 7};
  ComposedMatrix::Block m = newton.place(M.pattern, 0, 0), k = newton.place(K.pattern, 0, 0);
  ComposedMatrix::Block gt = newton.place(G.pattern, 0, 5, Orientation::transposed), g = newton.place(G.pattern, 5, 0);
  ComposedMatrix::Block eps = newton.place_diagonal(2, 5, 5);

  NewtonBlocks() { newton.finish(); }
  void compose(double c_M, double c_K, double c_eps) {
    newton.clear();
    newton.add(m, c_M, M.A.values);
    newton.add(k, c_K, K.A.values);
    newton.add(gt, 1, G.A.values);
    newton.add(g, 3, G.A.values);
    newton.add_diagonal(eps, c_eps);
  }
  MatX expected(double c_M, double c_K, double c_eps) const {
    MatX A(7, 7);
    const MatX G_dense = G.A.to_dense();
    A << c_M * M.A.to_dense() + c_K * K.A.to_dense(), G_dense.transpose(), 3 * G_dense, c_eps * MatX::Identity(2, 2);
    return A;
  }
};

TEST(ComposedMatrix, IsTheSumOfItsBlocksWithTheirFactors) {
  NewtonBlocks blocks;
  blocks.compose(2, 0.25, -1e-3);
  EXPECT_LT((blocks.newton.matrix().to_dense() - blocks.expected(2, 0.25, -1e-3)).norm(), 1e-14);
}

TEST(ComposedMatrix, ForgetsTheLastCompositionAtClear) {
  NewtonBlocks blocks;
  blocks.compose(7, 8, 9);
  blocks.compose(1, -1, 0.5);
  EXPECT_LT((blocks.newton.matrix().to_dense() - blocks.expected(1, -1, 0.5)).norm(), 1e-14);
}

TEST(ComposedMatrix, PlacesSelectedRowsAndColumnsWhereTheyAreSent) {
  const PatternAndMatrix G(random_matrix(3, 4, 5));
  ComposedMatrix composed(5, 5);
  const std::vector<Index> rows = {2, -1, 0}, columns = {4, 1, -1, 3};
  const auto block = composed.place(G.pattern, rows, columns);
  const auto transposed = composed.place(G.pattern, columns, rows, Orientation::transposed);
  composed.finish();
  composed.add(block, 2, G.A.values);
  composed.add(transposed, -1, G.A.values);
  MatX expected = MatX::Zero(5, 5);
  const MatX dense = G.A.to_dense();
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 4; ++j) {
      const Index row = rows[i], column = columns[j];
      if (row < 0 || column < 0) continue;
      expected(row, column) += 2 * dense(i, j);
      expected(column, row) -= dense(i, j);
    }
  EXPECT_LT((composed.matrix().to_dense() - expected).norm(), 1e-15);
}

TEST(ComposedMatrix, HasTheUnionOfThePatterns) {
  NewtonBlocks blocks;
  const Pattern& pattern = *blocks.newton.matrix().pattern;
  const MatX all = blocks.M.A.to_dense().cwiseAbs() + blocks.K.A.to_dense().cwiseAbs();
  EXPECT_EQ(pattern.nonzeros(), (all.array() > 0).count() + 2 * 10 + 2);
}

TEST(ComposedMatrix, DoesNotAllocateWhenComposed) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  NewtonBlocks blocks;
  const long before = AllocationCount::now();
  blocks.compose(1, 2, 3);
  EXPECT_EQ(AllocationCount::now(), before);
}

TEST(ComposedMatrix, MayHaveNoBlocks) {
  ComposedMatrix empty(3, 3);
  empty.finish();
  EXPECT_EQ(empty.matrix().to_dense(), MatX::Zero(3, 3));
}

}  // namespace
}  // namespace daedalus
