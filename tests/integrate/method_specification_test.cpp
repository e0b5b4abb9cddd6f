// method_specification_test.cpp: what every method must pass. A method joins by its line in method_table.cpp.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "daedalus/integrate/consistent.hpp"
#include "support/all_methods.hpp"
#include "support/allocation_counter.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::convergence;
using testing::Study;
using testing::StudyPoint;

// A step size that is comfortable for every method on every problem here.
constexpr double small_h = 1e-3;
const char* const constrained_problems[] = {"polar_particle", "driven_pendulum", "car_axle",
                                            "circular_track", "knife_edge",      "andrews"};
double step_for(const std::string& problem) { return problem == "andrews" ? 1e-5 : small_h; }

class MethodSpecification : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Method> method() const { return make_method(GetParam()); }
  const MethodRecord& record() const { return find_method(GetParam()).record; }
  IntegrationOptions steps_of(double h) const { return testing::steps_of(record(), h); }

  // A method that chooses its own steps says in a first answer how long one is.
  StepOutcome propose(Method& m, Equations& eq, const State& x, double h, State& y) const {
    StepOutcome outcome = m.step(eq, x, h, y);
    const bool is_shorter = record().control == StepControl::adaptive_only && outcome.ok() && outcome.error > 1;
    return is_shorter ? m.step(eq, x, outcome.suggested_h, y) : outcome;
  }

  void expect_declared_order(const std::string& problem, double t_end, double h) const {
    if (record().order_varies) GTEST_SKIP() << "chosen by error control: see the tests of the method itself";
    constexpr double floor = 2e-12;  // relative errors below it are round-off
    const Study study = convergence(GetParam(), find_closed_form(problem), t_end, h, 8);
    // Where nothing is slow, a dual-rate method is its fast part alone, whose error of order 4 may hide the one of order 3.
    const double more = record().family == "dual-rate Runge-Kutta" ? 2 : 0.5;
    const auto expect = [&](double measured, int declared, const char* what) {
      EXPECT_GT(measured, declared - 0.15) << problem << ", " << what << "\n" << study.table();
      EXPECT_LT(measured, declared + more) << problem << ", " << what << ": more than declared\n" << study.table();
    };
    // A new choice of coordinates comes at a slightly different time for every h, which makes single slopes uneven.
    const std::size_t steps = record().family == "implicit Runge-Kutta" ? 3 : 2;
    expect(study.order(&StudyPoint::q, floor, steps), record().order_q, "q");
    expect(study.order(&StudyPoint::v, floor, steps), record().order_v, "v");
    expect(study.order(&StudyPoint::lambda, floor, steps), record().order_lambda, "lambda");
  }
};

// One system with its consistent start state and the memory to integrate it.
struct MethodBench {
  explicit MethodBench(const std::string& problem)
      : system(find_closed_form(problem).make()), eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
  }
  std::unique_ptr<System> system;
  Equations eq;
  State x;
};

TEST_P(MethodSpecification, ReachesItsOrderWhenTheMassMatrixDependsOnTheCoordinates) {
  expect_declared_order("polar_particle", 5, 0.2);
}

TEST_P(MethodSpecification, ReachesItsOrderWhenTheConstraintDependsOnTime) {
  expect_declared_order("driven_pendulum", 5, 0.1);
}

TEST_P(MethodSpecification, ReachesItsOrderOnTheCarAxle) {
  // Until t = 3 an Euler step that damps takes more of the oscillation away than steps down to 1e-5 would make up for,
  // and multipliers of the middle of a step are still small differences of large errors.
  const bool is_slow = record().cost == StepCost::fixed && record().order_lambda == 1;
  expect_declared_order("car_axle", is_slow ? 0.5 : 3, is_slow ? 0.005 : 0.02);
}

TEST_P(MethodSpecification, DenseOutputReachesItsOrderInsideASmoothStep) {
  if (record().control == StepControl::adaptive_only) GTEST_SKIP() << "its steps are not ours: see its own tests";
  // Largest error over the inside of the steps, which begin on a solution that is much more accurate than they are.
  const CatalogEntry& problem = find_closed_form("polar_particle");
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.025}) {
    MethodBench bench("polar_particle");
    const auto m = method();
    double error = 0;
    for (int k = 0; k < 8; ++k) {
      const double t0 = 0.11 * k;
      State x = problem.reference(t0).value(), y = x, at = x;
      make_consistent(bench.eq, x);
      m->start(bench.eq, x, {});
      ASSERT_TRUE(m->step(bench.eq, x, h, y).ok());
      m->accept(x, y, h);
      for (const double theta : {0.0, 0.2, 0.5, 0.9, 1.0}) {
        m->interpolate(x, y, theta, at);
        EXPECT_NEAR(at.t, t0 + theta * h, 1e-15);
        const State exact = problem.reference(at.t).value();
        error = std::max({error, testing::largest(at.q - exact.q), testing::largest(at.v - exact.v)});
      }
    }
    errors.push_back(error);
  }
  const double slope = std::log2(errors[1] / errors[2]);
  EXPECT_GT(slope, record().dense_order + 1 - 0.25) << errors[0] << " " << errors[1] << " " << errors[2];
}

