// dirk_stage_test.cpp: the matrix of the stage equations is exact, and eliminating its last lines gives Eq. (51) of the
// paper.
#include "daedalus/integrate/state_space/dirk_stage.hpp"

#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/state_space/stage_saddle.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "support/constrained_laws.hpp"

namespace daedalus {
namespace {

using testing::SleighInABowl;

const char* const stage_problems[] = {"pendulum", "polar_particle", "driven_pendulum",  "circular_track", "car_axle",
                                      "andrews",  "knife_edge",     "sleigh_in_a_bowl", "quarter_car"};

std::unique_ptr<System> make_problem(const std::string& name) {
  if (name == "sleigh_in_a_bowl") return std::make_unique<LawSystem<SleighInABowl>>(name);
  return find_closed_form(name).make();
}

struct StageBench {
  explicit StageBench(const std::string& problem)
      : system(make_problem(problem)), eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
    eq.evaluate(Want::jacobian | Want::sigma, x);
    partition = find_partition(eq.value.G, eq.layout().ng);
    stage.start(eq.layout(), partition);
    tangents.start(eq.layout(), DirkStage::tangents);
    const double h = problem == "andrews" ? 1e-3 : 0.05;
    stage.hA = h / 4;
    stage.at = x;
    stage.at.t = x.t + h / 4;
    stage.vh = x.v;
    stage.qh = x.q;
    stage.sh = x.s;
    stage.rate = eq.value.sigma;
    stage.predict_motion();
  }
  void leave_the_solution() {  // every term counts
    VecX dx(stage.size());
    for (Index j = 0; j < dx.size(); ++j) dx[j] = 0.3 * std::sin(1.0 + 2.0 * j);
    stage.correct(dx);
  }
  std::unique_ptr<System> system;
  Equations eq;
  State x;
  CoordinatePartition partition;
  DirkStage stage;
  Tangents tangents;
};

TEST(DirkStage, MatrixIsTheDerivativeOfTheResidual) {
  for (const std::string problem : stage_problems) {
    StageBench b(problem);
    b.leave_the_solution();
    b.tangents.evaluate(b.eq, b.stage.at);
    const MatX J = b.stage.compose(*b.tangents).to_dense();
    const Index n = b.stage.size();
    VecX plus(n), minus(n), dx = VecX::Zero(n);
    double worst = 0;
    for (Index j = 0; j < n; ++j) {
      const double eps = 1e-6 / (b.stage.hA * b.stage.hA);  // moves q by 1e-6
      dx[j] = -eps;
      b.stage.correct(dx);
      b.stage.residual(b.eq, plus);
      dx[j] = 2 * eps;
      b.stage.correct(dx);
      b.stage.residual(b.eq, minus);
      dx[j] = -eps;
      b.stage.correct(dx);
      dx[j] = 0;
      worst = std::max(worst, ((plus - minus) / (2 * eps) - J.col(j)).cwiseAbs().maxCoeff() / J.cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst, 3e-7) << problem;
  }
}

// By how much the saddle-point system of a stage misses the solution of all its lines, in units of the latter.
double miss_of_saddle(StageBench& b, const Evaluation& tangents) {
  VecX r(b.stage.size());
  for (Index i = 0; i < r.size(); ++i) r[i] = std::sin(1.0 + 3.0 * i);
  const VecX exact = solve_lu(b.stage.compose(tangents).to_dense(), r);
  StageSaddle saddle;
  saddle.start(b.eq.layout(), b.partition);
  const MatX S = saddle.compose(b.stage.hA, tangents).to_dense();
  VecX rhs(S.rows()), dx(b.stage.size());
  saddle.condense(b.stage.hA, tangents, r, rhs);
  saddle.expand(solve_lu(S, rhs), dx);
  return (dx - exact).lpNorm<Eigen::Infinity>() / exact.lpNorm<Eigen::Infinity>();
}

TEST(StageSaddle, SolvesTheStageUpToProductsOfVelocities) {
  for (const std::string problem :
       {"pendulum", "driven_pendulum", "circular_track", "car_axle", "andrews", "quarter_car"}) {
    StageBench b(problem);
    b.leave_the_solution();
    b.stage.hA /= 64;  // where the terms of first order lead
    b.tangents.evaluate(b.eq, b.stage.at);
    const double coarse = miss_of_saddle(b, *b.tangents);
    b.stage.hA /= 2;
    const double fine = miss_of_saddle(b, *b.tangents);
    if (coarse > 1e-9) {
      EXPECT_NEAR(coarse / fine, 2, 0.3) << problem << " " << coarse;
    }
    Evaluation without_products = *b.tangents;
    for (SparseMatrix* product : {&without_products.g_dot_q, &without_products.g_ddot_q, &without_products.g_ddot_v})
      product->values.setZero();
    EXPECT_LT(miss_of_saddle(b, without_products), 1e-9) << problem;
  }
}

// [HNE, Eqs. (34), (45), (51)] in dense algebra, with the terms of explicit time and of s.
MatX integration_jacobian(const StageBench& b) {
  const Layout& layout = b.eq.layout();
  const Evaluation& d = *b.tangents;
  const CoordinatePartition& p = b.partition;
  const Index nq = layout.nq, ns = layout.ns, m = p.rank();
  const MatX G = d.G.to_dense();
  MatX G_kept(m, nq), V(m, nq), A_q(m, nq), A_v(m, nq), G_u(m, m);
  for (Index k = 0; k < m; ++k) {
    const Index row = p.rows[k];
    G_kept.row(k) = G.row(row);
    V.row(k) = d.g_dot_q.to_dense().row(row);
    A_q.row(k) = d.g_ddot_q.to_dense().row(row);
    A_v.row(k) = d.g_ddot_v.to_dense().row(row);
  }
  for (Index k = 0; k < m; ++k) G_u.col(k) = G_kept.col(p.dependent[k]);
  MatX P = MatX::Zero(nq, nq);  // independent coordinates in place
  for (Index j = 0; j < nq; ++j)
    if (p.role[j] == CoordinateRole::independent) P(j, j) = 1;
  const auto spread = [&](const MatX& u) {
    MatX all = MatX::Zero(nq, nq);
    for (Index k = 0; k < m; ++k) all.row(p.dependent[k]) = u.row(k);
    return all;
  };
  const MatX inverse = m > 0 ? inverse_of(G_u) : MatX(0, 0);
  const MatX H = P + spread(-inverse * G_kept * P);
  const MatX J = spread(-inverse * V * H);
  const double beta = b.stage.hA;
  const MatX Wq = beta * beta * H, Wv = beta * H + beta * beta * J;
  MatX S = MatX::Zero(nq + ns + m, nq + ns + m);
  S.topLeftCorner(nq, nq) = d.M.to_dense() + d.r_q.to_dense() * Wq + d.r_v.to_dense() * Wv;
  S.topRightCorner(nq, m) = G_kept.transpose();
  S.bottomLeftCorner(m, nq) = G_kept + A_q * Wq + A_v * Wv;
  S.block(0, nq, nq, ns) = beta * d.r_s.to_dense();
  S.block(nq, 0, ns, nq) = -d.sigma_q.to_dense() * Wq - d.sigma_v.to_dense() * Wv;
  S.block(nq, nq, ns, ns) = MatX::Identity(ns, ns) - beta * d.sigma_s.to_dense();
  return S;
}

TEST(DirkStage, MakesTheCorrectionsOfTheIntegrationJacobianOfThePaper) {
  for (const std::string problem :
       {"pendulum", "polar_particle", "driven_pendulum", "circular_track", "car_axle", "andrews"}) {
    StageBench b(problem);
    for (Index j = 0; j < b.x.a.size(); ++j) b.stage.at.a[j] += std::sin(1.0 + j);
    for (Index j = 0; j < b.x.lambda.size(); ++j) b.stage.at.lambda[j] += std::cos(1.0 + j);
    b.stage.predict_motion();
    // as the paper does it: dependent coordinates satisfy the constraints in every iteration
    DependentRecovery recovery;
    recovery.start(b.eq.layout(), b.partition);
    recovery.factorize(b.eq.value.G);
    ASSERT_TRUE(recovery.recover_positions(b.eq, b.stage.at).ok());
    ASSERT_TRUE(recovery.recover_velocities(b.eq, b.stage.at).ok());
    b.tangents.evaluate(b.eq, b.stage.at);

    VecX r(b.stage.size());
    b.stage.residual(b.eq, r);
    const VecX ours = solve_lu(b.stage.compose(*b.tangents).to_dense(), r);
    const MatX S = integration_jacobian(b);
    const VecX paper = solve_lu(S, r.head(S.rows()));
    EXPECT_LT((ours.head(S.rows()) - paper).norm(), 1e-9 * paper.norm()) << problem;
    EXPECT_GT(paper.norm(), 1e-3) << problem << ": nothing was tested";
  }
}

// The last two lines are divided by b² and b: as h vanishes M and G remain.
TEST(DirkStage, ConditionStaysBoundedAsTheStepVanishes) {
  for (const std::string problem : {"pendulum", "andrews", "car_axle"}) {
    StageBench b(problem);
    b.tangents.evaluate(b.eq, b.x);
    std::vector<double> conditions;
    for (double h = problem == "andrews" ? 1e-3 : 0.1; h > 1e-8; h /= 10) {
      b.stage.hA = h / 4;
      const MatX J = b.stage.compose(*b.tangents).to_dense();
      conditions.push_back(J.norm() * inverse_of(J).norm());
    }
    const auto [least, most] = std::minmax_element(conditions.begin(), conditions.end());
    EXPECT_LT(*most / *least, 100) << problem;
  }
}

}  // namespace
}  // namespace daedalus
