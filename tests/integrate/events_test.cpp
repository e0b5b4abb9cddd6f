#include "daedalus/integrate/events.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/stop_block.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

// Period of the pendulum released from the horizontal, elliptic integral: IFToMM benchmark A01, L = 1 m, g = 9.81 m/s².
constexpr double period = 2.3678419475762374493;

Result run(const std::string& problem, const SolveOptions& options) {
  const auto system = make_closed_form(problem);
  const auto method = make_method("dopri5");
  return solve(*system, *method, system->initial_guess(), options);
}

SolveOptions accurate(double t_end) { return {.t_end = t_end, .integration = {.tolerances = {1e-12, 1e-13}}}; }

const auto x_of_pendulum = [](const State& x) { return x.q[0]; };

TEST(Events, FindsEveryPassageOfThePendulumThroughTheVertical) {
  SolveOptions options = accurate(2 * period);
  options.events = {{.name = "bottom", .value = x_of_pendulum}};
  const Result result = run("pendulum", options);
  ASSERT_EQ(result.report.events.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(result.report.events[k].t, (0.25 + 0.5 * static_cast<double>(k)) * period, 1e-9);
}

TEST(Events, CountsOnlyTheAskedDirection) {
  SolveOptions options = accurate(2 * period);
  options.events = {{.name = "to the left", .value = x_of_pendulum, .crossing = Crossing::falling}};
  const Result result = run("pendulum", options);
  ASSERT_EQ(result.report.events.size(), 2u);
  EXPECT_NEAR(result.report.events[1].t, 1.25 * period, 1e-9);
}

TEST(Events, StopTheRunAtAConsistentState) {
  SolveOptions options = accurate(10);
  options.events = {{.name = "bottom", .value = x_of_pendulum, .action = EventAction::stop}};
  const Result result = run("pendulum", options);
  EXPECT_EQ(result.status, RunStatus::stopped_by_event);
  EXPECT_NEAR(result.final.t, period / 4, 1e-9);
  EXPECT_NEAR(result.final.q[0], 0, 1e-12);
  EXPECT_NEAR(result.final.q[1], -1, 1e-13);
  EXPECT_NEAR(result.final.v[0], -std::sqrt(2 * 9.81), 1e-9);  // energy
  EXPECT_EQ(result.trajectory.back(), result.final);
}

TEST(Events, ARestartDoesNotFindTheSameCrossingAgain) {
  SolveOptions options = accurate(2 * period);
  options.events = {{.name = "bottom", .value = x_of_pendulum, .action = EventAction::restart}};
  const Result result = run("pendulum", options);
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(result.report.events.size(), 4u);
  const State reference = find_closed_form("pendulum").reference(0).value();
  EXPECT_NEAR(result.final.q[0], reference.q[0], 1e-8);
}

TEST(Events, TwoEventsInOneStepComeInTheOrderOfTime) {
  SolveOptions options = accurate(0.8 * period);
  options.integration.h = 0.05;
  options.events = {{.name = "later", .value = [](const State& x) { return x.t - 0.74; }},
                    {.name = "earlier", .value = [](const State& x) { return x.t - 0.72; }}};
  const Result result = run("pendulum", options);
  ASSERT_EQ(result.report.events.size(), 2u);
  EXPECT_EQ(result.report.events[0].name, "earlier");
  EXPECT_NEAR(result.report.events[0].t, 0.72, 1e-14);
  EXPECT_NEAR(result.report.events[1].t, 0.74, 1e-14);
}

// A point in free fall: the motion goes on as it is extrapolated.
TEST(Events, AreForeseenWhereTheMotionGoesOn) {
  State x;
  x.t = 2;
  x.q = VecX::Constant(1, 0.5), x.v = VecX::Constant(1, 3.0), x.a = VecX::Constant(1, -9.81);
  const auto height = [](double h) { return [h](const State& at) { return at.q[0] - h; }; };
  const double rise = (3 - std::sqrt(9 - 2 * 9.81 * 0.4)) / 9.81;  // to 0.9
  EventFinder finder({{.name = "noted, not foreseen", .value = height(0.6)},
                      {.name = "up and down again", .value = height(0.9), .action = EventAction::restart},
                      {.name = "behind it", .value = height(0.95), .action = EventAction::restart}},
                     x);
  EXPECT_NEAR(finder.foresee(x, 1, 16), 2 + rise, 1e-14);
  EXPECT_EQ(finder.foresee(x, 0.9 * rise, 4), std::numeric_limits<double>::infinity());
}

TEST(Events, ThatHappenAtOnceRestartTheRunOnce) {
  SolveOptions options = accurate(1);
  const auto at_time = [](double t) { return [t](const State& x) { return x.t - t; }; };
  options.integration.tolerances = {1e-4, 1e-4};
  options.events = {{.name = "second", .value = at_time(0.72 + 1e-11), .action = EventAction::restart},
                    {.name = "first", .value = at_time(0.72), .action = EventAction::restart},
                    {.name = "third", .value = at_time(0.73), .action = EventAction::restart}};
  const Result result = run("pendulum", options);
  ASSERT_EQ(result.report.events.size(), 3u);
  EXPECT_EQ(result.report.events[0].name, "first");
  EXPECT_EQ(result.report.events[1].name, "second");
  EXPECT_EQ(result.report.events[2].name, "third");
  EXPECT_NEAR(result.report.events[1].t, 0.72 + 1e-11, 1e-14);
  EXPECT_GT(result.report.h_smallest, 1e-8) << "a step between the first two";
}

TEST(Switches, TheBlockMeetsAndLeavesItsStopAtTheExactTimes) {
  const CatalogEntry& problem = find_closed_form("stop_block");
  const Result result = run("stop_block", accurate(problem.t_end));
  const StopBlock exact;
  ASSERT_GE(result.report.events.size(), 4u);
  for (std::size_t n = 0; n < result.report.events.size(); ++n)
    EXPECT_NEAR(result.report.events[n].t, exact.crossing_time(static_cast<int>(n)), 1e-9) << n;
  EXPECT_GT(exact.crossing_time(static_cast<int>(result.report.events.size())), problem.t_end) << "one was missed";
  EXPECT_NEAR(result.final.q[0], exact.exact(problem.t_end).q[0], 1e-9);
}

// Out of reach of its switches, so that nothing is searched for: one state per accepted step, and the start.
struct CountedBlock : StopBlock {
  static constexpr int n_switches = 3;
  long* asked = nullptr;
  template <class S>
  Vec<S, 3> switches(const S&, const Vec<S, 1>& q, const Vec<S, 1>&, const Vec<S, 0>&) const {
    if (asked) ++*asked;
    return Vec<S, 3>{q[0] - 10, q[0] - 11, q[0] - 12};
  }
  std::vector<std::string> switch_names() const { return {"a", "b", "c"}; }
};

TEST(Switches, AreEvaluatedOncePerStateHoweverManyThereAre) {
  long asked = 0;
  CountedBlock block;
  block.asked = &asked;
  const LawSystem<CountedBlock> system("counted_block", block);
  const Result result =
      solve(system, *make_method("rk4"), system.initial_guess(), {.t_end = 0.2, .integration = {.h = 0.01}});
  ASSERT_EQ(result.report.steps.accepted, 20);
  EXPECT_EQ(asked, 21);
}

}  // namespace
}  // namespace daedalus
