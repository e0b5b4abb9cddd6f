// energy.cpp: [NJK09, section 3.2, Figs. 7-10]: mechanisms without damper; their energy should stay what it was at the
// start.
//
// The paper chooses its datum so that the energy is zero; here E is counted from the start. Figs. 7 and 8: E over 10 s
// at h = 2^-10 s for alpha = -0.3 and -0.05. Figs. 9 and 10: the average energy error, Eq. (14), against h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/reproduce/paper_002/watched_run.hpp"

namespace daedalus::reproduce::paper_002 {
namespace {

using Kind = StudyTable::Kind;

constexpr double energy_end = 10;  // s
// J, about what swings between kinetic and potential energy: errors above a third of it tell nothing
constexpr double energy_scale = 10;
constexpr const char* hht_family[] = {"hht-i3", "hht-add", "hht-si2"};

StudyChart energy_chart(const std::string& title, const std::vector<WatchedRun>& runs) {
  StudyChart chart{.title = title, .x = {"t", "s"}, .y = {"E(t) - E(0)", "J"}, .series = {}};
  for (const WatchedRun& run : runs) chart.series.push_back(thinned(run.method.label, run.t, run.energy, 1000));
  return chart;
}

// The energy error of a run is an oscillation, which returns, and a loss, which stays; the loss is what damping is
// about.
Finding judge_loss(const std::string& subject, const WatchedRun& strong, const WatchedRun& weak) {
  Finding finding{.subject = subject,
                  .paper = "about 10 times",
                  .ours = "a run failed",
                  .outcome = Outcome::differs,
                  .why = strong.failure + weak.failure};
  if (!strong.done() || !weak.done()) return finding;
  const double loss = strong.loss_rate() / weak.loss_rate();
  finding.ours = fmt::format("{:.1f} times the loss, {:.1f} times the average |E|", loss,
                             strong.average_energy_error / weak.average_energy_error);
  const auto is_seen = [](const WatchedRun& run) {  // beside an oscillation that a straight line fits badly
    const auto [low, high] = std::minmax_element(run.energy.begin(), run.energy.end());
    return run.loss_rate() * run.t.back() > 0.05 * (*high - *low);
  };
  if (!is_seen(strong) || !is_seen(weak)) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "the loss is below 5 % of the oscillation of E and cannot be distinguished from it";
  } else if (loss > 5 && loss < 20) {
    finding.outcome = Outcome::confirmed;
    finding.why = "";
  } else {
    finding.why =
        "more loss, but by less than an order of magnitude; most of |E| is an oscillation that hardly depends on alpha";
  }
  return finding;
}

Figure figures_7_and_8(const ExperimentRunner& runner) {
  Figure figure{
      .label = "Figs. 7-8",
      .title = "energy over time, slider crank without damper",
      .statement =
          "With alpha = -0.3 the dissipation is one order of magnitude more pronounced than with alpha = -0.05."};
  const double h = runner.quick() ? 0x1p-7 : 0x1p-10, T = runner.quick() ? 2 : energy_end;
  const char* alphas[2] = {"-0.3", "-0.05"};
  StudyTable table{.title = "Energy",
                   .note = fmt::format("After {} s with h = {:.4g} s.", T, h),
                   .columns = {{"method"},
                               {"spring free length", "m"},
                               {"E at the end", "J", Kind::number, 3},
                               {"average |E|", "J", Kind::number, 3},
                               {"loss", "W", Kind::number, 3}}};
  const auto add_row = [&](const WatchedRun& run, const std::string& unloaded) {
    if (run.done())
      table.rows.push_back({run.method.label, unloaded, run.energy.back(), run.average_energy_error, run.loss_rate()});
  };
  // the paper does not say where: the pivot, or the outer dead center
  for (const std::string unloaded : {"0", "0.9"}) {
    const Mechanism mechanism = runner.load("slider_crank", {{"c", "0"}, {"x_ref", unloaded}});
    std::vector<WatchedRun> runs[2], others;
    for (const int k : {0, 1})
      for (const char* name : hht_family) {
        runs[k].push_back(watch(runner, mechanism, parse_method_choice(fmt::format("{}:alpha={}", name, alphas[k])), h,
                                T, Keep::history));
        add_row(runs[k].back(), unloaded);
      }
    for (std::size_t i = 0; i < runs[0].size(); ++i)
      figure.findings.push_back(
          judge_loss(fmt::format("{}, spring free length {} m", hht_family[i], unloaded), runs[0][i], runs[1][i]));
    if (unloaded != "0") continue;
    for (const int k : {0, 1})
      figure.exhibits.emplace_back(
          energy_chart(fmt::format("Energy, alpha = {}, h = {:.4g} s", alphas[k], h), runs[k]));
    for (const MethodChoice& method : methods())
      if (std::find(std::begin(hht_family), std::end(hht_family), method.name) == std::end(hht_family)) {
        others.push_back(watch(runner, mechanism, method, h, T, Keep::history));
        add_row(others.back(), unloaded);
      }
    figure.exhibits.emplace_back(energy_chart(fmt::format("Energy, the other methods, h = {:.4g} s", h), others));
  }
  figure.exhibits.emplace_back(std::move(table));
  return figure;
}

Finding judge(const MethodChoice& method, const ObservedOrder& seen, const std::string& failure) {
  const double declared = find_method(method.name).record.order_q;
  Finding finding{.subject = method.label,
                  .paper = is_of_the_paper(method) ? fmt::format("O(h^{:.0f})", declared) : "not in the paper",
                  .ours = seen.slope ? fmt::format("slope {:.2f}", *seen.slope) : "no slope"};
  const OrderVerdict verdict = judge_order(seen, declared);
  if (!failure.empty() || verdict == OrderVerdict::missed) {
    finding.outcome = Outcome::differs;
    finding.why = failure.empty() ? "slower than the order of the method" : "a run failed " + failure;
  } else if (!is_of_the_paper(method)) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "shown for comparison";
  } else if (verdict != OrderVerdict::reached) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "the slope still changes: not yet asymptotic";
  } else if (*seen.slope > declared + 0.15) {
    finding.why = "faster than the order of the method";
  }
  return finding;
}

