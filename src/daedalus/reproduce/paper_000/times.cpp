// times.cpp: [HNE, sections 6.3 and 6.4, Tables 8 and 9, the timings of ExplDEABM (a second Table 6), Figs. 7, 9, 10]:
// what infl-trap, infl-sdirk and expl-deabm need for 1 to 4 s, as ratios.
//
// Times are CPU times of the thread, finding events included. Runs of all methods take turns, and the fastest of each
// counts. Counts of evaluations stand beside them: they do not depend on the machine.
//
// Explicit runs are extrapolated from a short stretch behind the front bump, where their steps are limited by
// stability. A smooth start lets even an explicit method take long steps until errors of the stiff components have
// grown: a run-up before the stretch is not charged, and neither are the 0.5 s on the flat road, where the vehicle is
// settled:
//   time for T = (time per simulated second in the stretch) · (T − 0.5 s)
#include <fmt/format.h>

#include <algorithm>

#include "daedalus/reproduce/paper_000/paper_000.hpp"

namespace daedalus::reproduce::paper_000 {
namespace {

using Kind = StudyTable::Kind;

constexpr int longest = 4;                               // s, in steps of one
using PrintedTimes = std::array<PerTolerance, longest>;  // CPU seconds for 1, 2, 3, 4 s
constexpr PrintedTimes printed_trap = {
    {{42, 61, 158, 463}, {79, 155, 420, 1198}, {92, 189, 524, 1521}, {100, 206, 552, 1568}}};
constexpr PrintedTimes printed_sdirk = {
    {{33, 52, 90, 170}, {69, 124, 218, 433}, {81, 150, 248, 493}, {84, 155, 256, 500}}};
constexpr PrintedTimes printed_deabm = {
    {{3618, 3641, 3667, 3663}, {7276, 7348, 7287, 7276}, {10865, 11122, 10949, 10965}, {14480, 14771, 14630, 14592}}};

constexpr double free_of_charge = 0.5, run_up_from = 0.55;  // s

struct DriveCost {
  double seconds = 0;  // of CPU time
  double steps = 0, evaluations = 0, tangents = 0, factorizations = 0;
  std::string failure = {};
  bool is_extrapolated = false;

