// corrector_matrix_test.cpp: a table composes what its lines say, here against the same sums in dense algebra.
#include "daedalus/integrate/corrector/corrector_matrix.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/corrector/tangents.hpp"

namespace daedalus {
namespace {

using E = Evaluation;
using Part = CorrectorMatrix::Part;
constexpr CorrectorMatrix::Coefficient times_one = CorrectorMatrix::one, times_first{1}, times_second{2};

// Blocks of arbitrary values on the patterns of a system with holonomic and nonholonomic rows or first-order states.
struct AnyBlocks {
  explicit AnyBlocks(const std::string& name) : system(make_closed_form(name)), blocks(system->layout()) {
    int k = 0;
    for (SparseMatrix E::*block :
         {&E::M, &E::G, &E::r_q, &E::r_v, &E::r_s, &E::g_dot_q, &E::sigma_q, &E::sigma_v, &E::sigma_s})
      for (double& value : (blocks.*block).values) value = std::sin(1.0 + 3.0 * ++k);
  }
  std::unique_ptr<System> system;
  Evaluation blocks;
};

TEST(CorrectorMatrix, HoldsTheSumOfItsLines) {
  for (const std::string name : {"knife_edge", "quarter_car", "andrews"}) {
    AnyBlocks b(name);
    const Layout& layout = b.system->layout();
    const Index nq = layout.nq, ns = layout.ns, nc = layout.nc(), ng = layout.ng, nw = layout.nw, size = nq + ns + nc;
    const Part motion(0, nq), states(nq, ns), rows(nq + ns, nc);
    CorrectorMatrix matrix;
    matrix.start(layout, size,
                 {{&E::M, motion, motion, times_one},
                  {&E::r_q, motion, motion, times_second},
                  {&E::r_s, motion, states, -times_first},
                  {&E::sigma_s, states, states, -times_second},
                  {CorrectorMatrix::identity, states, states, times_one},
                  {&E::G, motion, rows, times_one, Orientation::transposed},
                  {&E::G, rows, motion, times_first, Orientation::as_is, 1},
                  {&E::g_dot_q, rows.only(ng, nw), motion, times_second}});
    Evaluation other = b.blocks;
    other.G.values *= 2;
    for (const double c : {0.5, -3.0}) {  // the second composition knows nothing of the first
      MatX expected = MatX::Zero(size, size);
      expected.topLeftCorner(nq, nq) = b.blocks.M.to_dense() + c * c * b.blocks.r_q.to_dense();
      expected.block(0, nq, nq, ns) = -c * b.blocks.r_s.to_dense();
      expected.block(nq, nq, ns, ns) = MatX::Identity(ns, ns) - c * c * b.blocks.sigma_s.to_dense();
      expected.topRightCorner(nq, nc) = b.blocks.G.to_dense().transpose();
      expected.bottomLeftCorner(nc, nq) = c * other.G.to_dense();
      expected.bottomLeftCorner(nw, nq) += c * c * b.blocks.g_dot_q.to_dense().bottomRows(nw);
      EXPECT_LT((matrix.compose({c, c * c}, {&b.blocks, &other}).to_dense() - expected).cwiseAbs().maxCoeff(), 1e-14)
          << name;
    }
  }
}

TEST(CorrectorMatrix, RedundantRowsHaveAOneOnTheDiagonalAndNowhereElse) {
  AnyBlocks b("andrews");
  const Index nc = b.system->layout().nc();
  const Part redundant = Part::left_out({1, 4}, 0, nc);
  CorrectorMatrix matrix;
  matrix.start(b.system->layout(), nc, {{CorrectorMatrix::identity, redundant, redundant, times_one}});
  MatX expected = MatX::Zero(nc, nc);
  expected(1, 1) = expected(4, 4) = 1;
  EXPECT_EQ(matrix.compose({}, {&b.blocks}).to_dense(), expected);
  EXPECT_EQ(matrix.pattern().nonzeros(), 2);
}

TEST(CorrectorMatrix, GivenBlocksAreAddedByHand) {
  AnyBlocks b("pendulum");
  const Part all(0, 2);
  CorrectorMatrix matrix;
  matrix.start(b.system->layout(), 2, {{CorrectorMatrix::identity, all, all, times_one}},
               {{Pattern::full(2, 2), all, all}});
  matrix.begin({});
  matrix.add_values(0, -2, VecX::LinSpaced(4, 1, 4));
  matrix.add(0, b.blocks);
  MatX expected(2, 2);
  expected << 1 - 2, -6, -4, 1 - 8;  // column by column
  EXPECT_EQ(matrix.matrix().to_dense(), expected);
}

}  // namespace
}  // namespace daedalus
