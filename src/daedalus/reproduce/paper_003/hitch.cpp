// hitch.cpp: [BAE, section 4.3, Figs. 10, 11]: tractor and semitrailer on a course of bends with h = 1 ms, new
// velocities first, the hitch as a constraint with Baumgarte's terms and as a spring: how far its points are apart, and
// the force in it. The vehicle is ours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/methods/rt_euler_options.hpp"
#include "daedalus/reproduce/paper_003/paper_003.hpp"
#include "daedalus/reproduce/thinned.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

constexpr double h = 1e-3, settled = 2;  // s; before that the spring takes up the load

struct Coupling {
  std::string title, paper;  // what the paper says of the defect
  std::vector<OptionSetting> parameters;
  std::string method;
  double low = 0, high = 0;           // m, the range that is taken for it; high = 0: not in the paper
  double stiffness = 0, damping = 0;  // of the spring; 0 for the constraint
};

struct Drive {
  std::vector<double> t, defect, force;  // m, N
  // t > settled: m, N/s (rms), N (half of largest minus smallest)
  double largest = 0, force_rate = 0, amplitude = 0;
  double stopped_at = 0;  // s, where it failed or the points were 1 m apart; 0 when neither
};

// `twin`: the vehicle with the constraint. Its rows of the hitch tell where the points are, whoever holds them.
Drive drive(const ExperimentRunner& runner, const Mechanism& twin, const Coupling& coupling, double t_end) {
  const Mechanism mechanism = runner.load("truck_trailer", coupling.parameters);
  const Layout& layout = twin.system->layout();
  std::vector<Index> rows;
  for (Index i = 0; i < layout.ng; ++i)
    if (layout.constraints[i].find("hitch") != std::string::npos) rows.push_back(i);
  Equations eq(*twin.system);
  State seen(layout);
  Drive result;
  const auto on_step = [&](const Integration& integration) {
    const State& x = integration.state();
    seen.t = x.t, seen.q = x.q, seen.v = x.v;
    eq.evaluate(Want::position | Want::velocity, seen);
    double defect = 0, force = 0;
    for (const Index i : rows) {
      const double pull = coupling.stiffness > 0
                              ? coupling.stiffness * eq.value.g[i] + coupling.damping * eq.value.g_dot[i]
                              : x.lambda[i];
      defect += eq.value.g[i] * eq.value.g[i];
      force += pull * pull;
    }
    result.t.push_back(x.t);
    result.defect.push_back(std::sqrt(defect));
    result.force.push_back(std::sqrt(force));
    if (!(result.defect.back() < 1) && result.stopped_at == 0) result.stopped_at = x.t;
  };
  const Result run = runner.run(mechanism, parse_method_choice(coupling.method), h, t_end, on_step);
  if (run.status != RunStatus::done && result.stopped_at == 0) result.stopped_at = run.final.t;
  double squares = 0, low = INFINITY, high = -INFINITY;
  int count = 0;
  for (std::size_t i = 1; i < result.t.size(); ++i) {
    if (result.t[i] < settled) continue;
    result.largest = std::max(result.largest, result.defect[i]);
    low = std::min(low, result.force[i]);
    high = std::max(high, result.force[i]);
    squares += std::pow((result.force[i] - result.force[i - 1]) / h, 2);
    ++count;
  }
  result.force_rate = count > 0 ? std::sqrt(squares / count) : 0;
  result.amplitude = count > 0 ? (high - low) / 2 : 0;
  return result;
}

Finding judge_defect(const Coupling& coupling, const Drive& run) {
  Finding finding{.subject = coupling.title,
                  .paper = coupling.paper,
                  .ours = run.stopped_at > 0 ? fmt::format("separated at {:g} s", run.stopped_at)
                                             : fmt::format("{:.2e} m", run.largest)};
  if (coupling.high == 0) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "shown for comparison";
  } else if (run.stopped_at > 0 || run.largest < coupling.low || run.largest > coupling.high) {
    finding.outcome = Outcome::differs;
    finding.why = fmt::format("not between {:g} and {:g} m", coupling.low, coupling.high);
  } else if (coupling.stiffness > 0) {
    finding.why = "the kingpin load divided by the stiffness chosen here";
  }
  return finding;
}

Finding judge_parameters(const ExperimentRunner& runner, const Mechanism& twin, double alpha, double beta) {
  const Coupling coupling{
      .title = {},
      .paper = {},
      .parameters = {},
      .method = fmt::format("rt-euler:preset=vehicle:baumgarte.alpha={:g}:baumgarte.beta={:g}", alpha, beta)};
  const Drive run = drive(runner, twin, coupling, 6);
  const double radius = baumgarte_radius(1, true, h, alpha, beta);
  const bool is_optimum = alpha * h == 1;
  const bool is_stable = run.stopped_at == 0;
  return {.subject = fmt::format("alpha = {:g}, beta = {:g}", alpha, beta),
          .paper = is_optimum  ? "too large: unstable"
                   : is_stable ? "not in the paper"
                               : "",
          .ours = is_stable
                      ? fmt::format("{:.1e} m; constraint error multiplied by {:.3f} per step", run.largest, radius)
                      : fmt::format("separated at {:.3f} s; constraint error multiplied by {:.3f} per step",
                                    run.stopped_at, radius),
          .outcome = is_optimum ? (is_stable ? Outcome::differs : Outcome::confirmed) : Outcome::not_comparable,
          .why = is_optimum ? "the optimum holds when positions are advanced with the old velocity; with the new "
                              "velocity the eigenvalues are 0.618 and -1.618, independent of stiffness"
                            : "shown for comparison"};
}

