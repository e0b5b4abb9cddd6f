// planar_vehicle.cpp: [SHJ, Table 8, Figs. 4 and 5]: a planar vehicle on two rigid rings, 14 slow and 14 fast states.
#include <fmt/format.h>

#include <algorithm>

#include "daedalus/analysis/rate_split.hpp"
#include "daedalus/reproduce/paper_001/paper_001.hpp"
#include "daedalus/reproduce/paper_001/stable_steps.hpp"
#include "daedalus/simulation/linearize.hpp"

namespace daedalus::reproduce::paper_001 {
namespace {

Figure spectra(const ExperimentRunner& runner) {
  const Mechanism vehicle = runner.load("planar_ring_vehicle");
  const RateSplit split = split_rates(*vehicle.system, linearize(vehicle, vehicle.start));
  const double slow = split.slow_eigenvalues.cwiseAbs().maxCoeff(), fast = split.fast_eigenvalues.cwiseAbs().maxCoeff();
  double im = 0, re = 0;
  for (const std::complex<double>& value : split.fast_eigenvalues) {
    im = std::max(im, std::abs(value.imag()));
    re = std::max(re, std::abs(value.real()));
  }
  Figure figure{.label = "Figs. 4-5",
                .title = "eigenvalues of the slow and the fast part",
                .statement =
                    "14 slow and 14 fast states; fast eigenvalues are much larger than slow ones, their imaginary "
                    "parts much larger than their real ones."};
  figure.findings.push_back(
      decided({.subject = "states",
               .paper = "14 slow, 14 fast",
               .ours = fmt::format("{} slow, {} fast", static_cast<Index>(split.names.size()) - split.fast_count(),
                                   split.fast_count())},
              split.fast_count() == 14 && split.names.size() == 28, "measured here: not so"));
  figure.findings.push_back(decided({.subject = "largest |λ|",
                                     .paper = "fast much larger than slow",
                                     .ours = fmt::format("{:.4g} against {:.4g} 1/s", fast, slow)},
                                    fast > 10 * slow, "measured here: not so"));
  figure.findings.push_back(decided({.subject = "fast part",
                                     .paper = "imaginary parts much larger",
                                     .ours = fmt::format("up to {:.4g} against {:.4g} 1/s", im, re)},
                                    im > 5 * re, "measured here: not so"));
  const auto points = [](const char* name, const Eigen::VectorXcd& values) {
    StudySeries series{.name = name, .x = {}, .y = {}, .style = StudySeries::Style::points};
    for (const std::complex<double>& value : values) {
      series.x.push_back(value.real());
      series.y.push_back(value.imag());
    }
    return series;
  };
  figure.exhibits.emplace_back(StudyChart{.title = "Slow part",
                                          .x = {"Re λ", "1/s"},
                                          .y = {"Im λ", "1/s"},
                                          .series = {points("slow", split.slow_eigenvalues)}});
  figure.exhibits.emplace_back(StudyChart{.title = "Fast part",
                                          .x = {"Re λ", "1/s"},
                                          .y = {"Im λ", "1/s"},
                                          .series = {points("fast", split.fast_eigenvalues)}});
  return figure;
}

Figure steps(const ExperimentRunner& runner, const std::string& speed) {
  const Mechanism vehicle =
      runner.load("planar_ring_vehicle", {{"speed", speed}, {"bump_start", "1.2 + 0.4*" + speed}});
  const StableStepTask task{.on = &vehicle,
                            .t_end = 2,
                            .watched_from = 1.7,
                            .shortest = 4e-4,
                            .longest = 0.016,
                            .accuracy = runner.quick() ? 0.08 : 0.02};
  const Swing reference = find_reference(runner, task, 1e-4);
  Figure figure{
      .label = "Table 8",
      .title = fmt::format("largest stable steps, {} m/s", speed),
      .statement = "The 2-5 method takes four times the step of RK2 (2 ms against 0.5 ms), a 2-6 method five times."};
  StudyTable table{.title = "Largest stable step",
                   .note = "ms; bump and drive pulse, 2 s",
                   .columns = {{.name = "method"},
                               {.name = "paper", .unit = "ms", .kind = StudyTable::Kind::paper},
                               {.name = "ours", .unit = "ms", .kind = StudyTable::Kind::ours},
                               {.name = "times rk2", .kind = StudyTable::Kind::number},
                               {.name = "slow evaluations per second", .kind = StudyTable::Kind::number}}};
  struct Row {
    const char* method;
    double paper;  // ms, 0: not in it
    int slow;
  };
  double rk2 = 0;
  for (const Row& row : {Row{"rk2", 0.5, 2}, Row{"rk3", 0, 3}, Row{"rk4", 0, 4}, Row{"prk-2-5", 2, 2},
                         Row{"opt-2-5", 0, 2}, Row{"opt-2-6", 2.5, 2}, Row{"opt-2-8", 0, 2}, Row{"kgheun-3-6", 0, 3},
                         Row{"opt-3-8", 0, 3}, Row{"opt-3-10", 0, 3}}) {
    runner.say(fmt::format("planar vehicle: largest stable step of {}", row.method));
    const double h = find_largest_step(runner, task, reference, row.method);
    if (rk2 == 0) rk2 = h;
    using Cell = StudyTable::Cell;
    table.rows.push_back({row.method, row.paper > 0 ? Cell(row.paper) : Cell(), 1e3 * h, h / rk2, row.slow / h});
    if (row.paper == 0 || row.method == std::string("rk2")) continue;
    const double paper = row.paper / 0.5;
    figure.findings.push_back({.subject = row.method,
                               .paper = fmt::format("{:g} times the step of RK2", paper),
                               .ours = fmt::format("{:.2f} times ({:.3g} ms)", h / rk2, 1e3 * h),
                               .outcome = judge_figure(h / rk2, paper, 1.25),
                               .why = "ratios within 25 % are confirmed; the paper gives no data"});
  }
  const double third = std::get<double>(table.rows[8][2]) / (1e3 * rk2);
  figure.findings.push_back({.subject = "opt-3-8 (order 3)",
                             .paper = "hopes for more than 4 times",
                             .ours = fmt::format("{:.2f} times", third),
                             .outcome = third > 4 ? Outcome::confirmed : Outcome::differs,
                             .why = third > 4 ? "" : "its step is not larger"});
  figure.exhibits.emplace_back(std::move(table));
  return figure;
}

}  // namespace

Account planar_vehicle(const ExperimentRunner& runner) {
  Account account = {spectra(runner), steps(runner, "5")};
  if (!runner.quick()) account.push_back(steps(runner, "15"));
  return account;
}

}  // namespace daedalus::reproduce::paper_001
