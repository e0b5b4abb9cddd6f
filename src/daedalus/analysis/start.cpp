#include "daedalus/analysis/start.hpp"

#include <memory>

#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

Start find_start(const ModelSystem& system, std::optional<StartFrom> from) {
  const Model& model = system.given_model();
  Start start;
  if (from.value_or(model.run().start) == StartFrom::drawn) {
    Assembled drawn = assemble(system);
    start.state = std::move(drawn.state);
    start.assembly = std::move(drawn.report);
    return start;
  }
  // In absolute coordinates, where no position is singular; bodies that bend have none.
  const auto absolute = model.has_flexible_bodies() ? nullptr : std::make_unique<CartesianSystem>(model);
  const ModelSystem& where = absolute ? *absolute : system;
  Assembled found = assemble(where);
  if (found.report.assembled) {
    start.settled = find_equilibrium(where, found.state);
    found.state.q = start.settled->state.q;
    found.state.s = start.settled->state.s;
    Equations eq(where);
    found.report.assembled = start.settled->found && make_consistent(eq, found.state).outcome.ok();
    if (!found.report.assembled) found.report.failure = start.settled->failure;
  }
  if (absolute) found = system.carry_over(found);
  start.state = std::move(found.state);
  start.assembly = std::move(found.report);
  return start;
}

std::vector<std::string> Start::lines() const {
  std::vector<std::string> text = assembly.lines();
  if (assembly.assembled && settled)
    for (const std::string& line : settled->lines()) text.push_back(line);
  return text;
}

}  // namespace daedalus