// "Reduced" says no number: by a tenth is taken for it. The course of bends takes 30 s; a part of it is not judged.
Finding judge_reduction(const Coupling& spring, const char* what, const char* measure, const char* unit,
                        double of_spring, double of_constraint, double t_end) {
  const bool is_whole = t_end >= 30, is_reduced = of_constraint < 0.9 * of_spring;
  Finding finding{.subject = fmt::format("{}, {}", what, spring.title),
                  .paper = "reduced by the constraint",
                  .ours = fmt::format("{} {:.3g} {} with the spring, {:.3g} with the constraint", measure,
                                      of_spring / 1e3, unit, of_constraint / 1e3),
                  .outcome = !is_whole    ? Outcome::not_comparable
                             : is_reduced ? Outcome::confirmed
                                          : Outcome::differs};
  if (!is_whole) finding.why = "part of the course";
  else if (!is_reduced) finding.why = "by less than 10 % for this vehicle; the paper does not give its vehicle data";
  return finding;
}

}  // namespace

Account hitch(const ExperimentRunner& runner) {
  const double T = runner.quick() ? 6 : 30;
  const Mechanism twin = runner.load("truck_trailer");
  const std::vector<Coupling> couplings = {
      {.title = "constraint",
       .paper = "below 1e-5 m",
       .parameters = {},
       .method = "rt-euler:preset=vehicle",
       .high = 1e-5},
      {.title = "sequential regularization",
       .paper = "similar: below 1e-5 m",
       .parameters = {},
       .method = "rt-euler:jacobian=reversed:index=2:stabilization=sequential-regularization",
       .high = 1e-5},
      {.title = "spring",
       .paper = "about 1e-1 m",
       .parameters = {{"coupling", "0"}},
       .method = "rt-euler:preset=vehicle",
       .low = 0.03,
       .high = 0.3,
       .stiffness = 1e6,
       .damping = 5e4},
      {.title = "spring, ten times as stiff",
       .paper = "not in the paper",
       .parameters = {{"coupling", "0"}, {"hitch_stiffness", "1e7"}, {"hitch_damping", "2e5"}},
       .method = "rt-euler:preset=vehicle",
       .stiffness = 1e7,
       .damping = 2e5}};
  Figure defect{.label = "Fig. 10",
                .title = "position error of the hitch",
                .statement =
                    "With h = 1 ms the position error of the constraint (alpha = 100, beta = 1e4) is below 1e-5 m; "
                    "that of the spring is almost constant, about 1e-1 m. Sequential regularization gives results "
                    "similar to the constraint."};
  Figure force{.label = "Fig. 11",
               .title = "force in the hitch",
               .statement = "With the constraint, oscillations and amplitude of the coupling force are reduced."};
  StudyChart defects{.title = "Fig. 10: position error of the hitch",
                     .x = {"t", "s"},
                     .y = {.name = "defect", .unit = "m", .logarithmic = true},
                     .series = {}};
  StudyChart forces{.title = "Fig. 11: force in the hitch", .x = {"t", "s"}, .y = {"force", "N"}, .series = {}};
  std::vector<Drive> runs;
  for (const Coupling& coupling : couplings) {
    const Drive& run = runs.emplace_back(drive(runner, twin, coupling, T));
    defect.findings.push_back(judge_defect(coupling, run));
    defects.series.push_back(thinned(coupling.title, run.t, run.defect, 800));
    forces.series.push_back(thinned(coupling.title, run.t, run.force, 800));
  }
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (couplings[i].stiffness > 0) {
      force.findings.push_back(judge_reduction(couplings[i], "oscillations", "rate of the force", "kN/s",
                                               runs[i].force_rate, runs[0].force_rate, T));
      force.findings.push_back(judge_reduction(couplings[i], "amplitude", "half the range of the force", "kN",
                                               runs[i].amplitude, runs[0].amplitude, T));
    }
  for (const auto& [alpha, beta] : {std::pair{1000.0, 1e6}, {500.0, 1e6}, {200.0, 4e4}, {10.0, 100.0}})
    defect.findings.push_back(judge_parameters(runner, twin, alpha, beta));
  defect.exhibits.emplace_back(std::move(defects));
  force.exhibits.emplace_back(std::move(forces));
  return {std::move(defect), std::move(force)};
}

}  // namespace daedalus::reproduce::paper_003