TEST_P(MethodSpecification, MakesTheSameStepWhateverNansFillTheWorkspace) {
  for (const std::string problem : constrained_problems) {
    MethodBench clean(problem), dirty(problem);
    const double h = step_for(problem);
    const auto m = method(), poisoned = method();
    State y = clean.x, z = dirty.x;
    m->start(clean.eq, clean.x, {});
    ASSERT_TRUE(propose(*m, clean.eq, clean.x, h, y).ok()) << problem;

    poisoned->start(dirty.eq, dirty.x, {});
    State nan = dirty.x;
    for (VecX* field : {&nan.q, &nan.v, &nan.a, &nan.lambda, &nan.s})
      field->setConstant(std::numeric_limits<double>::quiet_NaN());
    State ignored = nan;
    poisoned->step(dirty.eq, nan, h, ignored);  // leaves NaN in every array it touches
    dirty.eq.value.fill_with_nan();
    z = nan;
    ASSERT_TRUE(propose(*poisoned, dirty.eq, dirty.x, h, z).ok()) << problem;
    EXPECT_TRUE(y == z) << problem;
  }
}

TEST_P(MethodSpecification, DoesNotAllocateAfterTheFirstStep) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  if (record().is_external()) GTEST_SKIP() << "its record does not promise it: " << record().external.library;
  for (const std::string problem : constrained_problems) {
    MethodBench bench(problem);
    const auto m = method();
    Integration integration(bench.eq, *m, bench.x, 1, {.h = step_for(problem)});
    ASSERT_TRUE(integration.advance(1));
    const long before = AllocationCount::now();
    int taken = 0;
    while (taken < 100 && integration.advance(1)) ++taken;
    EXPECT_EQ(taken, 100) << problem;
    EXPECT_EQ(AllocationCount::now() - before, 0) << problem;
  }
}

TEST_P(MethodSpecification, ARejectedStepLeavesNoTrace) {
  if (record().is_external()) GTEST_SKIP() << "its record does not promise it: " << record().external.library;
  for (const std::string problem : constrained_problems) {
    MethodBench straight(problem), detour(problem);
    const double h = step_for(problem);
    const auto m = method(), hesitant = method();
    m->start(straight.eq, straight.x, {});
    hesitant->start(detour.eq, detour.x, {});
    State x = straight.x, y = x, u = detour.x, w = u;
    for (int k = 0; k < 20; ++k) {
      ASSERT_TRUE(m->step(straight.eq, x, h, y).ok());
      m->accept(x, y, h);
      std::swap(x, y);

      hesitant->step(detour.eq, u, 3.7 * h, w);  // proposed, never accepted
      ASSERT_TRUE(hesitant->step(detour.eq, u, h, w).ok());
      hesitant->accept(u, w, h);
      std::swap(u, w);
      ASSERT_TRUE(x == u) << problem << " at step " << k;
    }
  }
}

TEST_P(MethodSpecification, RestartsBitForBitFromACheckpoint) {
  for (const std::string problem : constrained_problems) {
    const CatalogEntry& entry = find_closed_form(problem);
    const auto system = entry.make();
    const bool adaptive = record().control != StepControl::fixed_only;
    SolveOptions options{.t_end = 60 * step_for(problem)};
    if (!adaptive) options.integration.h = 1.7 * step_for(problem);

    const auto whole_method = method();
    const Result whole = solve(*system, *whole_method, system->initial_guess(), options);
    ASSERT_EQ(whole.status, RunStatus::done) << problem;

    std::atomic<bool> stop = false;
    const long half = whole.report.steps.accepted / 2;
    SolveOptions first_half = options;
    first_half.cancel = &stop;
    first_half.on_step = [&](const Integration& i) { stop = i.counts().accepted >= half; };
    const auto first_method = method();
    const Result first = solve(*system, *first_method, system->initial_guess(), first_half);
    ASSERT_EQ(first.status, RunStatus::cancelled) << problem;

    SolveOptions second_half = options;
    second_half.restart = &first.checkpoint;
    const auto second_method = method();
    const Result second = solve(*system, *second_method, system->initial_guess(), second_half);
    if (record().is_external()) {  // which begins anew at a checkpoint, and says so
      const double most = 100 * options.integration.tolerances.rtol;
      EXPECT_LT(testing::largest(second.final.q - whole.final.q), most * (1 + testing::largest(whole.final.q)));
      EXPECT_LT(testing::largest(second.final.v - whole.final.v), most * (1 + testing::largest(whole.final.v)));
      ASSERT_EQ(second.report.warnings.size(), whole.report.warnings.size() + 1) << problem;
      EXPECT_NE(second.report.warnings.back().find("without history"), std::string::npos) << problem;
      continue;
    }
    EXPECT_TRUE(second.final == whole.final) << problem;
    EXPECT_EQ(first.trajectory.size() + second.trajectory.size(), whole.trajectory.size()) << problem;
    EXPECT_EQ(second.report.steps.accepted, whole.report.steps.accepted) << problem;
    EXPECT_EQ(second.report.work.evaluations, whole.report.work.evaluations) << problem;
    EXPECT_EQ(second.report.energy.work, whole.report.energy.work) << problem;
    EXPECT_EQ(second.report.energy.scale, whole.report.energy.scale) << problem;
    for (const Level level : all_levels) {
      EXPECT_EQ(second.report.residuals[level], whole.report.residuals[level]) << problem;
      EXPECT_EQ(second.report.bounds[level], whole.report.bounds[level]) << problem;
      EXPECT_EQ(second.report.residual_at[level].t, whole.report.residual_at[level].t) << problem;
      EXPECT_EQ(second.report.residual_at[level].row, whole.report.residual_at[level].row) << problem;
    }
  }
}

