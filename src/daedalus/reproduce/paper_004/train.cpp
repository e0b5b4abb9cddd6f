// train.cpp: [AFF, section 4.1, Table 1]: the train carriage on a line change with the four combinations of dense or sparse
// differences and partitioned updates, in joint coordinates, RTOL = ATOL = 1e-4.
//
// Of the two blocks of the table the one of residual formalisms, Eq. (9), is repeated. Our explicit formalism eliminates λ
// and leaves no sparse matrix.
#include <fmt/format.h>

#include "daedalus/reproduce/paper_004/paper_004.hpp"
#include "daedalus/reproduce/paper_004/strategies.hpp"

namespace daedalus::reproduce::paper_004 {
namespace {

std::vector<Printed> printed_for_train() {
  using enum Differences;
  const auto row = [](Differences d, Update u, double cpu, double fc, double fcw, double je) {
    return Printed{.strategy = {.differences = d, .update = u}, .cpu = cpu, .fc = fc, .fcw = fcw, .je = je};
  };
  return {row(dense, Update::none, 18.59, 10473, 2193, 92), row(sparse, Update::none, 13.55, 6992, 2152, 100),
          row(dense, Update::partitioned, 10.33, 4739, 2386, 24),
          row(sparse, Update::partitioned, 9.63, 4415, 2226, 40)};
}

Finding judge_cost_of_dense(const Tally& dense) {
  const double calls = (dense.calls.mean() - dense.calls_alone.mean()) / dense.evaluations.mean();
  const bool agrees = std::abs(calls - 90) < 0.005;
  return {.subject = "residual calls per dense evaluation",
          .paper = "90 = 98 - 8",
          .ours = fmt::format("{:.2f}", calls),
          .outcome = agrees ? Outcome::confirmed : Outcome::differs,
          .why = agrees ? "" : "not 90"};
}

}  // namespace

Account train(const ExperimentRunner& runner) {
  const Mechanism mechanism = runner.load("train_carriage", {}, "joint");
  Task task{.on = &mechanism, .rtol = 1e-4, .atol = 1e-4, .t_end = runner.quick() ? 3.0 : 15.0};
  task.first_steps =
      runner.quick() ? std::vector<double>{1e-4, 1e-5} : std::vector<double>{1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 1e-6};
  task.rounds = runner.quick() ? 1 : 3;
  const std::vector<Printed> paper = printed_for_train();
  std::vector<Strategy> strategies;
  for (const Printed& p : paper) strategies.push_back(p.strategy);
  for (const Update update : {Update::none, Update::partitioned})
    strategies.push_back({.differences = Differences::none, .update = update});
  const std::vector<Tally> ours = measure(runner, task, strategies);
  const Tally& dense = ours[0];

  Figure figure{
      .label = "Table 1",
      .title = "train carriage, residual formalism",
      .statement =
          "Sparse differences and partitioned updates both reduce the time of a run, together to about half of "
          "what dense differences take. Sparse differences are evaluated slightly more often."};
  for (std::size_t i = 1; i < paper.size(); ++i) {
    const std::string label = paper[i].strategy.label();
    figure.findings.push_back(
        judge_ratio(label + ": time", ours[i].seconds.mean() / dense.seconds.mean(), paper[i].cpu / paper[0].cpu, 1.3));
    figure.findings.push_back(judge_ratio(label + ": residual calls", ours[i].calls.mean() / dense.calls.mean(),
                                          paper[i].fc / paper[0].fc, 1.3));
    figure.findings.push_back(judge_ratio(label + ": evaluations",
                                          ours[i].evaluations.mean() / dense.evaluations.mean(),
                                          paper[i].je / paper[0].je, 1.5));
  }
  figure.findings.push_back(judge_cost_of_dense(dense));
  double cheapest = ours[0].seconds.mean();
  for (std::size_t i = 1; i < paper.size(); ++i) cheapest = std::min(cheapest, ours[i].seconds.mean());
  for (std::size_t i = paper.size(); i < ours.size(); ++i)
    figure.findings.push_back({.subject = ours[i].strategy.label() + ": time against the cheapest differences",
                               .paper = "not in the paper",
                               .ours = fmt::format("{:.0f} %", 100 * ours[i].seconds.mean() / cheapest),
                               .outcome = Outcome::not_comparable,
                               .why = "shown for comparison"});
  figure.findings.push_back(judge_agreement(ours, task.rtol));
  figure.exhibits.emplace_back(cost_table(
      fmt::format("Cost of the strategies, {} first steps, {:g} s", task.first_steps.size(), task.t_end), ours, paper));
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_004
