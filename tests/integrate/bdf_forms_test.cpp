// bdf_forms_test.cpp: BDF on the stabilized equations, on those of index 1 and as ordinary differential equations.
#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/methods/bdf.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"
#include "support/allocation_counter.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::largest;

struct Errors {
  double h = 0, q = 0, v = 0, lambda = 0;  // largest of the second half
};

// Steps of about h after a start with steps from h/2^14 on, so that what order 1 leaves there cannot be seen. They double
// now and then: formulas of order 4 and 5 are unstable on steps that go on growing.
Errors errors_of_order(const CatalogEntry& entry, const BdfOptions& options, double t_end, double h) {
  const auto system = entry.make();
  Equations eq(*system);
  State x = system->initial_guess(), y = x;
  make_consistent(eq, x);
  Bdf method(options);
  method.start(eq, x, {.apply = false});
  const auto take = [&](double step) {
    EXPECT_TRUE(method.step(eq, x, step, y).ok()) << entry.name << " at " << x.t << ", step " << step;
    method.accept(x, y, step);
    std::swap(x, y);
  };
  for (double step = h / (1 << 14); step < h; step *= 2)
    for (int k = 0; k < 8; ++k) take(step);
  const double rest = t_end - x.t, n = std::ceil(rest / h);
  ConsistentAccelerations consistent;
  consistent.start(system->layout());
  Errors errors{.h = rest / n};
  for (int k = 1; k <= n; ++k) {
    take(errors.h);
    if (k == n) x.t = t_end;
    const std::optional<State> exact = entry.reference(x.t);  // of some problems at the end only
    if (2 * k < n || !exact) continue;
    State shown = x;
    consistent.find(eq, shown);
    errors.q = std::max(errors.q, largest(shown.q - exact->q));
    errors.v = std::max(errors.v, largest(shown.v - exact->v));
    errors.lambda = std::max(errors.lambda, largest(shown.lambda - exact->lambda));
  }
  return errors;
}

class OrderOfBdf : public ::testing::TestWithParam<std::tuple<int, EquationForm>> {};

TEST_P(OrderOfBdf, IsReachedOnConstrainedProblems) {
  const auto [order, form] = GetParam();
  BdfOptions options{.form = form, .max_order = order};
  const double finer = std::array{1.0 / 32, 1.0 / 8, 1.0 / 4, 1.0 / 4, 1.0 / 2}[static_cast<std::size_t>(order - 1)];
  for (const auto& [problem, t_end, h] :
       {std::tuple{"polar_particle", 2.0, 0.06}, {"driven_pendulum", 2.0, 0.01}, {"car_axle", 0.5, 0.001}}) {
    const CatalogEntry& entry = find_closed_form(problem);
    const Errors coarse = errors_of_order(entry, options, t_end, finer * h),
                 fine = errors_of_order(entry, options, t_end, finer * h / 2);
    for (const auto& [name, error] : {std::pair{"q", &Errors::q}, {"v", &Errors::v}, {"lambda", &Errors::lambda}}) {
      const double slope = std::log(coarse.*error / fine.*error) / std::log(coarse.h / fine.h);
      EXPECT_GT(slope, order - 0.3) << problem << ", " << name << ": " << coarse.*error << " " << fine.*error;
      EXPECT_LT(slope, order + 0.7) << problem << ", " << name << ": " << coarse.*error << " " << fine.*error;
    }
  }
}

const char* const form_names[] = {"stabilized", "index1", "ode"};

INSTANTIATE_TEST_SUITE_P(Forms, OrderOfBdf,
                         ::testing::Combine(::testing::Values(1, 2, 3, 4, 5),
                                            ::testing::Values(EquationForm::stabilized, EquationForm::index1,
                                                              EquationForm::ode)),
                         [](const auto& of) {
                           return fmt::format("{}_{}", form_names[static_cast<int>(std::get<1>(of.param))],
                                              std::get<0>(of.param));
                         });

Result run_form(const System& system, const std::vector<OptionSetting>& options, double t_end, double rtol) {
  const auto method = make_method("bdf", options);
  return solve(
      system, *method, system.initial_guess(),
      {.t_end = t_end, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}, .output = Output::end_only});
}

TEST(FormsOfBdf, AreWithinTwentyTolerancesOfKnownSolutions) {
  for (const char* form : {"index1", "ode"})
    for (const auto& [problem, t_end] : {std::pair{"pendulum", 3.0},
                                         {"driven_pendulum", 5.0},
                                         {"polar_particle", 3.0},
                                         {"andrews", 0.03},
                                         {"circular_track", 10.0},
                                         {"knife_edge", 3.0},
                                         {"quarter_car", 2.0},
                                         {"stop_block", 5.0}}) {
      const CatalogEntry& entry = find_closed_form(problem);
      const auto system = entry.make();
      const State exact = entry.reference(t_end).value();
      for (const double rtol : {1e-4, 1e-6}) {
        const Result r = run_form(*system, {{"form", form}}, t_end, rtol);
        ASSERT_EQ(r.status, RunStatus::done) << form << ", " << problem << ": " << r.failure->message();
        EXPECT_LT(largest(r.final.q - exact.q), 20 * rtol * (1 + largest(exact.q))) << form << ", " << problem;
        EXPECT_LT(largest(r.final.v - exact.v), 20 * rtol * (1 + largest(exact.v))) << form << ", " << problem;
        EXPECT_LT(r.report.residuals.position, 1e-12) << form << ", " << problem;  // they are projected
      }
    }
}

