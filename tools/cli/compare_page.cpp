#include "compare_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus::cli {
namespace {

using Kind = StudyTable::Kind;

struct Part {
  const char *symbol, *words;
  double StateError::*error;
};
constexpr Part parts[] = {
    {"q", "positions", &StateError::q}, {"v", "velocities", &StateError::v}, {"λ", "multipliers", &StateError::lambda}};

std::vector<Part> shown_parts(const Comparison& all) {
  std::vector<Part> shown(std::begin(parts), std::end(parts));
  if (all.redundant) shown.pop_back();
  return shown;
}

// One curve per method: abscissa(run) and the error.
template <class Abscissa>
std::vector<StudySeries> curves(const Comparison& all, double StateError::*error, Abscissa&& abscissa) {
  std::vector<StudySeries> series;
  for (std::size_t m = 0; m < all.methods.size(); ++m) {
    StudySeries curve{.name = all.methods[m].label, .x = {}, .y = {}};
    for (const ComparedRun& run : all.runs)
      if (run.method == m && run.done() && run.error.*error > 0) {
        curve.x.push_back(abscissa(run));
        curve.y.push_back(run.error.*error);
      }
    series.push_back(std::move(curve));
  }
  return series;
}

StudyChart convergence(const Comparison& all, const Part& part) {
  StudyChart chart{.kind = StudyChart::Kind::convergence,
                   .title = fmt::format("Error of the {}", part.words),
                   .x = {"step size h", "s"},
                   .y = {fmt::format("relative error of {} at t = {:.4g} s", part.symbol, all.t_end)},
                   .series = curves(all, part.error, [](const ComparedRun& run) { return run.h; })};
  for (std::size_t m = 0; m < all.methods.size(); ++m) {
    const MethodRecord& record = find_method(all.methods[m].name).record;
    const int order = part.error == &StateError::q   ? record.order_q
                      : part.error == &StateError::v ? record.order_v
                                                     : record.order_lambda;
    chart.series[m].order = order;
    if (std::find(chart.slopes.begin(), chart.slopes.end(), order) == chart.slopes.end()) chart.slopes.push_back(order);
  }
  return chart;
}

StudyTable orders_table(const Comparison& all) {
  StudyTable table{.title = "Orders",
                   .note =
                       "Declared order, and the observed slope between the two smallest steps whose errors are above "
                       "round-off; the previous slope is that of the next larger pair. The verdict tolerates slopes up "
                       "to 0.15 below the declared order.",
                   .columns = {{"method"},
                               {"quantity"},
                               {"declared", "", Kind::paper},
                               {"observed", "", Kind::ours, 3},
                               {"previous slope", "", Kind::number, 3},
                               {"smallest h", "s", Kind::number, 3},
                               {"", "", Kind::verdict}}};
  const auto cell = [](const std::optional<double>& value) {
    return value ? StudyTable::Cell(*value) : StudyTable::Cell();
  };
  for (std::size_t m = 0; m < all.methods.size(); ++m)
    for (const OrderRow& row : orders_of(all, m)) {
      const OrderVerdict verdict = row.verdict();
      table.rows.push_back({all.methods[m].label, std::string(row.quantity), static_cast<double>(row.declared),
                            cell(row.seen.slope), cell(row.seen.before),
                            row.seen.slope ? StudyTable::Cell(row.seen.h) : StudyTable::Cell(),
                            std::string(verdict == OrderVerdict::reached  ? "pass"
                                        : verdict == OrderVerdict::missed ? "fail"
                                                                          : text_of(verdict))});
    }
  return table;
}

StudyTable runs_table(const Comparison& all) {
  StudyTable table{
      .title = "Runs",
      .columns = {{"method"}, {all.orders.empty() ? "rtol" : "h", all.orders.empty() ? "" : "s", Kind::number, 3}}};
  for (const Part& part : parts)
    table.columns.push_back({fmt::format("error of {}", part.symbol), "", Kind::number, 3});
  for (const char* count : {"steps", "rejected", "iterations", "evaluations", "tangents", "factorizations"})
    table.columns.push_back({count, "", Kind::number, 9});
  table.columns.push_back({"CPU time", "s", Kind::number, 3});
  table.columns.push_back({"", "", Kind::verdict});
  for (const ComparedRun& run : all.runs) {
    std::vector<StudyTable::Cell> row = {all.methods[run.method].label, run.h > 0 ? run.h : run.rtol};
    for (const Part& part : parts)
      row.push_back(run.done() && !(all.redundant && part.error == &StateError::lambda)
                        ? StudyTable::Cell(run.error.*part.error)
                        : StudyTable::Cell());
    const Report& r = run.report;
    for (const long count : {r.steps.accepted, r.steps.rejected, r.steps.newton_iterations, r.work.evaluations,
                             r.work.tangents, r.work.factorizations})
      row.emplace_back(static_cast<double>(count));
    row.push_back(run.done() ? StudyTable::Cell(run.seconds) : StudyTable::Cell());
    row.emplace_back(run.done() ? std::string("done") : "failed: " + run.failure.substr(0, run.failure.find('\n')));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<OrderRow> orders_of(const Comparison& all, std::size_t method) {
  if (all.orders.empty()) return {};
  const MethodRecord& record = find_method(all.methods[method].name).record;
  const ComparedOrder& seen = all.orders[method];
  std::vector<OrderRow> rows = {{"q", record.order_q, seen.q}, {"v", record.order_v, seen.v}};
  if (!all.redundant) rows.push_back({"λ", record.order_lambda, seen.lambda});
  return rows;
}

StudyPage comparison_page(const Comparison& all) {
  StudyPage page(all.system + ": methods compared",
                 fmt::format("{:.6g} to {:.6g} s; errors relative to {}", all.t_start, all.t_end, all.reference));
  if (all.redundant)
    page.add(StudyText{.title = "Redundant constraints",
                       .text = "The multipliers are not unique, so their errors are omitted."});
  for (const Part& part : shown_parts(all))
    if (!all.orders.empty()) page.add(convergence(all, part));
  if (!all.orders.empty()) page.add(orders_table(all));
  for (const Part& part : shown_parts(all))
    page.add(StudyChart{.kind = StudyChart::Kind::work_precision,
                        .title = fmt::format("Work-precision diagram: {}", part.words),
                        .x = {"CPU time", "s"},
                        .y = {fmt::format("relative error of {}", part.symbol)},
                        .series = curves(all, part.error, [](const ComparedRun& run) { return run.seconds; })});
  page.add(runs_table(all));
  return page;
}

}  // namespace daedalus::cli
