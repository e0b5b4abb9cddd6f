// The linearization of a tree node by node, and its factors, against the matrices of an Evaluation composed and solved
// densely: every kind of joint, driven or not, loops, forces between bodies with and without states, nonholonomic rows,
// Euler parameters off the unit sphere.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "daedalus/formulation/recursive/tree_linearization.hpp"
#include "recursive/hung_zoo.hpp"
#include "recursive/random_trees.hpp"
#include "recursive/tree_sweeps.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

constexpr Want tangents = Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent |
                          Want::acceleration_tangent | Want::sigma_tangent;

struct Case {
  std::string name;
  Model model;
  double reach = 0.3, state_reach = 1;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (unsigned seed = 1; seed <= 36; ++seed) {
    RandomTree random(1200 + seed);
    const TreeOptions options{.bodies = 6 + static_cast<int>(seed % 9),
                              .moving = seed % 3 != 0,
                              .loops = static_cast<int>(seed % 4),
                              .forces = static_cast<int>(seed % 5)};
    all.push_back({fmt::format("tree{}", seed), seed % 4 == 0 ? random.planar(options) : random.spatial(options)});
  }
  for (const ZooCase& c : whole_zoo())
    for (const Hung hung : {Hung::free, Hung::on_arm})
      all.push_back({c.name, as_constraints(c.model, hung), 0.5 * c.reach, c.state_reach});
  return all;
}

// J(bq, bv) of motion_linearization.hpp from the blocks of an Evaluation.
MatX composed(const JointSystem& system, const Evaluation& y, double bq, double bv, ConstraintRows rows,
              const std::vector<Index>& dropped) {
  const Layout& l = system.layout();
  const Index nq = l.nq, ns = l.ns, nc = l.nc();
  MatX J = MatX::Zero(nq + ns + nc, nq + ns + nc);
  const MatX G = y.G.to_dense();
  J.topLeftCorner(nq, nq) = y.M.to_dense() + bq * y.r_q.to_dense() + bv * y.r_v.to_dense();
  J.block(0, nq, nq, ns) = bv * y.r_s.to_dense();
  J.topRightCorner(nq, nc) = G.transpose();
  J.block(nq, 0, ns, nq) = -bq * y.sigma_q.to_dense() - bv * y.sigma_v.to_dense();
  J.block(nq, nq, ns, ns) = MatX::Identity(ns, ns) - bv * y.sigma_s.to_dense();
  J.bottomLeftCorner(nc, nq) = G;
  if (rows == ConstraintRows::accelerations)
    J.bottomLeftCorner(nc, nq) += bq * y.g_ddot_q.to_dense() + bv * y.g_ddot_v.to_dense();
  else J.bottomLeftCorner(l.nw, nq) += bq / bv * y.g_dot_q.to_dense().bottomRows(l.nw);
  for (const Index row : dropped) {
    J.row(nq + ns + row).setZero();
    J.col(nq + ns + row).setZero();
    J(nq + ns + row, nq + ns + row) = 1;
  }
  return J;
}

