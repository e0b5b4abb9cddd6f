// peers.cpp: one table per problem: who needs how long for which error.
//
//   benchmarks/run peers [rounds] [explicit|vehicle|rides]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "ida_ggl.hpp"
#include "vehicle.hpp"
#include "work_precision.hpp"

namespace daedalus::peers {
namespace {

Outcome run_peer(const System& system, const State& start, double t_end, double tolerance, IdaMatrix matrix,
                 const OnState& on_state) {
  const IdaRun run =
      run_ida(system, start, t_end, {.rtol = tolerance, .atol = tolerance, .matrix = matrix, .on_step = on_state});
  return {run.done, run.final, run.counts.steps, run.counts.error_test_failures,
          run.counts.residuals + run.counts.jacobians};
}

// Largest error of a coordinate, relative to the largest coordinate.
double error_of(const State& x, const State& reference) {
  return (x.q - reference.q).lpNorm<Eigen::Infinity>() / reference.q.lpNorm<Eigen::Infinity>();
}

struct Problem {
  std::string name;
  std::unique_ptr<System> system;
  State start, reference;
  double t_end = 0;
};

Problem closed_form(const std::string& name, double t_end) {
  const CatalogEntry& entry = find_closed_form(name);
  Problem problem{
      .name = name, .system = entry.make(), .start = {}, .reference = entry.reference(t_end).value(), .t_end = t_end};
  Equations eq(*problem.system);
  problem.start = problem.system->initial_guess();
  make_consistent(eq, problem.start);
  return problem;
}

// A model of the gallery; the reference is a run of dopri5 with rtol 1e-12 (tests/models compares such runs with
// references).
Problem gallery_model(const std::string& name, double t_end, const std::string& formulation,
                      const std::vector<OptionSetting>& parameters = {}) {
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/" + name + ".yaml", parameters);
  std::unique_ptr<ModelSystem> system = make_system(model, formulation);
  Problem problem{
      .name = "models/" + name, .system = nullptr, .start = assemble(*system).state, .reference = {}, .t_end = t_end};
  for (const OptionSetting& p : parameters) problem.name += fmt::format(" {}={}", p.name, p.value);
  problem.name += ", " + formulation;
  problem.system = std::move(system);
  const auto method = make_method("dopri5");
  problem.reference = solve(*problem.system, *method, problem.start,
                            {.t_end = t_end,
                             .integration = {.tolerances = {1e-12, 1e-13}},
                             .output = Output::end_only,
                             .monitoring = Monitoring::off})
                          .final;
  return problem;
}

void compare(const Problem& problem, const std::vector<double>& tolerances, const std::vector<double>& steps,
             double error, int rounds, Summary& summary) {
  const System* system = problem.system.get();
  const State &start = problem.start, &reference = problem.reference;
  const double t_end = problem.t_end;

  std::vector<Contestant> all;
  const auto add = [&](std::string who, std::string setting, std::function<Outcome(const OnState&)> run) {
    all.push_back({.who = std::move(who), .setting = std::move(setting), .run = std::move(run)});
  };
  for (const double tol : tolerances) {
    const std::string setting = fmt::format("tol {:.0e}", tol);
    if (system->layout().nq <= 60)
      add("IDA dense", setting,
          [&, tol](const OnState& on) { return run_peer(*system, start, t_end, tol, IdaMatrix::dense, on); });
    add("IDA KLU", setting,
        [&, tol](const OnState& on) { return run_peer(*system, start, t_end, tol, IdaMatrix::klu, on); });
    for (const char* method : {"dopri5", "bdf"})
      add(method, setting, [&, tol, method](const OnState& on) {
        return run_ours(*system, start, method, t_end, {.tolerances = {tol, tol}}, on);
      });
  }
  for (const double h : steps)
    add("rk4", fmt::format("h {:.1e}", h),
        [&, h](const OnState& on) { return run_ours(*system, start, "rk4", t_end, {.h = h}, on); });

  race(all, rounds, [&](const State& x) { return x.t < t_end ? 0 : error_of(x, reference); });  // at the end alone

  fmt::print("\n{} to t = {} s ({} rounds, CPU time minima)\n", problem.name, t_end, rounds);
  print_table(all);
  const double best_peer = std::fmin(seconds_at(error, all, "IDA dense"), seconds_at(error, all, "IDA KLU"));
  fmt::print("  at error {:.0e}:  best peer {:.3f} ms", error, 1e3 * best_peer);
  for (const char* who : {"bdf", "dopri5", "rk4"}) {
    const double ours = seconds_at(error, all, who);
    fmt::print(",  {} {:.3f} ms ({:.1f} x faster)", who, 1e3 * ours, best_peer / ours);
    summary.note(who, problem.name, error, best_peer / ours);
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace daedalus::peers

int main(int argc, char** argv) {
  using namespace daedalus::peers;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 10;
  const std::string part = argc > 2 ? argv[2] : "all";
  const bool all = part == "all";
  if (rounds < 1 || argc > 3 || (!all && part != "explicit" && part != "vehicle" && part != "rides")) {
    fmt::print(stderr, "peers [rounds] [explicit|vehicle|rides]\n");
    return 2;
  }
  fmt::print(
      "Same model code on both sides. IDA: stabilized index-2 form, exact Jacobian. See benchmarks/README.md.\n");
  Summary summary;
  if (all || part == "explicit") {
    compare(closed_form("car_axle", 10), {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}, {16e-3, 8e-3, 4e-3, 2e-3}, 2e-5, rounds,
            summary);
    compare(closed_form("andrews", 0.03), {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}, {6e-4, 3e-4, 1.5e-4, 1e-4}, 1e-4,
            rounds, summary);
    for (const char* formulation : {"cartesian", "joint"}) {
      compare(gallery_model("car_axle", 10, formulation), {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}, {16e-3, 8e-3, 4e-3, 2e-3},
              2e-5, rounds, summary);
      compare(gallery_model("andrews", 0.03, formulation), {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7},
              {6e-4, 3e-4, 1.5e-4, 1e-4}, 3e-4, rounds, summary);
      for (const char* N : {"10", "40"})
        compare(gallery_model("n_four_bar_hanging", 10, formulation, {{"N", N}}), {1e-3, 1e-4, 1e-5, 1e-6, 1e-7},
                {0.2, 0.1, 0.05, 0.025}, 5e-6, rounds, summary);
      compare(gallery_model("pendulum_chain", 10, formulation), {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8},
              {0.05, 0.02, 0.01}, 1e-6, rounds, summary);
    }
  }
  if (all || part == "vehicle") compare_on_stiff_vehicle(rounds, summary);
  if (all || part == "rides") compare_on_rides(rounds, summary);
  summary.print();
}
