// implicit_chains.cpp: what a step of an implicit method costs on chains of 100 to 3000 bodies (pendulum_chain.yaml), and
// what set-up and memory.
//
//   benchmarks/run chains [METHOD|FORMULATION] [N ...]
//
// Linear cost means equal figures in a column. The chain hangs at rest with its rods askew, so that all of it moves, whatever N:
// from a moving suspension a wave runs down, and the longer the chain the less there is to do. Error control at rtol 1e-5. The cost
// of a step is the difference of runs of 90 and 30 steps, in CPU time of the thread, minimum of three; every line is a
// process of its own, whose peak memory is read at its end.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/recursive/joint_system.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "timing.hpp"

namespace daedalus {
namespace {

struct Run {
  double seconds = 0;
  Report report;
};

Run run(const ModelSystem& system, const State& x, const char* name, long steps) {
  const auto method = make_method(name);
  const double began = cpu_seconds();
  Result result = solve(system, *method, x,
                        {.t_end = 1000,
                         .integration = {.tolerances = {.rtol = 1e-5, .atol = 1e-7}},
                         .output = Output::end_only,
                         .monitoring = Monitoring::off,
                         .max_steps = steps});
  return {cpu_seconds() - began, std::move(result.report)};
}

// Angles of the rods 0.05 sin(1.7 k), at rest.
State askew(const Model& model, const ModelSystem& system) {
  const JointSystem rods(model);
  State angles = rods.initial_guess();
  for (Index k = 0; k < angles.q.size(); ++k) angles.q[k] += 0.05 * std::sin(1.7 * k);
  angles.v.setZero();
  std::vector<BodyMotion> motion;
  const auto workspace = rods.make_workspace();
  rods.move(angles, MotionLevel::velocity, motion, *workspace);
  State x = system.initial_guess();
  system.place(0, motion, x.q, x.v);
  return x;
}

void measure(const char* method, const char* formulation, int N) {
  const double began = cpu_seconds();
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/pendulum_chain.yaml",
                                 {{"N", std::to_string(N)}, {"amplitude_x", "0"}, {"amplitude_y", "0"}});
  const double read = cpu_seconds();
  const auto system = make_system(model, formulation);
  const State x = askew(model, *system);
  const double assembled = cpu_seconds();
  double best = 1e300, start = 1e300;
  Run first, second;
  for (int repetition = 0; repetition < 3; ++repetition) {
    first = run(*system, x, method, 30);
    second = run(*system, x, method, 90);
    const double steps = static_cast<double>(second.report.steps.accepted - first.report.steps.accepted);
    const double per_step = (second.seconds - first.seconds) / steps;
    best = std::min(best, per_step);
    start = std::min(start, first.seconds - per_step * static_cast<double>(first.report.steps.accepted));
  }
  const WorkCounts &all = second.report.work, &before = first.report.work;
  const auto per_step = [&](long WorkCounts::*count) {
    return static_cast<double>(all.*count - before.*count) /
           static_cast<double>(second.report.steps.accepted - first.report.steps.accepted);
  };
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{:>12}{:>11}{:>7}{:>12.3f}{:>12.3f}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}  "
      "{}\n",
      method, formulation, N, 1e6 * best / N, 1e6 * best / N / per_step(&WorkCounts::residuals),
      per_step(&WorkCounts::residuals), per_step(&WorkCounts::tangents), per_step(&WorkCounts::factorizations),
      1e3 * (read - began), 1e3 * (assembled - read), 1e3 * start, static_cast<double>(usage.ru_maxrss) / 1024,
      static_cast<double>(usage.ru_maxrss) / N,
      second.report.corrector ? second.report.corrector->reason.substr(0, 30) : "");
  std::fflush(stdout);
}

// What the parts of a step cost in joint coordinates, ns per body.
void measure_parts(int N) {
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/pendulum_chain.yaml",
                                 {{"N", std::to_string(N)}, {"amplitude_x", "0"}, {"amplitude_y", "0"}});
  const JointSystem system(model, JointSolver::automatic, ImplicitMatrix::recursive);
  const State x = askew(model, system);
  Equations eq(system);
  const auto linearization = system.make_linearization();
  const auto factors = linearization->make_factors(ConstraintRows::positions, {});
  linearization->evaluate(x, eq.inputs());
  factors->factorize(*linearization, 1e-4, 1e-2);
  VecX b = VecX::Ones(N), z = VecX::Ones(N), r = VecX::Zero(N);
  const int repetitions = std::max(5, 100000 / N);
  const auto per_body = [&](auto work) { return nanoseconds(repetitions, work) / N; };
  fmt::print("{:>7}{:>12.1f}{:>12.1f}{:>12.1f}{:>12.1f}{:>12.1f}\n", N,
             per_body([&] { eq.evaluate(Want::residual, x); }),
             per_body([&] { linearization->evaluate(x, eq.inputs()); }),
             per_body([&] { factors->factorize(*linearization, 1e-4, 1e-2); }), per_body([&] { factors->solve(b); }),
             per_body([&] {
               linearization->respond({.v = {&z}, .a = {&z, 100}}, {.motion = &r});
             }));
  std::fflush(stdout);
}

}  // namespace
}  // namespace daedalus

int main(int count, char** arguments) {
  std::vector<int> sizes;
  std::string chosen;
  for (int i = 1; i < count; ++i) {
    if (std::atoi(arguments[i]) > 0) sizes.push_back(std::atoi(arguments[i]));
    else chosen = arguments[i];
  }
  if (sizes.empty()) sizes = {100, 300, 1000, 3000};
  fmt::print("{:>12}{:>11}{:>7}{:>12}{:>12}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "method", "formulation",
             "N", "us/step,N", "us/iter,N", "residuals", "tangents", "factors", "read ms", "set-up ms", "start ms",
             "MB", "kB/N");
  std::fflush(stdout);
  for (const char* method : {"bdf", "infl-sdirk"})
    for (const char* formulation : {"cartesian", "joint"})
      for (const int N : sizes) {
        if (chosen != "" && chosen != method && chosen != formulation) continue;
        const pid_t child = fork();
        if (child == 0) {
          daedalus::measure(method, formulation, N);
          std::_Exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) return 1;
      }
  fmt::print("\n{:>7}{:>12}{:>12}{:>12}{:>12}{:>12}   ns per body, joint coordinates\n", "N", "residual", "linearize",
             "factorize", "solve", "respond");
  for (const int N : sizes) daedalus::measure_parts(N);
}
