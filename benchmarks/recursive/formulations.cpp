// formulations.cpp: models of the gallery by dopri5, as their files suggest, in every formulation there is.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/options.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "our_models.hpp"
#include "recursive.hpp"
#include "rounds.hpp"

namespace daedalus::peers {
namespace {

// Largest distance between the same bodies.
double distance(const std::vector<Vector3>& a, const std::vector<Vector3>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::fmax(worst, (a[i] - b[i]).norm());
  return worst;
}

std::vector<Vector3> places(const Prepared& prepared, const State& x) {
  Signals signals(*prepared.system);
  signals.read(x);
  std::vector<Vector3> result;
  for (const Body& body : prepared.model.bodies())
    if (body.has_coordinates())
      result.emplace_back(signals[body.name + ".x"], signals[body.name + ".y"], signals[body.name + ".z"]);
  return result;
}

void compare(const std::string& name, const std::vector<OptionSetting>& parameters, int rounds) {
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/" + name + ".yaml", parameters);
  const RunSuggestion& run = model.run();
  const double atol = run.atol > 0 ? run.atol : run.rtol / 100;
  fmt::print("\n{}", name);
  for (const OptionSetting& p : parameters) fmt::print(" {}={}", p.name, p.value);
  fmt::print(" to {} s, dopri5, rtol {:.0e}\n  {:<14}{:>14}{:>14}{:>10}{:>12}{:>14}{:>12}\n", run.t_end, run.rtol, "",
             "coordinates", "constraints", "steps", "ms", "ends apart, m", "speed-up");

  std::vector<std::unique_ptr<Prepared>> prepared;
  std::vector<Timed> timed;
  std::vector<Vector3> first;
  std::vector<long> steps;
  std::vector<double> apart;
  for (const std::string& formulation : formulations()) {
    try {
      prepared.push_back(std::make_unique<Prepared>(model, formulation));
    } catch (const std::exception& refusal) {
      fmt::print("  {:<14}left out: {}\n", formulation, refusal.what());
      continue;
    }
    const Prepared* p = prepared.back().get();
    const auto integrate = [=] {
      return solve(*p->system, *make_method("dopri5"), p->start,
                   {.t_end = run.t_end,
                    .integration = {.tolerances = {run.rtol, atol}},
                    .output = Output::end_only,
                    .monitoring = Monitoring::off});
    };
    const Result result = integrate();
    if (result.status != RunStatus::done) {
      fmt::print("  {:<14}stopped: {}\n", formulation,
                 result.failure ? result.failure->message() : text_of(result.status));
      prepared.pop_back();
      continue;
    }
    const std::vector<Vector3> ends = places(*p, result.final);
    if (first.empty()) first = ends;
    apart.push_back(distance(ends, first));
    steps.push_back(result.report.steps.accepted);
    timed.push_back({formulation, [integrate](int) { integrate(); }});
  }
  run_rounds(timed, rounds, 5e-3);
  // Speed-up against the last formulation listed, which is the Cartesian one.
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const Layout& layout = prepared[i]->system->layout();
    fmt::print("  {:<14}{:>14}{:>14}{:>10}{:>12.3f}{:>14.1e}{:>12.2f}\n", timed[i].who, layout.nq, layout.nc(),
               steps[i], 1e3 * timed[i].typical(), apart[i], timed.back().times(timed[i]));
  }
}

}  // namespace

void compare_formulations(int rounds) {
  compare("slider_crank", {}, rounds);
  // The hanging one: n_four_bar.yaml passes through singular positions, where error control creeps.
  for (const char* N : {"10", "40"}) compare("n_four_bar_hanging", {{"N", N}}, rounds);
  compare("stewart_platform", {}, rounds);
}

}  // namespace daedalus::peers
