// vehicle.cpp: models/vehicle/hmmwv14_stiff, rack locked: 98 coordinates, 80 constraints, eigenvalues down to -2.6e5 1/s;
// models/vehicle/hmmwv14, which is not stiff; and models/rail/train_carriage, 41 joint coordinates and 8 constraints.
//
// The error of a run is the largest |q − q_ref| / (1 + |q_ref|) of a coordinate at any of its accepted steps: the norm
// in which rtol = atol = tol asks for tol. The reference is a run of for-sdirk with tolerance 2e-8 (1e-9 for each step);
// IDA at 1e-10 and infl-sdirk at 2e-8 are held against it and what they show is printed: it shall be far below the errors at
// which times are compared.
#include "vehicle.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "ida_ggl.hpp"
#include "reference_motion.hpp"
#include "work_precision.hpp"

namespace daedalus::peers {
namespace {

constexpr const char* ida_name = "IDA KLU";

struct Ride {
  std::string file;
  std::vector<OptionSetting> settings;
  std::vector<std::string> our_methods;
  std::string formulation = "cartesian";
  double t_end = 5;
  Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/" + file + ".yaml", settings);
  std::unique_ptr<ModelSystem> system = make_system(model, formulation);
  State start = find_start(*system).state;

  std::string text() const {
    std::string text = file;
    for (const OptionSetting& s : settings) text += fmt::format(" {}={}", s.name, s.value);
    return text;
  }

  Outcome by_ida(double tol, IdaRoots roots, const OnState& on) const {
    // Tried for the first step: 1, 10, 100, 1000 times the usual, fixed ones, IDA's own. A long one pays, the error
    // test cuts it.
    const IdaRun run =
        run_ida(*system, start, t_end, {.rtol = tol, .atol = tol, .roots = roots, .first_step = 100, .on_step = on});
    return {run.done,
            run.final,
            run.counts.steps,
            run.counts.error_test_failures,
            run.counts.residuals + run.counts.jacobians,
            run.done ? "" : fmt::format("at {:.4g} s", run.final.t)};
  }
  Outcome by_us(const std::string& method, double tol, const OnState& on) const {
    return run_ours(*system, start, method, t_end, {.tolerances = {tol, tol}}, on);
  }
};

double deviation(const ReferenceMotion& reference, const State& x) {
  const VecX q = reference.q(x.t);
  return ((x.q - q).array().abs() / (1 + q.array().abs())).maxCoeff();
}

bool is_of_order_2(const std::string& method) { return find_method(method).record.order_q == 2; }

std::vector<Contestant> make_contestants(const Ride& ride) {
  std::vector<Contestant> all;
  const auto add = [&](std::string who, double tol, std::function<Outcome(const OnState&)> run) {
    all.push_back({.who = std::move(who), .setting = fmt::format("tol {:.1e}", tol), .run = std::move(run)});
  };
  add("IDA, edges not told", 1e-6, [&](const OnState& on) { return ride.by_ida(1e-6, IdaRoots::none, on); });
  const std::vector<double> fine = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7};
  const std::vector<double> coarse = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  for (const double tol : fine)
    add(ida_name, tol, [&ride, tol](const OnState& on) { return ride.by_ida(tol, IdaRoots::switches, on); });
  for (const std::string& method : ride.our_methods)
    for (const double tol : is_of_order_2(method) ? coarse : fine) {
      if (method == "infl-trap" && tol < 1e-4) break;  // a run takes seconds
      add(method, tol, [&ride, tol, method](const OnState& on) { return ride.by_us(method, tol, on); });
    }
  return all;
}

void compare(const Ride& ride, int rounds, Summary& summary) {
  ReferenceMotion reference;
  reference.append(ride.start);
  const Outcome precise = ride.by_us("for-sdirk", 2e-8, [&](const State& x) { reference.append(x); });
  fmt::print("\n{}, {} coordinates ({}), {} constraints, to t = {} s ({} rounds, CPU time minima)\n", ride.text(),
             ride.system->layout().nq, ride.formulation, ride.system->layout().ng, ride.t_end, rounds);
  if (!precise.done) {
    fmt::print("  no reference: for-sdirk, {}\n", precise.failure);
    return;
  }
  const auto error_at = [&](const State& x) { return deviation(reference, x); };
  std::vector<Contestant> checks;
  checks.push_back({.who = "IDA", .setting = "1e-10", .run = [&](const OnState& on) {
                      return ride.by_ida(1e-10, IdaRoots::switches, on);
                    }});
  checks.push_back({.who = "infl-sdirk", .setting = "2e-8", .run = [&](const OnState& on) {
                      return ride.by_us("infl-sdirk", 2e-8, on);
                    }});
  race(checks, 0, error_at);
  fmt::print("  from the reference:");
  for (const Contestant& c : checks) fmt::print("  {} at {} {:.1e}", c.who, c.setting, c.error);
  fmt::print("\n");

  std::vector<Contestant> all = make_contestants(ride);
  race(all, rounds, error_at);
  print_table(all);
  for (const double error : {3e-3, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const double peer = seconds_at(error, all, ida_name);
    fmt::print("  at error {:.0e}:  IDA {:.1f} ms", error, 1e3 * peer);
    for (const std::string& method : ride.our_methods) {
      const double ours = seconds_at(error, all, method);
      if (!std::isnan(ours)) fmt::print(",  {} {:.1f} ms ({:.2f} x as fast)", method, 1e3 * ours, peer / ours);
      summary.note(method, ride.text() + ", " + ride.formulation, error, peer / ours);
    }
    fmt::print("\n");
  }
  std::fflush(stdout);
}

}  // namespace

void compare_on_stiff_vehicle(int rounds, Summary& summary) {
  const std::vector<std::string> methods = {"bdf",       "infl-sdirk", "infl-esdirk", "for-sdirk",
                                            "infl-trap", "nstiff-si2", "hht-si2"};
  const auto ride = [&](const char* bump, const char* formulation) {
    compare({.file = "vehicle/hmmwv14_stiff",
             .settings = {{"rack", "locked"}, {"bump", bump}},
             .our_methods = methods,
             .formulation = formulation},
            rounds, summary);
  };
  ride("sharp", "cartesian");
  ride("rounded", "cartesian");
  ride("sharp", "joint");
  ride("rounded", "joint");
}

void compare_on_rides(int rounds, Summary& summary) {
  const std::vector<std::string> methods = {"bdf", "dopri5", "expl-deabm", "infl-sdirk", "infl-esdirk"};
  for (const char* formulation : {"cartesian", "joint"})
    compare({.file = "vehicle/hmmwv14", .settings = {}, .our_methods = methods, .formulation = formulation, .t_end = 2},
            rounds, summary);
  for (const char* formulation : {"cartesian", "joint"})
    compare({.file = "rail/train_carriage",
             .settings = {{"start", "40"}},
             .our_methods = methods,
             .formulation = formulation,
             .t_end = 3},
            rounds, summary);
}

}  // namespace daedalus::peers
