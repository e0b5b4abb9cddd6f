#include "daedalus/formulation/absolute_assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "daedalus/formulation/coordinate_names.hpp"
#include "daedalus/formulation/loops.hpp"
#include "daedalus/model/functions/linear.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus {
namespace {

// The model with some of its initial conditions as drivers that hold for this moment.
template <class Motion>
Model with_conditions(const Model& model, Motion motion) {
  ModelBuilder build(model);
  for (std::size_t i = 0; i < model.initial().size(); ++i)
    if (const FunctionPtr u = motion(model.initial()[i]))
      build.driver(fmt::format("initial_{}_{}", i, model.initial()[i].name), model.initial()[i].measure, u);
  return build.finish();
}

FunctionPtr line_through(double t, double value, double rate) {
  return LinearFunction{.offset = value - rate * t, .slope = rate}.make();
}

// The unknowns of a system as those of another one with the same coordinates and states.
State same_motion(const State& x, const System& system) {
  State y(system.layout());
  y.t = x.t;
  y.q = x.q;
  y.v = x.v;
  y.s = x.s;
  return y;
}

// Positions with the given initial values, then velocities with the given initial rates.
bool apply_initial_conditions(const Model& model, State& x, AssemblyReport& report) {
  const Model placed = with_conditions(model, [&](const InitialCondition& initial) {
    return initial.has_value ? line_through(x.t, initial.value, 0) : FunctionPtr();
  });
  const CartesianSystem positions(placed);
  State y = same_motion(x, positions);
  if (!Assembler(positions).move_positions(y, report)) return false;
  x.q = y.q;

  const Model moving = with_conditions(model, [&](const InitialCondition& initial) {
    return initial.has_rate ? line_through(x.t, measure_at(positions, y, initial.measure), initial.rate)
                            : FunctionPtr();
  });
  const CartesianSystem velocities(moving);
  y = same_motion(x, velocities);
  if (!Assembler(velocities).move_velocities(y, report)) return false;
  x.v = y.v;
  return true;
}

void note_shifts(const Layout& layout, const VecX& from, const VecX& to, AssemblyReport& report) {
  std::map<std::string, BodyShift> shifts;
  for (Index i = 0; i < layout.nq; ++i) {
    const std::string& name = layout.coordinates[i];
    const std::string kind = name.substr(name.rfind('.') + 1);
    BodyShift& shift = shifts[owner_of_coordinate(name)];
    const double d = to[i] - from[i];
    if (kind == "x" || kind == "y" || kind == "z") shift.distance = std::hypot(shift.distance, d);
    else shift.turn = std::hypot(shift.turn, kind == "theta" ? d : 2 * d);  // |dp| is half the angle
  }
  for (auto& [body, shift] : shifts) {
    shift.body = body;
    if (shift.distance > 1e-9 || shift.turn > 1e-9) report.moved.push_back(shift);
  }
  std::sort(report.moved.begin(), report.moved.end(),
            [](const BodyShift& a, const BodyShift& b) { return a.distance + a.turn > b.distance + b.turn; });
}

}  // namespace

Assembled assemble_absolute(const CartesianSystem& system) {
  Assembled result{system.initial_guess(), {}};
  State& x = result.state;
  AssemblyReport& report = result.report;
  const VecX q = x.q, v = x.v;

  const Model& model = system.model();
  Assembler assembler(system);
  bool ok = true;
  if (!model.initial().empty()) ok = apply_initial_conditions(model, x, report);
  const double gap = report.position_gap;
  if (ok) ok = assembler.move_positions(x, report);
  report.position_gap = std::max(gap, report.position_gap);
  if (!ok) {
    assembler.equations().evaluate(Want::position, x);
    report.failure = describe_open_loop(system, assembler.equations().value.g);
    return result;
  }
  if (!assembler.move_velocities(x, report)) {
    assembler.equations().evaluate(Want::velocity, x);
    Index worst = 0;
    assembler.equations().value.g_dot.cwiseAbs().maxCoeff(&worst);
    report.failure = fmt::format(
        "no velocities satisfy all constraints: the residual of row '{}' is {:.3g}. Check for conflicting drivers or "
        "initial rates.",
        system.layout().constraints[worst], assembler.equations().value.g_dot[worst]);
    return result;
  }
  if (!assembler.accelerations(x)) {
    report.failure = "the accelerations cannot be computed in this position, which may be singular.";
    return result;
  }
  report.assembled = true;
  note_shifts(system.layout(), q, x.q, report);
  report.largest_velocity_change = largest_entry(x.v - v);
  return result;
}

Assembled carry_over(const CartesianSystem& absolute, const Assembled& found, const ModelSystem& system,
                     Assembler& assembler, const CompleteMotion& complete) {
  Assembled result{system.initial_guess(), found.report};
  if (!found.report.assembled) return result;
  State& x = result.state;
  std::vector<BodyMotion> motion;
  absolute.move(found.state, MotionLevel::velocity, motion, *absolute.make_workspace());
  x.t = found.state.t;
  x.s = found.state.s;
  system.place(x.t, complete(motion), x.q, x.v);

  AssemblyReport settling;
  if (assembler.move_positions(x, settling) && assembler.move_velocities(x, settling) && assembler.accelerations(x))
    return result;
  result.report.assembled = false;
  result.report.failure = fmt::format(
      "the mechanism was assembled, but the formulation '{}' cannot start there; the position may be singular. Try the "
      "formulation '{}'.",
      system.formulation(), absolute.formulation());
  if (const std::string why = system.explain_singularity(x); !why.empty()) result.report.failure += "\n  " + why;
  return result;
}

}  // namespace daedalus
