#include "verify_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace daedalus::cli {
namespace {

using Kind = StudyTable::Kind;

StudyTable runs_table(const Verification& all) {
  StudyTable table{.title = "Runs",
                   .columns = {{"run"},
                               {"coordinates", "", Kind::number},
                               {"constraints", "", Kind::number},
                               {"steps", "", Kind::number, 7},
                               {"step"},
                               {"CPU time", "s", Kind::number, 3},
                               {"", "", Kind::verdict}}};
  for (const VerificationRun& run : all.runs)
    table.rows.push_back({run.name(), static_cast<double>(run.coordinates), static_cast<double>(run.constraints),
                          static_cast<double>(run.steps),
                          run.h > 0 ? fmt::format("{:.3g} s", run.h) : fmt::format("rtol {:.0e}", run.rtol),
                          run.seconds,
                          !run.done() ? std::string("failed")
                          : run.cut   ? fmt::format("to {:.3g} s", run.t_end)
                                      : std::string("done")});
  for (const VerificationRun& run : all.runs)
    for (const std::string& words : {run.note, run.failure})
      if (!words.empty()) table.note += fmt::format("{}: {} ", run.name(), words);
  return table;
}

StudyTable deviations_table(const Verification& all, const std::string& title, double limit,
                            std::vector<Deviation> Deviations::*part) {
  StudyTable table{.title = title,
                   .note = fmt::format("Largest relative deviation over the run; the limit is {:.0e}.", limit),
                   .columns = {{"name"}}};
  for (const VerificationPair& pair : all.pairs)
    table.columns.push_back(
        {fmt::format("{} and {}", all.runs[pair.first].name(), all.runs[pair.second].name()), "", Kind::ours, 2});
  table.columns.push_back({"", "", Kind::verdict});
  for (std::size_t i = 0; i < (all.pairs.front().deviations.*part).size(); ++i) {
    std::vector<StudyTable::Cell> row = {(all.pairs.front().deviations.*part)[i].name};
    bool is_within = true;
    for (const VerificationPair& pair : all.pairs) {
      const double value = (pair.deviations.*part)[i].value;
      row.emplace_back(value);
      is_within = is_within && value <= limit;
    }
    row.emplace_back(std::string(is_within ? "pass" : "fail"));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Where each pair of runs is largest apart, in the order of the bodies.
StudyChart deviations_chart(const Verification& all) {
  StudyChart chart{.title = "Deviation of the motion, body by body",
                   .x = {.name = "body, in the order of the model"},
                   .y = {.name = "relative deviation", .logarithmic = true},
                   .series = {}};
  for (const VerificationPair& pair : all.pairs) {
    StudySeries series{.name = fmt::format("{} and {}", all.runs[pair.first].name(), all.runs[pair.second].name()),
                       .x = {},
                       .y = {},
                       .style = StudySeries::Style::points};
    for (std::size_t i = 0; i < pair.deviations.bodies.size(); ++i) {
      series.x.push_back(static_cast<double>(i + 1));
      series.y.push_back(pair.deviations.bodies[i].value);
    }
    chart.series.push_back(std::move(series));
  }
  const double n = chart.series.empty() ? 1 : static_cast<double>(chart.series.front().x.size());
  chart.series.push_back(
      {.name = "limit", .x = {1, n}, .y = {all.motion_limit, all.motion_limit}, .style = StudySeries::Style::dashed});
  return chart;
}

}  // namespace

StudyPage verification_page(const Verification& all, const std::string& file) {
  StudyPage page(
      all.model + ": do the formulations agree?",
      fmt::format("{}, {:.6g} to {:.6g} s, compared at {} instants", file, all.t_start, all.t_end, all.samples + 1));
  page.add(StudyText{.title = all.verdict == Verdict::agree           ? "The runs agree"
                              : all.verdict == Verdict::agree_in_part ? "The runs agree up to where they were compared"
                              : all.verdict == Verdict::disagree      ? "The runs disagree"
                                                                      : "Not verified",
                     .text = all.reason});
  page.add(runs_table(all));
  if (!all.pairs.empty()) {
    if (all.pairs.front().deviations.bodies.size() > 4) page.add(deviations_chart(all));
    for (const auto& [title, limit, part] : {std::tuple("Bodies", all.motion_limit, &Deviations::bodies),
                                             std::tuple("Joints", all.reaction_limit, &Deviations::joints),
                                             std::tuple("Drivers", all.reaction_limit, &Deviations::drivers)})
      if (!(all.pairs.front().deviations.*part).empty()) page.add(deviations_table(all, title, limit, part));
  }
  if (!all.left_out.empty())
    page.add(StudyText{
        .title = "Omitted",
        .text = fmt::format(
            "Reactions of {}: redundant constraints leave them undetermined, so they may differ between runs.",
            fmt::join(all.left_out, ", "))});
  return page;
}

}  // namespace daedalus::cli
