// step_sizes.cpp: [HNE, section 6.3, Fig. 8]: step sizes of both implicit methods in 4 s with a tolerance of 1e-3.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/reproduce/paper_000/paper_000.hpp"

namespace daedalus::reproduce::paper_000 {
namespace {

struct StepHistory {
  std::string method, failure = {};
  std::vector<double> t, h;  // end and length of every accepted step, s
  Report report = {};

  double mean() const { return h.empty() ? NAN : t.back() / static_cast<double>(h.size()); }
  // Of the steps that end in (from, to].
  double extreme(double from, double to, bool largest) const {
    double found = NAN;
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i] > from && t[i] <= to && !(largest ? h[i] <= found : h[i] >= found)) found = h[i];
    return found;
  }
};

StepHistory watch_steps(const ExperimentRunner& runner, const Mechanism& vehicle, const std::string& method,
                        double tolerance, double t_end) {
  StepHistory history{.method = method, .t = {}, .h = {}};
  double before = vehicle.start.t;
  Result result = runner.run_to_tolerance(vehicle, as_in_the_paper(method), tolerance, vehicle.start, t_end,
                                          [&](const Integration& integration) {
                                            const double t = integration.state().t;
                                            history.t.push_back(t);
                                            history.h.push_back(t - before);
                                            before = t;
                                          });
  if (result.status != RunStatus::done)
    history.failure = result.failure ? result.failure->message() : "it stopped early";
  history.report = std::move(result.report);
  return history;
}

// Behind an edge the first steps are short whatever the method does; that counts as sensing it. A step that is cut to
// end at the edge belongs to the road before.
Finding senses(const StepHistory& history, const std::string& axle) {
  constexpr double on_the_bump = 0.03, around = 0.6;  // s
  const double hit = first_edge(history.report, axle);
  const double before = history.extreme(hit - around, hit, true),
               shortest = history.extreme(hit, hit + on_the_bump, false);
  const double after = history.extreme(hit + on_the_bump, hit + around, true);
  const bool is_right = shortest < 0.1 * before && after > 10 * shortest;
  return {.subject = fmt::format("{}, {} wheels", history.method, axle),
          .paper = "steps shrink at the bump and grow again after it",
          .ours = fmt::format("{:.1e} s before, {:.1e} s on it, {:.1e} s after it", before, shortest, after),
          .outcome = is_right ? Outcome::confirmed : Outcome::differs,
          .why = is_right ? "" : "by a factor of less than ten"};
}

}  // namespace

Account step_sizes(const ExperimentRunner& runner) {
  const Mechanism vehicle = load_vehicle(runner);
  const double tolerance = 1e-3, T = 4;
  Figure figure{.label = "Fig. 8",
                .title = "step sizes, tolerance 1e-3",
                .statement =
                    "Steps shrink when the front wheels (0.5 s) and the rear wheels (1.2 s) hit the bump and grow "
                    "again after it; those of infl-sdirk are substantially larger than those of infl-trap."};
  StudyChart chart{.title = "Fig. 8: step sizes, tolerance 1e-3",
                   .x = {"t", "s"},
                   .y = {.name = "h", .unit = "s", .logarithmic = true},
                   .series = {}};
  std::vector<StepHistory> runs;
  for (const char* method : {"infl-trap", "infl-sdirk"}) {
    const StepHistory& run = runs.emplace_back(watch_steps(runner, vehicle, method, tolerance, T));
    if (!run.failure.empty())
      figure.findings.push_back(
          {.subject = method, .paper = "runs", .ours = "fails", .outcome = Outcome::differs, .why = run.failure});
    figure.findings.push_back(senses(run, "front"));
    figure.findings.push_back(senses(run, "rear"));
    chart.series.push_back({.name = method, .x = run.t, .y = run.h});
  }
  const double ratio = runs[1].mean() / runs[0].mean();
  figure.findings.push_back({.subject = "infl-sdirk against infl-trap",
                             .paper = "substantially larger",
                             .ours = fmt::format("mean step {:.2g} times as large: {} and {} steps, {} and {} rejected",
                                                 ratio, runs[1].h.size(), runs[0].h.size(),
                                                 runs[1].report.steps.rejected, runs[0].report.steps.rejected),
                             .outcome = ratio > 1.5 ? Outcome::confirmed : Outcome::differs,
                             .why = ratio > 1.5 ? "" : "less than 1.5 times"});
  figure.exhibits.emplace_back(std::move(chart));
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_000