TEST_P(MethodSpecification, RunsTwiceToTheSameBits) {
  const auto system = find_closed_form("car_axle").make();
  State finals[2];
  for (State& final : finals) {
    const auto m = method();
    final = solve(*system, *m, system->initial_guess(), {.t_end = 0.5, .integration = steps_of(0.004)}).final;
  }
  EXPECT_TRUE(finals[0] == finals[1]);
}

TEST_P(MethodSpecification, KeepsTheConstraintsAtTheLevelItPromises) {
  const ConstraintLevel level = record().satisfies;
  const bool position = level == ConstraintLevel::position || level == ConstraintLevel::position_and_velocity;
  const bool velocity = level == ConstraintLevel::velocity || level == ConstraintLevel::position_and_velocity;
  for (const std::string problem : constrained_problems) {
    const auto system = find_closed_form(problem).make();
    const auto m = method();
    const double h = step_for(problem);
    const Result result = solve(*system, *m, system->initial_guess(), {.t_end = 200 * h, .integration = steps_of(h)});
    ASSERT_EQ(result.status, RunStatus::done) << problem;
    const double v = result.final.v.lpNorm<Eigen::Infinity>() + 1;
    const double most = record().is_external() ? Tolerances{}.rtol : 1e-13;
    if (position) {
      EXPECT_LT(result.report.residuals.position, most) << problem;
    }
    if (velocity) {
      EXPECT_LT(result.report.residuals.velocity, most * v) << problem;
    }
  }
}

TEST_P(MethodSpecification, FailsByValueAndKeepsTheTrajectoryWhenAForceTurnsNan) {
  class Exploding final : public System {
   public:
    Exploding() : System("exploding", make_layout()) {}
    State initial_guess() const override { return State(layout()); }
    void evaluate(Want, const State& x, Index, Evaluation& out, Workspace&) const override {
      out.M.as_dense()(0, 0) = 1;
      out.f[0] = x.t < 0.5 ? 1.0 : std::numeric_limits<double>::quiet_NaN();
      out.r[0] = x.a[0] - out.f[0];
      for (SparseMatrix* A : {&out.r_q, &out.r_v, &out.reaction_q}) A->values.setZero();
      out.energy = {};
    }
    static Layout make_layout() {
      Layout layout{.nq = 1,
                    .coordinates = {"x"},
                    .constraints = {},
                    .states = {},
                    .switches = {},
                    .patterns = Patterns::full(1, 0, 0),
                    .rate_groups = {}};
      return layout;
    }
  } system;
  const auto m = method();
  const bool has_fixed_steps = record().control != StepControl::adaptive_only;
  const Result result = solve(system, *m, system.initial_guess(), {.t_end = 1, .integration = steps_of(0.01)});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->kind, has_fixed_steps ? "not_finite" : "step_too_small");  // it creeps up to that point
  EXPECT_NEAR(result.failure->t, 0.5, 0.021);
  EXPECT_GT(result.trajectory.size(), has_fixed_steps ? 45u : 3u);
  EXPECT_TRUE(result.final.is_finite());
}

TEST_P(MethodSpecification, CarriesACompleteRecord) {
  const MethodRecord& r = record();
  EXPECT_EQ(method()->record().name, r.name);
  for (const std::string& text : {r.name, r.title, r.use_for, r.family, r.source, r.formula})
    EXPECT_FALSE(text.empty());
  EXPECT_GE(std::min({r.order_q, r.order_v, r.order_lambda, r.dense_order}), 1);
}

INSTANTIATE_TEST_SUITE_P(All, MethodSpecification, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_identifier);

TEST(MethodTable, NamesAreUnique) {
  const auto names = testing::all_methods();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

}  // namespace
}  // namespace daedalus