Figure dissipation_against_h(const ExperimentRunner& runner, const Case& c, const Mechanism& mechanism) {
  Figure figure{
      .label = c.figure_energy,
      .title = fmt::format("average energy error, {}", c.title),
      .statement =
          "The average energy error falls like O(h^q), q the order of the method: 1 for Newmark, 2 for the others."};
  StudyChart chart{.kind = StudyChart::Kind::convergence,
                   .title = fmt::format("{}: average energy error", c.figure_energy),
                   .x = {"step size h", "s"},
                   .y = {"average |E - E(0)|", "J"},
                   .series = {},
                   .slopes = {1, 2}};
  const double h_0 = runner.quick() ? 8 * c.energy_h : c.energy_h, T = runner.quick() ? 2 : energy_end;
  std::vector<MethodChoice> all = methods();
  for (const char* name : hht_family) all.push_back(parse_method_choice(fmt::format("{}:alpha=-0.05", name)));
  for (const MethodChoice& method : all) {
    StudySeries series{.name = method.label, .x = {}, .y = {}, .order = find_method(method.name).record.order_q};
    std::vector<OrderPoint> points;
    std::string failure;
    double h = h_0;
    for (int k = 0; k <= (runner.quick() ? 2 : c.energy_halvings); ++k, h /= 2) {
      const WatchedRun run = watch(runner, mechanism, method, h, T, Keep::figures_only);
      if (!run.done()) {
        failure = fmt::format("at h = {:.3g} s: {}", h, run.failure.substr(0, run.failure.find('\n')));
        continue;
      }
      series.x.push_back(h);
      series.y.push_back(run.average_energy_error);
      points.push_back({h, run.average_energy_error / energy_scale, 0});
    }
    figure.findings.push_back(judge(method, observe_order(points, find_method(method.name).record.order_q), failure));
    chart.series.push_back(std::move(series));
  }
  figure.exhibits.emplace_back(std::move(chart));
  return figure;
}

}  // namespace

Account energy(const ExperimentRunner& runner) {
  Account account;
  for (const Case& c : cases()) {
    if (c.figure_energy.empty()) continue;
    const Mechanism mechanism = runner.load(c.model, c.undamped);
    if (c.model == "slider_crank") account.push_back(figures_7_and_8(runner));
    account.push_back(dissipation_against_h(runner, c, mechanism));
  }
  return account;
}

}  // namespace daedalus::reproduce::paper_002
