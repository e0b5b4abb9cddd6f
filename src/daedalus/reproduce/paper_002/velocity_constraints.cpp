// velocity_constraints.cpp: [NJK09, section 3.3, Figs. 11-15]: how far the velocities leave the constraints, G v + g_t,
// in the pin between crank and ground of the slider crank without damper, 10 s, h = 2^-10 s. The paper plots the x row
// against the y row.
//
// The bound of the stabilized methods is that of round-off: the largest row at any step over 1 + the largest velocity.
// For the others, the slope of that figure against h. "The same shape" is measured: the curves of two methods, each
// divided by its own size, should coincide.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/reproduce/paper_002/watched_run.hpp"

namespace daedalus::reproduce::paper_002 {
namespace {

constexpr double round_off = 1e-12;

const char* figure_label(const std::string& method) {
  return method == "hht-add"   ? "Fig. 11"
         : method == "hht-si2" ? "Fig. 12"
         : method == "newmark" ? "Fig. 13"
         : method == "hht-i3"  ? "Fig. 14"
         : method == "nstiff"  ? "Fig. 15"
                               : "";
}

StudyChart phase_plot(const WatchedRun& run) {
  const std::string label = figure_label(run.method.name);
  StudyChart chart{
      .title = fmt::format("{}{}, h = {:.4g} s", label.empty() ? "" : label + ": ", run.method.label, run.h),
      .x = {"G v + g_t of pivot, x", "m/s"},
      .y = {"G v + g_t of pivot, y", "m/s"},
      .series = {}};
  StudySeries series{.name = run.method.label,
                     .x = {},
                     .y = {},
                     .style = keeps_velocities(run.method) ? StudySeries::Style::points : StudySeries::Style::line};
  const std::size_t stride = std::max<std::size_t>(1, run.slip_x.size() / 2500);
  for (std::size_t i = 0; i < run.slip_x.size(); i += stride) {
    series.x.push_back(run.slip_x[i]);
    series.y.push_back(run.slip_y[i]);
  }
  chart.series.push_back(std::move(series));
  return chart;
}

double size_of(const std::vector<double>& row) {
  double size = 0;
  for (const double value : row) size = std::max(size, std::abs(value));
  return size;
}

// Of the bounding box of the phase plot.
double aspect(const WatchedRun& run) { return size_of(run.slip_x) / size_of(run.slip_y); }

ObservedOrder order_of_slip(const ExperimentRunner& runner, const Mechanism& mechanism, const MethodChoice& method,
                            double T, StudySeries& series) {
  std::vector<OrderPoint> points;
  double h = runner.quick() ? 0x1p-7 : 0x1p-8;
  for (int k = 0; k < (runner.quick() ? 3 : 4); ++k, h /= 2) {
    const WatchedRun run = watch(runner, mechanism, method, h, T, Keep::figures_only);
    if (!run.done()) continue;
    points.push_back({h, run.largest_slip, 0});
    series.x.push_back(h);
    series.y.push_back(run.largest_slip);
  }
  return observe_order(points, 2);
}

Finding judge_stabilized(const WatchedRun& run) {
  const bool is_kept = run.done() && run.largest_slip < round_off;
  return {.subject = run.method.label,
          .paper = "within machine precision",
          .ours = fmt::format("{:.1e}", run.largest_slip),
          .outcome = is_kept ? Outcome::confirmed : Outcome::differs,
          .why = is_kept ? "" : fmt::format("more than {:.0e}", round_off)};
}

Finding judge_index3(const WatchedRun& run, const ObservedOrder& seen) {
  const double declared = find_method(run.method.name).record.order_q;
  Finding finding{.subject = run.method.label,
                  .paper = is_of_the_paper(run.method) ? fmt::format("O(h^{:.0f})", declared) : "not in the paper",
                  .ours = fmt::format("{:.1e}, slope {}", run.largest_slip,
                                      seen.slope ? fmt::format("{:.2f}", *seen.slope) : "none")};
  if (!is_of_the_paper(run.method)) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "shown for comparison";
  } else if (!seen.slope || *seen.slope < declared - 0.1) {
    finding.outcome = Outcome::differs;
    finding.why = fmt::format("the slope has not reached {:.0f}", declared);
  } else if (*seen.slope > declared + 0.1) {
    finding.outcome = Outcome::better;
    finding.why =
        fmt::format("the violation decreases like h^{:.1f}, faster than the order of the method", *seen.slope);
  }
  return finding;
}

// The largest difference of two curves after each is divided by its size: 0 is the same shape.
double difference_of_shapes(const WatchedRun& a, const WatchedRun& b) {
  const double size_a = size_of(a.slip_x), size_b = size_of(b.slip_x);
  double plus = 0, minus = 0;
  // before the motions differ by their own errors
  for (std::size_t i = 0; i < std::min(a.t.size(), b.t.size()) && a.t[i] < 1; ++i)
    for (const auto row : {&WatchedRun::slip_x, &WatchedRun::slip_y}) {
      const double x = (a.*row)[i] / size_a, y = (b.*row)[i] / size_b;
      plus = std::max(plus, std::abs(x - y));
      minus = std::max(minus, std::abs(x + y));
    }
  return std::min(plus, minus);
}

}  // namespace