  DriveCost times(double factor) const {
    return {factor * seconds,
            factor * steps,
            factor * evaluations,
            factor * tangents,
            factor * factorizations,
            failure,
            true};
  }
};

DriveCost cost_of(const Result& result) {
  const Report& r = result.report;
  const auto number = [](long count) { return static_cast<double>(count); };
  return {.seconds = r.cpu_seconds,
          .steps = number(r.steps.accepted + r.steps.rejected),
          .evaluations = number(r.work.evaluations),
          .tangents = number(r.work.tangents),
          .factorizations = number(r.work.factorizations),
          .failure = result.status == RunStatus::done ? ""
                     : result.failure                 ? result.failure->message()
                                                      : "it stopped early"};
}

struct Times {
  std::string method;
  PrintedTimes printed;
  std::array<std::array<DriveCost, tolerances.size()>, longest> cost;  // by duration and tolerance
};

void keep_the_fastest(DriveCost& best, const DriveCost& now, int turn) {
  if (turn == 0 || now.seconds < best.seconds) best = now;
}

struct Stretch {
  double run_up, length;  // s
};
Stretch explicit_stretch(const ExperimentRunner& runner) {
  return runner.quick() ? Stretch{0.015, 0.005} : Stretch{0.03, 0.05};
}

// Where the stretch of expl-deabm begins, by tolerance: reached by the method itself, from the motion that for-sdirk
// computes.
std::vector<State> run_up(const ExperimentRunner& runner, const Mechanism& vehicle, const MethodChoice& method) {
  const State smooth =
      runner.run_to_tolerance(vehicle, as_in_the_paper("for-sdirk"), 1e-8, vehicle.start, run_up_from).final;
  std::vector<State> states;
  for (std::size_t k = 0; k < tolerance_count(runner); ++k)
    states.push_back(
        runner.run_to_tolerance(vehicle, method, tolerances[k], smooth, run_up_from + explicit_stretch(runner).run_up)
            .final);
  return states;
}

// Interleaved: what slows the machine down for a while hits all methods.
std::vector<Times> measure(const ExperimentRunner& runner, const Mechanism& vehicle,
                           const std::vector<int>& durations) {
  const int turns = runner.quick() ? 1 : 3;
  std::vector<Times> all = {
      {"infl-sdirk", printed_sdirk, {}}, {"infl-trap", printed_trap, {}}, {"expl-deabm", printed_deabm, {}}};
  const double length = explicit_stretch(runner).length;
  const std::vector<State> from = run_up(runner, vehicle, as_in_the_paper("expl-deabm"));
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t k = 0; k < tolerance_count(runner); ++k)
      for (Times& times : all) {
        const MethodChoice method = as_in_the_paper(times.method);
        const auto note = [&](int T, const DriveCost& cost) { keep_the_fastest(times.cost[T - 1][k], cost, turn); };
        if (times.method == "expl-deabm") {
          const DriveCost cost =
              cost_of(runner.run_to_tolerance(vehicle, method, tolerances[k], from[k], from[k].t + length));
          for (const int T : durations) note(T, cost.times((T - free_of_charge) / length));
        } else {
          for (const int T : durations)
            note(T, cost_of(runner.run_to_tolerance(vehicle, method, tolerances[k], vehicle.start, T)));
        }
      }
  return all;
}

StudyTable times_table(const ExperimentRunner& runner, const Times& times, const std::vector<int>& durations,
                       const std::string& label) {
  StudyTable table{
      .title = fmt::format("{}: CPU time of {}", label, times.method),
      .note =
          times.method == "expl-deabm"
              ? fmt::format(
                    "Extrapolated from {:g} ms after the front wheels hit the bump; the first 0.5 s are not counted.",
                    1e3 * explicit_stretch(runner).length)
              : "Runs from the start; the fastest of several is reported.",
      .columns = {{"tolerance", "", Kind::number, 1},
                  {"t", "s", Kind::number, 2},
                  {"paper", "s", Kind::paper, 5},
                  {"here", "s", Kind::ours, 3},
                  {"steps", "", Kind::number, 6},
                  {"evaluations", "", Kind::number, 6},
                  {"Jacobians", "", Kind::number, 6},
                  {"factorizations", "", Kind::number, 6}}};
  for (std::size_t k = 0; k < tolerance_count(runner); ++k)
    for (const int T : durations) {
      const DriveCost& c = times.cost[T - 1][k];
      table.rows.push_back({tolerances[k], static_cast<double>(T), times.printed[T - 1][k], c.seconds, c.steps,
                            c.evaluations, c.tangents, c.factorizations});
    }
  return table;
}

// Times of other machines and programs: within a factor of 1.5 of the paper's ratio is confirmed, above it better.
Finding judge(const Times& slow, const Times& fast, int T, std::size_t k) {
  const auto row = static_cast<std::size_t>(T - 1);
  const DriveCost &dear = slow.cost[row][k], &cheap = fast.cost[row][k];
  const double paper = slow.printed[row][k] / fast.printed[row][k], ratio = dear.seconds / cheap.seconds;
  Finding finding{.subject = fmt::format("{} against {}, {:.0e}", fast.method, slow.method, tolerances[k]),
                  .paper = fmt::format("{:.3g} times as fast", paper),
                  .ours = fmt::format("{:.3g} times ({:.3g} and {:.3g} s), {:.3g} times fewer evaluations", ratio,
                                      cheap.seconds, dear.seconds, dear.evaluations / cheap.evaluations),
                  .outcome = judge_figure(ratio, paper, 1.5),
                  .why = {}};
  if (const std::string& failure = dear.failure.empty() ? cheap.failure : dear.failure; !failure.empty()) {
    finding.outcome = Outcome::differs;
    finding.why = "a run failed: " + failure.substr(0, failure.find('\n'));
  } else {
    if (finding.outcome != Outcome::confirmed)
      finding.why = fmt::format("{:.2g} times the paper's ratio", ratio / paper);
    if (dear.is_extrapolated)
      finding.why += finding.why.empty() ? "explicit time extrapolated" : "; explicit time extrapolated";
  }
  return finding;
}

Finding judge_explicit(const ExperimentRunner& runner, const Times& explicit_times, int T) {
  const auto& costs = explicit_times.cost[T - 1];
  const auto [least, most] =
      std::minmax_element(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(tolerance_count(runner)),
                          [](const DriveCost& a, const DriveCost& b) { return a.steps < b.steps; });
  const double ratio = most->steps / least->steps;
  return {.subject = "expl-deabm, all tolerances",
          .paper = "the same time for every tolerance",
          .ours = fmt::format("{:.3g} to {:.3g} steps, {:.3g} to {:.3g} evaluations", least->steps, most->steps,
                              least->evaluations, most->evaluations),
          .outcome = ratio < 1.3 ? Outcome::confirmed : Outcome::differs,
          .why = ratio < 1.3 ? "stability limits the steps" : "they differ by more than 30 %"};
}

StudyChart times_chart(const ExperimentRunner& runner, const std::vector<Times>& all, int T) {
  StudyChart chart{.kind = StudyChart::Kind::work_precision,
                   .title = fmt::format("Figs. 7, 9: CPU time for {} s against the tolerance", T),
                   .x = {"tolerance", ""},
                   .y = {"CPU time", "s"},
                   .series = {}};
  for (const Times& times : all) {
    StudySeries series{.name = times.method, .x = {}, .y = {}};
    for (std::size_t k = 0; k < tolerance_count(runner); ++k) {
      series.x.push_back(tolerances[k]);
      series.y.push_back(times.cost[T - 1][k].seconds);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

StudyChart lengths_chart(const std::vector<Times>& all, const std::vector<int>& durations) {
  StudyChart chart{.title = "Fig. 10: CPU time against the length of the simulation, tolerance 1e-3",
                   .x = {"length", "s"},
                   .y = {.name = "CPU time", .unit = "s", .logarithmic = true},
                   .series = {}};
  for (const Times& times : all) {
    StudySeries series{.name = times.method, .x = {}, .y = {}};
    for (const int T : durations) {
      series.x.push_back(T);
      series.y.push_back(times.cost[T - 1][1].seconds);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

Account times(const ExperimentRunner& runner) {
  const Mechanism vehicle = load_vehicle(runner);
  const std::vector<int> durations = runner.quick() ? std::vector<int>{1} : std::vector<int>{1, 2, 3, 4};
  const int T = runner.quick() ? 1 : 2;
  const std::vector<Times> all = measure(runner, vehicle, durations);
  const Times &sdirk = all[0], &trap = all[1], &deabm = all[2];

  Figure implicit{.label = "Tables 8, 9",
                  .title = fmt::format("infl-sdirk and infl-trap, {} s", T),
                  .statement =
                      "infl-sdirk is faster because it takes larger steps; the difference is small at low accuracy and "
                      "grows with accuracy."};
  Figure against{.label = "section 6.4",
                 .title = fmt::format("implicit and explicit, {} s", T),
                 .statement =
                     "The explicit method needs about two orders of magnitude more time, the same for every tolerance, "
                     "and in proportion to the length of the simulation."};
  for (std::size_t k = 0; k < tolerance_count(runner); ++k) {
    implicit.findings.push_back(judge(trap, sdirk, T, k));
    against.findings.push_back(judge(deabm, sdirk, T, k));
  }
  against.findings.push_back(judge_explicit(runner, deabm, T));
  implicit.exhibits.emplace_back(times_table(runner, trap, durations, "Table 8"));
  implicit.exhibits.emplace_back(times_table(runner, sdirk, durations, "Table 9"));
  against.exhibits.emplace_back(times_table(runner, deabm, durations, "Section 6.4"));
  against.exhibits.emplace_back(times_chart(runner, all, T));
  if (durations.size() > 1) against.exhibits.emplace_back(lengths_chart(all, durations));
  return {std::move(implicit), std::move(against)};
}

}  // namespace daedalus::reproduce::paper_000