// Constraints of acceleration leave those of position to the errors of the steps, which add up.
TEST(FormsOfBdf, DriftWithoutProjection) {
  const auto system = find_closed_form("pendulum").make();
  for (const char* form : {"index1", "ode"}) {
    const Result kept = run_form(*system, {{"form", form}}, 3, 1e-4);
    const Result left = run_form(*system, {{"form", form}, {"projection.level", "none"}}, 3, 1e-4);
    EXPECT_LT(kept.report.residuals.position, 1e-13) << form;
    EXPECT_GT(left.report.residuals.position, 1e-5) << form;
    EXPECT_LT(left.report.residuals.position, 1e-2) << form;
  }
}

TEST(FormsOfBdf, KeepAHolonomicRowOverANonholonomicOneAndRedundantRows) {
  const LawSystem<testing::SleighInABowl> sleigh("sleigh in a bowl");
  const LawSystem<testing::DoubledPendulum> twice("doubled pendulum");
  const State pendulum = find_closed_form("pendulum").reference(3).value();
  const Result stabilized = run_form(sleigh, {}, 2, 1e-8);
  for (const char* form : {"index1", "ode"}) {
    const Result r = run_form(sleigh, {{"form", form}}, 2, 1e-8);
    EXPECT_LT(largest(r.final.q - stabilized.final.q), 1e-6) << form;
    EXPECT_LT(largest(r.final.lambda - stabilized.final.lambda), 1e-4) << form;
    EXPECT_LT(largest(run_form(twice, {{"form", form}}, 3, 1e-7).final.q - pendulum.q), 1e-5) << form;
  }
}

// Exact tangents, and differences in both formalisms: the same motion with about the same work of Newton's method.
TEST(FormsOfBdf, AreSolvedWithAnyTangents) {
  for (const char* problem : {"andrews", "circular_track"}) {
    const CatalogEntry& entry = find_closed_form(problem);
    const auto system = entry.make();
    const double t_end = problem == std::string("andrews") ? 0.01 : 5;
    const Result exact = run_form(*system, {{"form", "ode"}}, t_end, 1e-5);
    for (const char* formalism : {"residual", "explicit"}) {
      const Result r = run_form(
          *system, {{"form", "ode"}, {"jacobian.source", "dense-fd"}, {"jacobian.formalism", formalism}}, t_end, 1e-5);
      ASSERT_EQ(r.status, RunStatus::done) << problem << ", " << formalism;
      EXPECT_LT(largest(r.final.q - exact.final.q), 1e-5) << problem << ", " << formalism;
      EXPECT_LT(r.report.steps.accepted, 1.2 * exact.report.steps.accepted) << problem << ", " << formalism;
      EXPECT_LT(r.report.steps.newton_iterations, 1.2 * exact.report.steps.newton_iterations) << formalism;
    }
  }
}

// 2 nq + ns columns, each a solution of the equations of motion.
TEST(FormsOfBdf, DifferenceAccelerationsOncePerColumn) {
  const auto system = find_closed_form("circular_track").make();
  const Result r = run_form(
      *system, {{"form", "ode"}, {"jacobian.source", "dense-fd"}, {"jacobian.formalism", "explicit"}}, 5, 1e-5);
  const Layout& l = system->layout();
  EXPECT_GT(r.report.work.tangents, 0);
  EXPECT_EQ(r.report.work.differences, r.report.work.tangents * (2 * l.nq + l.ns));
}

// What the specification of methods checks with default options.
TEST(FormsOfBdf, LeaveNoTraceOfRejectedStepsAndDoNotAllocate) {
  const std::vector<std::vector<OptionSetting>> forms = {
      {{"form", "index1"}},
      {{"form", "ode"}},
      {{"form", "ode"}, {"jacobian.source", "dense-fd"}, {"jacobian.formalism", "explicit"}}};
  for (const auto& form : forms)
    for (const char* problem : {"polar_particle", "knife_edge", "circular_track"}) {
      const auto system = find_closed_form(problem).make();
      Equations eq(*system), other(*system);
      State x = system->initial_guess();
      make_consistent(eq, x);
      State y = x, u = x, w = x;
      const auto straight = make_method("bdf", form), hesitant = make_method("bdf", form);
      straight->start(eq, x, {});
      hesitant->start(other, u, {});
      long before = 0;
      for (int k = 0; k < 30; ++k) {
        if (k == 2) before = AllocationCount::now();
        ASSERT_TRUE(straight->step(eq, x, 1e-3, y).ok());
        straight->accept(x, y, 1e-3);
        std::swap(x, y);
        hesitant->step(other, u, 3.7e-3, w);  // proposed, never accepted
        ASSERT_TRUE(hesitant->step(other, u, 1e-3, w).ok());
        hesitant->accept(u, w, 1e-3);
        std::swap(u, w);
        ASSERT_TRUE(x == u) << form.back().value << ", " << problem << " at step " << k;
      }
      if (AllocationCount::available()) {
        EXPECT_EQ(AllocationCount::now() - before, 0) << problem;
      }
    }
}

TEST(FormsOfBdf, RefuseAFormalismThatMeansNothing) {
  EXPECT_THROW(make_method("bdf", {{"jacobian.formalism", "explicit"}}), OptionError);
  EXPECT_THROW(make_method("bdf", {{"form", "ode"}, {"jacobian.formalism", "explicit"}}), OptionError);
}

}  // namespace
}  // namespace daedalus
