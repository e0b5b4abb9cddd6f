// drift.cpp: [BAE, section 4.2, Figs. 5, 6]: the largest |g| of the car axle in time with h = 10 ms, and against h
// until t = 3 s. Jacobian J3, Baumgarte with alpha = 1/h, beta = 1/h². Rows of the model: (p·b)/L and (|p|² − L²)/(2L),
// half of what the test set writes.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/analysis/observed_order.hpp"
#include "daedalus/reproduce/paper_003/watched_drift.hpp"
#include "daedalus/reproduce/thinned.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

Figure in_time(const ExperimentRunner& runner, const Mechanism& mechanism) {
  const double h = 0.01, T = runner.quick() ? 20 : 100;
  Figure figure{.label = "Fig. 5",
                .title = "drift of the car axle over time",
                .statement =
                    "The error in the constraints of the unstabilized methods grows without bound; that of the "
                    "stabilized ones stays bounded."};
  StudyChart chart{.title = fmt::format("Fig. 5: largest |g|, h = {:g} s", h),
                   .x = {"t", "s"},
                   .y = {.name = "|g|", .unit = "m", .logarithmic = true},
                   .series = {}};
  for (const Variant& variant : variants()) {
    const WatchedDrift run = watch_drift(runner, mechanism, variant.method, h, T, Keep::history);
    const double late = run.largest_late;
    double first_tenth = 0;
    for (std::size_t i = 0; i < run.t.size() && run.t[i] < T / 10; ++i) first_tenth = std::max(first_tenth, run.g[i]);
    const bool stays = run.done() && late < 1.5 * first_tenth;
    figure.findings.push_back(
        {.subject = variant.title,
         .paper = variant.is_bounded ? "bounded" : "grows",
         .ours = run.done() ? fmt::format("{:.2e} until {:g} s, {:.2e} after {:g} s", first_tenth, T / 10, late, T / 2)
                            : run.failure,
         .outcome = stays == variant.is_bounded ? Outcome::confirmed : Outcome::differs,
         .why = stays == variant.is_bounded ? ""
                : stays                     ? "it grows by less than half after the first tenth of the run"
                                            : "it grows by more than half after the first tenth of the run"});
    chart.series.push_back(thinned(variant.title, run.t, run.g, 800));
  }
  figure.exhibits.emplace_back(std::move(chart));
  return figure;
}

Figure drift_against_step(const ExperimentRunner& runner, const Mechanism& mechanism) {
  Figure figure{
      .label = "Fig. 6",
      .title = "largest drift of the car axle versus step size",
      .statement =
          "O(h) without stabilization, O(h²) with Baumgarte's terms, O(h³) with one Newton step of projection."};
  StudyChart chart{.kind = StudyChart::Kind::convergence,
                   .title = "Fig. 6: largest |g| until t = 3 s",
                   .x = {"step size h", "s"},
                   .y = {"|g|", "m"},
                   .series = {},
                   .slopes = {1, 2, 3}};
  for (const Variant& variant : variants()) {
    std::vector<OrderPoint> points;
    StudySeries series{.name = variant.title, .x = {}, .y = {}, .order = variant.drift_order};
    const int finest = variant.drift_order == 3 ? 6 : runner.quick() ? 7 : 9;  // 2.4e-14 at 1/256 ms: round-off
    for (int k = 0; k < finest; ++k) {
      const double h = 8e-3 / (1 << k);
      const WatchedDrift run = watch_drift(runner, mechanism, variant.method, h, 3, Keep::figures_only);
      if (!run.done()) continue;
      points.push_back({h, run.largest, 0});
      series.x.push_back(h);
      series.y.push_back(run.largest);
    }
    const ObservedOrder seen = observe_order(points, variant.drift_order);
    const bool agrees = seen.slope && std::abs(*seen.slope - variant.drift_order) < 0.15;
    figure.findings.push_back({.subject = variant.title,
                               .paper = fmt::format("O(h^{})", variant.drift_order),
                               .ours = seen.slope ? fmt::format("slope {:.2f}, {:.2e} at h = 1 ms", *seen.slope,
                                                                series.y.size() > 3 ? series.y[3] : NAN)
                                                  : "no slope",
                               .outcome = agrees ? Outcome::confirmed : Outcome::differs,
                               .why = agrees ? "" : "more than 0.15 off"});
    chart.series.push_back(std::move(series));
  }
  figure.exhibits.emplace_back(std::move(chart));
  return figure;
}

Figure over_many_steps(const ExperimentRunner& runner, const Mechanism& mechanism) {
  const double h = 1e-3, T = runner.quick() ? 20 : 1000;
  Figure figure{.label = "section 3.4",
                .title = "drift over many steps",
                .statement =
                    "With just one Newton step of projection per step the error in the constraints is bounded by C h³ "
                    "on arbitrarily long intervals."};
  for (const Variant& variant : variants()) {
    if (!variant.is_bounded) continue;
    const WatchedDrift run = watch_drift(runner, mechanism, variant.method, h, T, Keep::figures_only);
    const WatchedDrift start = watch_drift(runner, mechanism, variant.method, h, 3, Keep::figures_only);
    const bool stays = run.done() && run.largest < 2 * start.largest;
    figure.findings.push_back(
        {.subject = variant.title,
         .paper = "bounded",
         .ours = fmt::format("{:.3e} in {:.0e} steps, {:.3e} in the first 3000", run.largest, T / h, start.largest),
         .outcome = stays ? Outcome::confirmed : Outcome::differs,
         .why = stays ? "" : "more than twice that of the first 3000 steps"});
  }
  return figure;
}

}  // namespace

Account drift(const ExperimentRunner& runner) {
  const Mechanism mechanism = runner.load("car_axle");
  Account account;
  account.push_back(in_time(runner, mechanism));
  account.push_back(drift_against_step(runner, mechanism));
  account.push_back(over_many_steps(runner, mechanism));
  return account;
}

}  // namespace daedalus::reproduce::paper_003
