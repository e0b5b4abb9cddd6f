// implicit_chains.cpp: what a step of an implicit method costs on chains of 100 to 3000 bodies (pendulum_chain.yaml), and
// what set-up and memory.
//
//   benchmarks/run chains [N ...]
//
// Linear cost means equal figures in a column. The cost of a step is the difference of two runs over 2 s and 1 s, in CPU time of
// the thread, minimum of three; every line is a process of its own, whose peak memory is read at its end.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
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

Run run(const ModelSystem& system, const State& x, const char* name, double t_end) {
  const auto method = make_method(name);
  const double began = cpu_seconds();
  Result result = solve(system, *method, x,
                        {.t_end = t_end,
                         .integration = {.tolerances = {.rtol = 1e-4, .atol = 1e-6}},
                         .output = Output::end_only,
                         .monitoring = Monitoring::off});
  return {cpu_seconds() - began, std::move(result.report)};
}

void measure(const char* method, const char* formulation, int N) {
  const double began = cpu_seconds();
  const Model model =
      read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/pendulum_chain.yaml", {{"N", std::to_string(N)}});
  const double read = cpu_seconds();
  const auto system = make_system(model, formulation);
  const State x = assemble(*system).state;
  const double assembled = cpu_seconds();
  double best = 1e300, start = 1e300;
  Run first, second;
  for (int repetition = 0; repetition < 3; ++repetition) {
    first = run(*system, x, method, 1);
    second = run(*system, x, method, 2);
    const double steps = static_cast<double>(second.report.steps.accepted - first.report.steps.accepted);
    const double per_step = (second.seconds - first.seconds) / steps;
    best = std::min(best, per_step);
    start = std::min(start, first.seconds - per_step * static_cast<double>(first.report.steps.accepted));
  }
  const auto& work = second.report.work;
  const double steps = static_cast<double>(second.report.steps.accepted);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{:>12}{:>11}{:>7}{:>12.3f}{:>8.0f}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}  {}\n", method,
             formulation, N, 1e6 * best / N, steps, static_cast<double>(work.residuals) / steps,
             static_cast<double>(work.tangents) / steps, static_cast<double>(work.factorizations) / steps,
             1e3 * (read - began), 1e3 * (assembled - read), 1e3 * start,
             static_cast<double>(usage.ru_maxrss) / 1024, static_cast<double>(usage.ru_maxrss) / N,
             second.report.corrector ? second.report.corrector->reason : "");
  std::fflush(stdout);
}

}  // namespace
}  // namespace daedalus

int main(int count, char** arguments) {
  std::vector<int> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::atoi(arguments[i]));
  if (sizes.empty()) sizes = {100, 300, 1000, 3000};
  fmt::print("{:>12}{:>11}{:>7}{:>12}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "method", "formulation", "N",
             "us/step,N", "steps", "residuals", "tangents", "factors", "read ms", "set-up ms", "start ms", "MB", "kB/N");
  std::fflush(stdout);
  for (const char* method : {"bdf", "infl-sdirk"})
    for (const char* formulation : {"cartesian", "joint"})
      for (const int N : sizes) {
        const pid_t child = fork();
        if (child == 0) {
          daedalus::measure(method, formulation, N);
          std::_Exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) return 1;
      }
}
