// quarter_cars.cpp: [SHJ, Table 7]: the largest stable step of RK2 on a quarter car that gets an unsprung mass and then a rigid ring.
#include <fmt/format.h>

#include "daedalus/reproduce/paper_001/paper_001.hpp"
#include "daedalus/reproduce/paper_001/stable_steps.hpp"

namespace daedalus::reproduce::paper_001 {

Account quarter_cars(const ExperimentRunner& runner) {
  struct Row {
    const char *model, *what;
    double paper;  // s
  };
  const Row rows[] = {
      {"A", "chassis on its suspension", 0.1}, {"B", "with unsprung mass", 0.01}, {"C", "with rigid ring", 0.001}};
  Figure figure{.label = "Table 7",
                .title = "largest stable step of RK2",
                .statement = "Each refinement of the model costs RK2 a factor of ten in its step: 0.1, 0.01, 0.001 s."};
  StudyTable table{.title = "Largest stable step of RK2",
                   .columns = {{.name = "model"},
                               {.name = "paper", .unit = "s", .kind = StudyTable::Kind::paper},
                               {.name = "ours", .unit = "s", .kind = StudyTable::Kind::ours}}};
  double before = 0, printed_before = 0;
  for (const Row& row : rows) {
    const Mechanism car = runner.load("ring_quarter_car", {{"model", row.model}});
    const StableStepTask task{.on = &car,
                              .t_end = 3,
                              .watched_from = 2,
                              .shortest = 2e-4,
                              .longest = 1,
                              .accuracy = runner.quick() ? 0.1 : 0.02};
    const double h = find_largest_step(runner, task, find_reference(runner, task, 2e-4), "rk2");
    table.rows.push_back({fmt::format("{}: {}", row.model, row.what), row.paper, h});
    if (before > 0) {
      const double ours = before / h, paper = printed_before / row.paper;
      const bool agrees = ours > paper / 3 && ours < 3 * paper;
      figure.findings.push_back({.subject = fmt::format("{}, against the model before", row.what),
                                 .paper = fmt::format("{:.0f} times smaller", paper),
                                 .ours = fmt::format("{:.1f} times smaller ({:.3g} s)", ours, h),
                                 .outcome = agrees ? Outcome::confirmed : Outcome::differs,
                                 .why = agrees ? "within a factor of 3: the paper gives no data"
                                               : "other masses and springs: the paper gives no data"});
    }
    before = h;
    printed_before = row.paper;
  }
  figure.exhibits.emplace_back(std::move(table));
  return {std::move(figure)};
}

}  // namespace daedalus::reproduce::paper_001
