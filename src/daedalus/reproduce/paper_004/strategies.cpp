#include "daedalus/reproduce/paper_004/strategies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace daedalus::reproduce::paper_004 {
namespace {

using Kind = StudyTable::Kind;

// Samples at which errors are taken: 64 over the run.
constexpr int sample_count = 64;

RunRequest make_request(const Task& task, double rtol, double atol, double first_step) {
  RunRequest request{.rtol = rtol, .atol = atol, .t_end = task.t_end, .monitoring = Monitoring::off};
  if (first_step > 0) request.control = {{"h_initial", fmt::format("{}", first_step)}};
  request.every = task.t_end / sample_count;
  return request;
}

double largest_difference(const std::vector<State>& a, const std::vector<State>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, (a[i].q - b[i].q).cwiseAbs().maxCoeff());
  return a.size() == b.size() ? largest : NAN;
}

// Tangents evaluated once at the start for the second derivatives of extended updates, central differences.
long seconds_of(const Strategy& strategy, const Mechanism& on) {
  return strategy.update == Update::extended ? 2L * on.system->excitations() : 0;
}

StudyTable::Cell printed(double number) { return number > 0 ? StudyTable::Cell(number) : StudyTable::Cell(); }

}  // namespace

std::string Strategy::label() const {
  std::string text = differences == Differences::none    ? "exact"
                     : differences == Differences::dense ? "dense"
                                                         : "sparse";
  if (update == Update::partitioned) text += " + partitioned";
  if (update == Update::extended) text += " + extended";
  return text;
}

MethodChoice Strategy::choice() const {
  MethodChoice bdf{.label = label(), .name = "bdf", .options = {}};
  const char* sources[] = {"dense-fd", "sparse-fd", "exact"};
  const char* updates[] = {"none", "partitioned", "extended"};
  bdf.options.push_back({"jacobian.source", sources[static_cast<int>(differences)]});
  bdf.options.push_back({"jacobian.update", updates[static_cast<int>(update)]});
  bdf.options.push_back({"jacobian.retry", "evaluate"});
  if (differences != Differences::none) bdf.options.push_back({"jacobian.pattern", "declared"});
  return bdf;
}

double Spread::mean() const {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double Spread::least() const { return values.empty() ? 0 : *std::ranges::min_element(values); }
std::string Spread::text() const {
  if (values.empty()) return "";
  const auto [low, high] = std::ranges::minmax(values);
  return low == high ? fmt::format("{:.4g}", low) : fmt::format("{:.4g} ({:.4g}-{:.4g})", mean(), low, high);
}

std::vector<Tally> measure(const ExperimentRunner& runner, const Task& task, const std::vector<Strategy>& strategies) {
  const Strategy exact{.differences = Differences::none, .update = Update::partitioned};
  const Result reference =
      runner.run(*task.on, exact.choice(), make_request(task, 1e-3 * task.rtol, 1e-3 * task.atol, 0));
  std::vector<Tally> all;
  for (const Strategy& strategy : strategies) all.push_back({.strategy = strategy});
  for (int round = 0; round < task.rounds; ++round)
    for (std::size_t i = 0; i < task.first_steps.size(); ++i)
      for (Tally& tally : all) {
        const Result result = runner.run(*task.on, tally.strategy.choice(),
                                         make_request(task, task.rtol, task.atol, task.first_steps[i]));
        const WorkCounts& work = result.report.work;
        if (round > 0) {
          tally.seconds.values[i] = std::min(tally.seconds.values[i], result.report.cpu_seconds);
          continue;
        }
        if (result.failure) tally.failure = result.failure->message();
        tally.calls.values.push_back(static_cast<double>(work.residuals));
        tally.calls_alone.values.push_back(static_cast<double>(work.residuals - work.differences));
        const long evaluations = work.tangents - seconds_of(tally.strategy, *task.on);
        tally.evaluations.values.push_back(static_cast<double>(evaluations));
        tally.updates.values.push_back(static_cast<double>(work.compositions - evaluations));
        tally.seconds.values.push_back(result.report.cpu_seconds);
        tally.errors.values.push_back(largest_difference(result.trajectory, reference.trajectory));
      }
  return all;
}

const Tally& find(const std::vector<Tally>& all, const Strategy& wanted) {
  return *std::ranges::find_if(all, [&](const Tally& t) { return t.strategy.label() == wanted.label(); });
}

StudyTable cost_table(const std::string& title, const std::vector<Tally>& ours, const std::vector<Printed>& paper) {
  StudyTable table{.title = title,
                   .note =
                       "#fc residual calls, #fcw without those for differences, #Je evaluations of tangents (without "
                       "those for the second derivatives of extended updates, once at the start); ours: mean "
                       "(smallest-largest) over the first steps. Time relative to the first row: CPU of the fastest of "
                       "the runs, and as printed.",
                   .columns = {{"strategy"},
                               {"#fc", "paper", Kind::paper, 5},
                               {"#fc"},
                               {"#fcw", "paper", Kind::paper, 5},
                               {"#fcw"},
                               {"#Je", "paper", Kind::paper, 4},
                               {"#Je"},
                               {"updates", "paper", Kind::paper, 4},
                               {"updates"},
                               {"time", "paper", Kind::paper, 3},
                               {"time", "", Kind::ours, 3}}};
  for (const Tally& tally : ours) {
    const auto at =
        std::ranges::find_if(paper, [&](const Printed& p) { return p.strategy.label() == tally.strategy.label(); });
    const Printed row = at == paper.end() ? Printed{} : *at;
    const double first_cpu = paper.empty() ? 0 : paper.front().cpu;
    table.rows.push_back({tally.strategy.label(), printed(row.fc), tally.calls.text(), printed(row.fcw),
                          tally.calls_alone.text(), printed(row.je), tally.evaluations.text(), printed(row.updates),
                          tally.updates.text(), printed(first_cpu > 0 ? row.cpu / first_cpu : 0),
                          tally.seconds.mean() / ours.front().seconds.mean()});
  }
  return table;
}

Finding judge_ratio(const std::string& subject, double ours, double paper, double band) {
  Finding finding{
      .subject = subject, .paper = fmt::format("{:.0f} %", 100 * paper), .ours = fmt::format("{:.0f} %", 100 * ours)};
  if (ours < paper / band) {
    finding.outcome = Outcome::better;
    finding.why = fmt::format("less than 1/{:g} of the printed ratio", band);
  } else if (!(ours <= paper * band)) {
    finding.outcome = Outcome::differs;
    finding.why = fmt::format("more than {:g} times the printed ratio", band);
  }
  return finding;
}

Finding judge_agreement(const std::vector<Tally>& all, double tolerance) {
  double largest = 0;
  std::string failure;
  for (const Tally& tally : all) {
    if (!tally.failure.empty()) failure = tally.strategy.label() + ": " + tally.failure;
    for (const double error : tally.errors.values) largest = std::max(largest, error);
  }
  const bool agrees = failure.empty() && largest <= 10 * tolerance;
  return {.subject = "accuracy with all strategies",
          .paper = "the same equations are solved",
          .ours = failure.empty() ? fmt::format("q within {:.1e}, {:.1f} tolerances", largest, largest / tolerance)
                                  : "a run failed: " + failure.substr(0, failure.find('\n')),
          .outcome = agrees ? Outcome::confirmed : Outcome::differs,
          .why = agrees ? "" : "more than 10 tolerances"};
}

}  // namespace daedalus::reproduce::paper_004