TEST(TreeLinearization, RespondsAsTheMatricesOfAnEvaluation) {
  double worst = 0;
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const JointSystem system(c.model, JointSolver::automatic, ImplicitMatrix::recursive);
    RandomTree random(7);
    RandomStates states(system, {.q = c.reach, .s = c.state_reach});
    const State x = states();
    const Layout& l = system.layout();
    const Evaluation y = evaluate(system, x, tangents);
    const auto linearization = system.make_linearization();
    linearization->evaluate(x, InputValues(l.inputs));
    const VecX dq = random.numbers(l.nq), dv = random.numbers(l.nq), da = random.numbers(l.nq),
               ds = random.numbers(l.ns);
    const auto compare = [&](const VecX& ours, const VecX& theirs, double scale, const char* what) {
      if (ours.size() == 0) return;
      const double difference = (ours - theirs).lpNorm<Eigen::Infinity>() / (1 + scale);
      worst = std::max(worst, difference);
      EXPECT_LT(difference, 1e-12) << what;
    };
    const auto size = [](const MatX& A) { return A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff(); };
    for (const RowLevel level : {RowLevel::velocities, RowLevel::accelerations}) {
      VecX motion = VecX::Zero(l.nq), rates = VecX::Zero(l.ns), rows = VecX::Zero(l.nc());
      linearization->respond({{&dq}, {&dv}, {&da}, {&ds}}, {&motion, &rates, &rows, level});
      const MatX M = y.M.to_dense(), r_q = y.r_q.to_dense(), r_v = y.r_v.to_dense(), G = y.G.to_dense();
      compare(motion, M * da + r_q * dq + r_v * dv + y.r_s.to_dense() * ds, size(M) + size(r_q) + size(r_v), "motion");
      const MatX s_q = y.sigma_q.to_dense(), s_v = y.sigma_v.to_dense(), s_s = y.sigma_s.to_dense();
      compare(rates, s_q * dq + s_v * dv + s_s * ds, size(s_q) + size(s_v) + size(s_s), "rates");
      if (level == RowLevel::velocities)
        compare(rows, G * dv + y.g_dot_q.to_dense() * dq, size(G) + size(y.g_dot_q.to_dense()), "rows of velocities");
      else
        compare(rows, G * da + y.g_ddot_q.to_dense() * dq + y.g_ddot_v.to_dense() * dv,
                size(G) + size(y.g_ddot_q.to_dense()) + size(y.g_ddot_v.to_dense()), "rows of accelerations");
    }
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

TEST(TreeFactors, SolveTheMatrixComposedOfTheEvaluation) {
  double worst = 0;
  int solved = 0, poor = 0;
  for (const Case& c : cases()) {
    const JointSystem system(c.model, JointSolver::automatic, ImplicitMatrix::recursive);
    RandomTree random(8);
    RandomStates states(system, {.q = c.reach, .s = c.state_reach});
    const State x = states();
    const Layout& l = system.layout();
    const Evaluation y = evaluate(system, x, tangents);
    const auto linearization = system.make_linearization();
    linearization->evaluate(x, InputValues(l.inputs));
    const std::vector<Index> dropped = l.nc() > 2 ? std::vector<Index>{1} : std::vector<Index>{};
    for (const ConstraintRows rows : {ConstraintRows::positions, ConstraintRows::accelerations})
      for (const double h : {1e-3, 1e-1}) {
        SCOPED_TRACE(fmt::format("{}, h = {}", c.name, h));
        const double bq = 0.7 * h * h, bv = 0.9 * h;
        const MatX J = composed(system, y, bq, bv, rows, dropped);
        const Eigen::FullPivLU<MatX> reference(J);
        const VecX pivots = reference.matrixLU().diagonal().cwiseAbs();
        const double condition = pivots.maxCoeff() / pivots.minCoeff();
        const auto factors = linearization->make_factors(rows, dropped);
        const FactorStatus status = factors->factorize(*linearization, bq, bv);
        if (!(condition < 1e10)) {
          ++poor;
          continue;
        }
        EXPECT_EQ(status, FactorStatus::ok) << condition;
        if (status != FactorStatus::ok) continue;
        const VecX b = random.numbers(J.rows());
        VecX mine = b;
        factors->solve(mine);
        const VecX exact = reference.solve(b);
        const double difference = (mine - exact).norm() / (exact.norm() * condition);
        worst = std::max(worst, difference);
        ++solved;
        EXPECT_LT(difference, 1e-13) << (mine - exact).norm() / exact.norm() << " at condition " << condition;
      }
  }
  EXPECT_GT(solved, 4 * poor);
  RecordProperty("worst", fmt::format("{:.1e}, {} solved, {} singular", worst, solved, poor));
}

}  // namespace
}  // namespace daedalus::testing