Account velocity_constraints(const ExperimentRunner& runner) {
  const Mechanism mechanism = runner.load("slider_crank", {{"c", "0"}});
  const double h = runner.quick() ? 0x1p-8 : 0x1p-10, T = runner.quick() ? 2 : 10;
  Figure stabilized{
      .label = "Figs. 11-12",
      .title = "velocity constraints, stabilized methods",
      .statement =
          "HHT-ADD, HHT-SI2 and NSTIFF-SI2 satisfy the velocity constraints within machine precision at every step."};
  Figure index3{
      .label = "Figs. 13-15",
      .title = "velocity constraints, index-3 methods",
      .statement =
          "For Newmark, HHT-I3 and NSTIFF the violation converges like O(h^q), where q is the order of the method."};
  Figure shape{
      .label = "Figs. 13-15",
      .title = "shape of the violation",
      .statement =
          "Newmark, HHT-I3 and NSTIFF show the same curve; a smaller step shrinks its box and keeps its shape."};
  StudyChart slopes{.kind = StudyChart::Kind::convergence,
                    .title = "Largest violation versus h",
                    .x = {"step size h", "s"},
                    .y = {"largest |G v + g_t| over 1 + largest |v|"},
                    .series = {},
                    .slopes = {2}};
  std::vector<WatchedRun> runs;
  for (const MethodChoice& method : methods()) {
    const WatchedRun& run = runs.emplace_back(watch(runner, mechanism, method, h, T, Keep::history));
    StudySeries series{.name = method.label, .x = {}, .y = {}};
    const ObservedOrder seen = order_of_slip(runner, mechanism, method, T, series);
    slopes.series.push_back(std::move(series));
    Figure& figure = keeps_velocities(method) ? stabilized : index3;
    figure.findings.push_back(keeps_velocities(method) ? judge_stabilized(run) : judge_index3(run, seen));
    figure.exhibits.emplace_back(phase_plot(run));
  }
  index3.exhibits.emplace_back(std::move(slopes));

  const auto reference =
      std::find_if(runs.begin(), runs.end(), [](const WatchedRun& run) { return run.method.name == "hht-i3"; });
  for (const WatchedRun& run : runs) {
    if (keeps_velocities(run.method)) continue;
    const WatchedRun fine = watch(runner, mechanism, run.method, h / 2, T, Keep::history);
    const double shrinks = size_of(run.slip_x) / size_of(fine.slip_x), other = difference_of_shapes(run, *reference);
    const bool is_same = other < 0.15 && std::abs(aspect(run) / aspect(fine) - 1) < 0.1 && std::abs(shrinks - 4) < 0.5;
    shape.findings.push_back(
        {.subject = run.method.label,
         .paper = is_of_the_paper(run.method) ? "same shape, smaller box" : "not in the paper",
         .ours = fmt::format(
             "box {:.2f} times smaller with h/2, sides {:.3f} : 1 and {:.3f} : 1; {:.0f} % off hht-i3's curve", shrinks,
             aspect(run), aspect(fine), 100 * other),
         .outcome = !is_of_the_paper(run.method) ? Outcome::not_comparable
                    : is_same                    ? Outcome::confirmed
                                                 : Outcome::differs,
         .why = !is_of_the_paper(run.method) ? "shown for comparison"
                : is_same                    ? ""
                                             : "the curves differ by more than 15 % of their size"});
  }
  return {std::move(stabilized), std::move(index3), std::move(shape)};
}

}  // namespace daedalus::reproduce::paper_002
