#include "daedalus/formulation/assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "daedalus/formulation/assembler.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/formulation/flexible/reduced_system.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/loops.hpp"
#include "daedalus/model/functions/linear.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus {
namespace {

std::string body_of(const std::string& coordinate) { return coordinate.substr(0, coordinate.rfind('.')); }

double largest(const VecX& x) { return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>(); }

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

// Positions that show the wished values, then velocities that show the wished rates.
bool apply_initial_conditions(const Model& model, State& x, AssemblyReport& report) {
  const Model placed = with_conditions(model, [&](const InitialCondition& wish) {
    return wish.has_value ? line_through(x.t, wish.value, 0) : FunctionPtr();
  });
  const CartesianSystem positions(placed);
  State y = same_motion(x, positions);
  if (!Assembler(positions).move_positions(y, report)) return false;
  x.q = y.q;

  const Model moving = with_conditions(model, [&](const InitialCondition& wish) {
    return wish.has_rate ? line_through(x.t, measure_at(positions, y, wish.measure), wish.rate) : FunctionPtr();
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
    const std::string& name = layout.coordinates[static_cast<std::size_t>(i)];
    const std::string kind = name.substr(name.rfind('.') + 1);
    BodyShift& shift = shifts[body_of(name)];
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
    report.failure = fmt::format("no velocities satisfy all constraints: row '{}' keeps {:.3g}. Do drivers or initial rates contradict each other?",
                                 system.layout().constraints[static_cast<std::size_t>(worst)], assembler.equations().value.g_dot[worst]);
    return result;
  }
  if (!assembler.accelerations(x)) {
    report.failure = "the accelerations cannot be computed in this position: is it a singular one?";
    return result;
  }
  report.assembled = true;
  note_shifts(system.layout(), q, x.q, report);
  report.largest_velocity_change = largest(x.v - v);
  return result;
}

// The motion found in absolute coordinates, to which `complete` may add parts, in the coordinates of another formulation.
template <class Complete>
Assembled carry_over(const CartesianSystem& absolute, const Assembled& found, const ModelSystem& system, Assembler& assembler, Complete complete) {
  Assembled result{system.initial_guess(), found.report};
  if (!found.report.assembled) return result;
  State& x = result.state;
  std::vector<BodyMotion> motion;
  absolute.move(found.state, MotionLevel::velocity, motion, *absolute.make_workspace());
  x.t = found.state.t;
  x.s = found.state.s;
  system.place(x.t, complete(motion), x.q, x.v);

  AssemblyReport settling;
  if (assembler.move_positions(x, settling) && assembler.move_velocities(x, settling) && assembler.accelerations(x)) return result;
  result.report.assembled = false;
  result.report.failure = fmt::format(
      "the mechanism is assembled, but the formulation '{}' does not take its start: is it a singular position? "
      "Try the formulation '{}'.", system.formulation(), absolute.formulation());
  if (const std::string why = system.explain_singularity(x); !why.empty()) result.report.failure += "\n  " + why;
  return result;
}

// Flexible bodies are put together as rigid ones that are bent, and stay bent while the other coordinates settle.
class BentAssembly {
 public:
  BentAssembly(const Model& model, const ReducedSystem& system)
      : model_(model), system_(system), modal_(system.modal_coordinates()), eta_(system.start_values()), rates_(system.start_rates()),
        settle_(system, weights()) {}

  Assembled assemble() {
    Assembled result = assemble_bent();
    if (std::none_of(modal_.begin(), modal_.end(), [&](const ModalRange& m) { return is_quasi_static(m); })) return result;
    if (result.report.assembled) find_quasi_static(result);
    return result;
  }

 private:
  bool is_quasi_static(const ModalRange& range) const { return model_.body(range.body).bending.quasi_static; }

  VecX weights() const {
    VecX roots = VecX::Ones(system_.layout().nq);
    for (const ModalRange& range : modal_) roots.segment(range.first, range.count).setConstant(std::sqrt(locked_weight));
    return roots;
  }

  Assembled assemble_bent() {
    std::vector<VecX> by_body(model_.bodies().size());
    for (std::size_t k = 0; k < modal_.size(); ++k) by_body[static_cast<std::size_t>(modal_[k].body)] = eta_[k];
    const CartesianSystem absolute(bent_rigid_model(model_, by_body));
    return carry_over(absolute, assemble_absolute(absolute), system_, settle_,
                      [&](const std::vector<BodyMotion>& given) { return system_.bent(given, eta_, rates_); });
  }

  // The modal coordinates of the bodies that start quasi-statically.
  VecX picked(const VecX& all) const {
    std::vector<double> some;
    for (const ModalRange& range : modal_)
      if (is_quasi_static(range))
        for (Index k = 0; k < range.count; ++k) some.push_back(all[range.first + k]);
    return Eigen::Map<const VecX>(some.data(), static_cast<Index>(some.size()));
  }
  void bend(const VecX& eta, const VecX& eta_dot) {
    Index at = 0;
    for (std::size_t k = 0; k < modal_.size(); ++k)
      if (is_quasi_static(modal_[k])) {
        eta_[k] = eta.segment(at, modal_[k].count);
        rates_[k] = eta_dot.segment(at, modal_[k].count);
        at += modal_[k].count;
      }
  }

  // Modal accelerations after dt, by one step of the classical Runge-Kutta method.
  VecX accelerations_after(const State& x, double dt) {
    const auto moved = [&](double h, const VecX& v, const VecX& a) {
      State y = x;
      y.t += h;
      y.q += h * v;
      y.v += h * a;
      settle_.accelerations(y);
      return y;
    };
    const State k2 = moved(dt / 2, x.v, x.a), k3 = moved(dt / 2, k2.v, k2.a), k4 = moved(dt, k3.v, k3.a);
    return picked(moved(dt, (x.v + 2 * k2.v + 2 * k3.v + k4.v) / 6, (x.a + 2 * k2.a + 2 * k3.a + k4.a) / 6).a);
  }

  // What η changes of η'': the matrix S of −ω². False when the bent mechanism cannot be assembled.
  bool find_stiffness(const VecX& eta, const VecX& a, MatX& S) {
    constexpr double probe = 1e-6;  // m or rad: small for a body that bends, large against rounding
    for (Index k = 0; k < S.cols(); ++k) {
      bend(eta + probe * VecX::Unit(eta.size(), k), VecX::Zero(eta.size()));
      const Assembled bent = assemble_bent();
      if (!bent.report.assembled) return false;
      S.col(k) = (picked(bent.state.a) - a) / probe;
    }
    return true;
  }

  // Newton's method on η'' = 0 with η' = 0; then, from there, on the slow motion.
  void find_quasi_static(Assembled& result) {
    const Index n = picked(result.state.a).size();
    VecX eta = VecX::Zero(n);
    MatX S(n, n);
    for (int iteration = 0; iteration < 20; ++iteration) {
      bend(eta, VecX::Zero(n));
      result = assemble_bent();
      if (!result.report.assembled) return;
      const VecX a = picked(result.state.a);
      if (!find_stiffness(eta, a, S)) break;
      const VecX step = -S.fullPivLu().solve(a);
      if (!step.allFinite()) break;
      eta += step;
      if (largest(step) > 1e-13 + 1e-10 * largest(eta)) continue;
      bend(eta, VecX::Zero(n));
      result = assemble_bent();
      follow_slow_motion(eta, S, result);
      return;
    }
    result.report.assembled = false;
    result.report.failure = "no quasi-static start was found: no bending of the flexible bodies makes their modal accelerations zero.\n"
                            "  Do they carry more than they can bear, or turn too fast? Try  quasi_static: 0.";
  }

  // Newton's method on η'''' = 0 for η and on η''' = 0 for η': η changes η'''' by S², η' changes η''' by S. Only where all modes are of comparable
  // speed: the derivatives of slow modes drown in the rounding of steps for fast ones. Where there is no slow motion η'' = 0 with η' = 0 stays.
  void follow_slow_motion(VecX eta, const MatX& S, Assembled& result) {
    constexpr double comparable = 0.05;  // ω_min/ω_max
    const VecX squares = S.eigenvalues().cwiseAbs();
    if (!(squares.minCoeff() > comparable * comparable * squares.maxCoeff())) return;
    VecX eta_dot = VecX::Zero(eta.size());
    const Eigen::FullPivLU<MatX> factors(S);
    const double dt = 0.05 / std::sqrt(S.cwiseAbs().rowwise().sum().maxCoeff());
    for (int iteration = 0; iteration < 10; ++iteration) {
      bend(eta, eta_dot);
      Assembled refined = assemble_bent();
      if (!refined.report.assembled) return;
      const VecX a = picked(refined.state.a), before = accelerations_after(refined.state, -dt), after = accelerations_after(refined.state, dt);
      const VecX third = (after - before) / (2 * dt), fourth = (after - 2 * a + before) / (dt * dt);
      const VecX step = -factors.solve(VecX(factors.solve(fourth))), step_dot = -factors.solve(third);
      if (!step.allFinite() || !step_dot.allFinite()) return;
      if (iteration > 0 && largest(step) + dt * largest(step_dot) < 1e-14 + 1e-9 * largest(eta)) {
        result = std::move(refined);
        return;
      }
      eta += step;
      eta_dot += step_dot;
    }
  }

  const Model& model_;
  const ReducedSystem& system_;
  std::vector<ModalRange> modal_;
  std::vector<VecX> eta_, rates_;
  Assembler settle_;
};

}  // namespace

Assembled assemble(const Model& model, const System& system) {
  if (const auto* absolute = dynamic_cast<const CartesianSystem*>(&system)) return assemble_absolute(*absolute);
  if (const auto* reduced = dynamic_cast<const ReducedSystem*>(&system)) return BentAssembly(model, *reduced).assemble();
  return carry_over(model, assemble_absolute(CartesianSystem(model)), system);
}

Assembled carry_over(const Model& model, const Assembled& found, const System& system) {
  if (dynamic_cast<const CartesianSystem*>(&system)) return found;
  Assembler assembler(system);
  return carry_over(CartesianSystem(model), found, as_model_system(system), assembler, [](const std::vector<BodyMotion>& given) { return given; });
}

std::vector<std::string> AssemblyReport::lines() const {
  std::vector<std::string> text;
  if (!assembled) {
    text.push_back(failure);
    return text;
  }
  if (moved.empty()) text.push_back(fmt::format("positions fit as given (largest gap {:.2g})", position_gap));
  for (std::size_t i = 0; i < moved.size() && i < 5; ++i)
    text.push_back(fmt::format("assembly moved '{}' by {:.3g} m and turned it by {:.3g} rad", moved[i].body, moved[i].distance, moved[i].turn));
  if (moved.size() > 5) text.push_back(fmt::format("and {} more bodies less than that", moved.size() - 5));
  if (largest_velocity_change > 1e-9) text.push_back(fmt::format("velocities changed by up to {:.3g}", largest_velocity_change));
  return text;
}

namespace {

LimitCheck check_limits(const Joint& joint, double value) {
  const Freedom& freedom = joint.freedoms.front();
  LimitCheck check{joint.name + "." + freedom.name, freedom.measure.unit(), value, *joint.limits, false};
  constexpr double rounding = 1e-9;
  const double lower = check.limits.lower.value_or(-std::numeric_limits<double>::infinity()) - rounding;
  const double upper = check.limits.upper.value_or(std::numeric_limits<double>::infinity()) + rounding;
  if (freedom.measure.is_angle() && value < lower) value += full_turn * std::ceil((lower - value) / full_turn);
  if (freedom.measure.is_angle() && value > upper) value -= full_turn * std::ceil((value - upper) / full_turn);
  check.is_outside = !(value >= lower && value <= upper);
  return check;
}

std::vector<LimitCheck> check_all_limits(const Model& model, const System& system, const State& state) {
  std::vector<LimitCheck> found;
  const bool has_limits = std::any_of(model.joints().begin(), model.joints().end(),
                                      [](const Joint& joint) { return joint.limits && !joint.freedoms.empty(); });
  if (!has_limits) return found;
  const auto channels = make_channels(model, system);
  std::vector<double> values(channels->channels().size());
  channels->evaluate(state, {}, values.data());
  std::unordered_map<std::string, double> by_name;
  for (std::size_t i = 0; i < values.size(); ++i) by_name.emplace(channels->channels()[i].name, values[i]);
  for (const Joint& joint : model.joints())
    if (joint.limits && !joint.freedoms.empty())
      found.push_back(check_limits(joint, by_name.at(joint.name + "." + joint.freedoms.front().name)));
  return found;
}

}  // namespace

std::string LimitCheck::line() const {
  std::vector<std::string> parts;
  if (limits.lower) parts.push_back(fmt::format("from {:.6g} {}", *limits.lower, unit));
  if (limits.upper) parts.push_back(fmt::format("to {:.6g} {}", *limits.upper, unit));
  if (limits.velocity) parts.push_back(fmt::format("{:.6g} {}/s", *limits.velocity, unit));
  if (limits.effort) parts.push_back(fmt::format("{:.6g} {}", *limits.effort, unit == "rad" ? "N m" : "N"));
  const double shown = std::abs(value) < 1e-12 ? 0 : value;  // rounding is not worth six digits
  const std::string text = fmt::format("{} = {:.6g} {}, limits {}", freedom, shown, unit, fmt::join(parts, ", "));
  return is_outside ? "warning: " + text + ": outside" : text;
}

CheckReport check_model(const Model& model, const System& system, const State& state) {
  Equations eq(system);
  const DependentRows rows = find_dependent_rows(eq, state);
  eq.evaluate(Want::position | Want::velocity | Want::gamma | Want::jacobian | Want::energy, state);
  CheckReport report;
  const Layout& layout = system.layout();
  report.model = model.name();
  report.formulation = as_model_system(system).formulation();
  report.t = state.t;
  for (const Body& body : model.bodies())
    if (body.has_coordinates()) {
      ++report.bodies;
      report.total_mass += body.mass;
    }
  report.coordinates = layout.nq;
  report.constraints = layout.nc();
  report.rank = rows.rank;
  report.degrees_of_freedom = layout.nq - rows.rank;
  for (const Index row : rows.dependent) report.redundant.push_back(layout.constraints[static_cast<std::size_t>(row)]);
  report.position_residual = largest(eq.value.g);
  report.velocity_residual = largest(eq.value.g_dot);
  VecX level = -eq.value.gamma;
  multiply_add(1, eq.value.G, state.a, level);
  report.acceleration_residual = largest(level);
  report.kinetic_energy = eq.value.energy.kinetic;
  report.potential_energy = eq.value.energy.potential;
  report.limits = check_all_limits(model, system, state);
  return report;
}

std::vector<std::string> CheckReport::lines() const {
  std::vector<std::string> text;
  text.push_back(fmt::format("{} bodies, {:.6g} kg, {} coordinates, {} constraint rows of rank {}", bodies, total_mass, coordinates,
                             constraints, rank));
  text.push_back(fmt::format("{} degree{} of freedom", degrees_of_freedom, degrees_of_freedom == 1 ? "" : "s"));
  if (!redundant.empty())
    text.push_back(fmt::format("redundant rows (the run continues, reactions are those of minimum norm): {}", fmt::join(redundant, ", ")));
  text.push_back(fmt::format("residuals: position {:.2g}, velocity {:.2g}, acceleration {:.2g}", position_residual, velocity_residual,
                             acceleration_residual));
  text.push_back(fmt::format("energy: kinetic {:.6g} J, potential {:.6g} J", kinetic_energy, potential_energy));
  for (const LimitCheck& limit : limits) text.push_back(limit.line());
  return text;
}

}  // namespace daedalus
