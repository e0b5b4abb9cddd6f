#include "daedalus/reproduce/reproduction.hpp"

#include <fmt/format.h>

namespace daedalus::reproduce {
namespace {

using Kind = StudyTable::Kind;

std::string verdict_cell(Outcome outcome) {
  return outcome == Outcome::confirmed ? "pass" : outcome == Outcome::differs ? "fail" : text_of(outcome);
}

}  // namespace

Reproduction run_experiments(const Paper& paper, const std::vector<const Experiment*>& selected,
                             const ExperimentRunner& runner,
                             const std::function<void(const Reproduction&)>& on_finished) {
  Reproduction all{.paper = &paper, .quick = runner.quick()};
  for (const Experiment* experiment : selected) {
    runner.say(fmt::format("{} ({}): {}", experiment->name, experiment->figures, experiment->title));
    try {
      runner.stop_if_cancelled();
      all.finished.push_back({experiment, experiment->run(runner)});
    } catch (const Interrupted&) {
      all.interrupted = true;
      break;
    }
    if (on_finished) on_finished(all);
  }
  return all;
}

StudyTable findings_table(const Figure& figure) {
  StudyTable table{
      .title = fmt::format("{}: {}", figure.label, figure.title),
      .note = "The paper: " + figure.statement,
      .columns = {{""}, {"paper", "", Kind::paper}, {"here", "", Kind::ours}, {"", "", Kind::verdict}, {"why"}}};
  for (const Finding& finding : figure.findings)
    table.rows.push_back({finding.subject, finding.paper, finding.ours, verdict_cell(finding.outcome), finding.why});
  return table;
}

StudyTable summary_table(const Reproduction& all) {
  StudyTable table{.title = "Summary",
                   .columns = {{"figure"},
                               {"what"},
                               {"confirmed", "", Kind::number},
                               {"better", "", Kind::number},
                               {"differs", "", Kind::number},
                               {"not comparable", "", Kind::number}}};
  constexpr Outcome counted[] = {Outcome::confirmed, Outcome::better, Outcome::differs, Outcome::not_comparable};
  for (const Finished& finished : all.finished)
    for (const Figure& figure : finished.account) {
      std::vector<StudyTable::Cell> row = {figure.label, figure.title};
      for (const Outcome outcome : counted) row.emplace_back(static_cast<double>(figure.count(outcome)));
      table.rows.push_back(std::move(row));
    }
  return table;
}

StudyPage make_page(const Reproduction& all) {
  StudyPage page(fmt::format("Paper {} repeated", all.paper->number),
                 fmt::format("{}. {}", all.paper->title, all.paper->source));
  if (all.quick)
    page.add(StudyText{.title = "Quick run",
                       .text = "Made with --quick: larger steps and shorter runs than in the paper. Use it as a smoke "
                               "test, not for conclusions."});
  if (all.interrupted) page.add(StudyText{.title = "Interrupted", .text = "Only completed experiments are shown."});
  page.add(summary_table(all));
  for (const Finished& finished : all.finished)
    for (const Figure& figure : finished.account) {
      page.add(findings_table(figure));
      for (const Exhibit& exhibit : figure.exhibits)
        std::visit([&](const auto& section) { page.add(section); }, exhibit);
    }
  return page;
}

}  // namespace daedalus::reproduce
