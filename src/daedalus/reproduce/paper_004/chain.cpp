// chain.cpp: [AFF, section 4.2.1, Fig. 7 and Table 2]: the chain of N pendulums under a moving suspension, in joint
// coordinates, 200 s, RTOL = 1e-4, ATOL = 1e-6.
//
// The chain is undamped and its counts are chaotic: any change, of the first step say, changes them. They are taken from
// several first steps and judged by their means. The paper prints single runs.
#include <fmt/format.h>

#include <numbers>

#include "daedalus/reproduce/paper_004/paper_004.hpp"
#include "daedalus/reproduce/paper_004/strategies.hpp"

namespace daedalus::reproduce::paper_004 {
namespace {

constexpr double suspension_omega = 2 * std::numbers::pi * 0.05;  // rad/s, models/pendulum_chain.yaml

Mechanism load_chain(const ExperimentRunner& runner, int N) {
  return runner.load("pendulum_chain", {{"N", fmt::format("{}", N)}}, "joint");
}

Task make_task(const ExperimentRunner& runner, const Mechanism& chain) {
  Task task{.on = &chain,
            .rtol = 1e-4,
            .atol = 1e-6,
            .t_end = runner.quick() ? 40.0 : 200.0,
            .rounds = runner.quick() ? 1 : 3};
  task.first_steps = {1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5};
  return task;
}

struct Table {
  int N;
  std::vector<Printed> rows;
};

std::vector<Table> printed_for_chain() {
  using enum Differences;
  const auto row = [](Differences d, Update u, double cpu, double je, double updates) {
    return Printed{.strategy = {.differences = d, .update = u}, .cpu = cpu, .je = je, .updates = updates};
  };
  const Update no = Update::none, update = Update::extended;
  return {{12,
           {row(dense, no, 5.69, 59, 0), row(sparse, no, 5.24, 72, 0), row(dense, update, 4.68, 9, 27),
            row(sparse, update, 5.09, 10, 59)}},
          {14,
           {row(dense, no, 9.03, 96, 0), row(sparse, no, 6.76, 70, 0), row(dense, update, 6.78, 12, 62),
            row(sparse, update, 6.16, 8, 16)}}};
}

Figure costs(const ExperimentRunner& runner, const Table& table) {
  const Mechanism chain = load_chain(runner, table.N);
  const Task task = make_task(runner, chain);
  std::vector<Strategy> strategies;
  for (const Printed& p : table.rows) strategies.push_back(p.strategy);
  const Strategy partitioned{.differences = Differences::dense, .update = Update::partitioned};
  strategies.push_back(partitioned);
  strategies.push_back({.differences = Differences::none, .update = Update::partitioned});
  const std::vector<Tally> ours = measure(runner, task, strategies);
  Figure figure{.label = "Table 2",
                .title = fmt::format("chain of {} pendulums", table.N),
                .statement =
                    "Extended partitioned updates replace most evaluations of the Jacobian and save 10 to 30 % of the "
                    "time."};
  const double standard = ours[0].evaluations.mean();
  for (std::size_t i = 2; i < table.rows.size(); ++i)
    figure.findings.push_back(judge_ratio(table.rows[i].strategy.label() + ": evaluations",
                                          ours[i].evaluations.mean() / standard, table.rows[i].je / table.rows[0].je,
                                          2));
  for (std::size_t i = 2; i < table.rows.size(); ++i)
    figure.findings.push_back(judge_ratio(table.rows[i].strategy.label() + ": time",
                                          ours[i].seconds.mean() / ours[0].seconds.mean(),
                                          table.rows[i].cpu / table.rows[0].cpu, 1.1));
  const double by_partitioned = find(ours, partitioned).evaluations.mean() / standard;
  figure.findings.push_back({.subject = "dense + partitioned: evaluations",
                             .paper = "not printed",
                             .ours = fmt::format("{:.0f} %", 100 * by_partitioned),
                             .outcome = Outcome::not_comparable,
                             .why = "shows that the update of α alone brings as much"});
  figure.findings.push_back(judge_agreement(ours, task.rtol));
  figure.exhibits.emplace_back(cost_table(fmt::format("Cost of the strategies, N = {}, {:g} s, {} first steps", table.N,
                                                      task.t_end, task.first_steps.size()),
                                          ours, table.rows));
  return figure;
}

// When the tangents were evaluated, and when matrices were made from those that were there.
struct Instants {
  std::vector<double> evaluated, updated;
};

Instants watch(const ExperimentRunner& runner, const Mechanism& chain, const Task& task, const Strategy& strategy) {
  Instants at;
  long evaluated = 0, updated = 0;
  const auto on_step = [&](const Integration& run) {
    const WorkCounts& work = run.work();
    if (work.tangents > evaluated) at.evaluated.push_back(run.state().t);
    if (work.compositions > updated) at.updated.push_back(run.state().t);
    evaluated = work.tangents;
    updated = work.compositions;
  };
  RunRequest request{.rtol = task.rtol, .atol = task.atol, .t_end = task.t_end, .monitoring = Monitoring::off};
  runner.run(chain, strategy.choice(), std::move(request), on_step);
  return at;
}

StudySeries marks(const std::string& name, const std::vector<double>& t, double height) {
  return {.name = name, .x = t, .y = std::vector<double>(t.size(), height), .style = StudySeries::Style::points};
}

Figure instants(const ExperimentRunner& runner) {
  const Mechanism chain = load_chain(runner, 16);
  const Task task = make_task(runner, chain);
  const Strategy standard{.differences = Differences::dense},
      updating{.differences = Differences::dense, .update = Update::extended};
  Figure figure{
      .label = "Fig. 7",
      .title = "evaluations and updates over time, N = 16",
      .statement = "43 evaluations by differences in 200 s without updates, 6 with extended partitioned updates."};
  const std::vector<Tally> ours = measure(runner, task, {standard, updating});
  figure.findings.push_back(judge_ratio("evaluations with updates against none",
                                        ours[1].evaluations.mean() / ours[0].evaluations.mean(), 6.0 / 43, 2));
  for (const Strategy& strategy : {standard, updating}) {
    const Instants at = watch(runner, chain, task, strategy);
    StudyChart chart{.title = "Evaluations and updates, " + strategy.label(),
                     .x = {"t", "s"},
                     .y = {"y of the suspension", "m"},
                     .series = {}};
    StudySeries motion{.name = "suspension", .x = {}, .y = {}, .style = StudySeries::Style::line};
    for (int i = 0; i <= 400; ++i) {
      motion.x.push_back(task.t_end * i / 400);
      motion.y.push_back(0.2 * std::sin(suspension_omega * motion.x.back()));
    }
    chart.series = {motion, marks("evaluations", at.evaluated, 0.05), marks("updates", at.updated, -0.05)};
    figure.exhibits.emplace_back(std::move(chart));
  }
  return figure;
}

}  // namespace

Account chain(const ExperimentRunner& runner) {
  Account account;
  account.push_back(instants(runner));
  for (const Table& table : printed_for_chain()) account.push_back(costs(runner, table));
  return account;
}

}  // namespace daedalus::reproduce::paper_004
