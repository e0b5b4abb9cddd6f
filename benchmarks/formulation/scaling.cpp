// scaling.cpp: what a body costs, from 10 to 1000 four-bar windows (n_four_bar_hanging.yaml, 2 N + 1 bodies).
//
//   benchmarks/run scaling
//
// Linear cost means equal figures in a column. Minima of the thread's CPU time over repetitions.
#include <fmt/format.h>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/system/equations.hpp"
#include "timing.hpp"

namespace daedalus {
namespace {

void measure(int N) {
  const double began = cpu_seconds();
  const Model model =
      read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/n_four_bar_hanging.yaml", {{"N", std::to_string(N)}});
  const double read = cpu_seconds();
  const auto system = make_system(model);
  State x = assemble(*system).state;
  const double assembled = cpu_seconds();
  Equations eq(*system);
  eq.solve_acceleration(x);

  const int bodies = 2 * N + 1, repetitions = std::max(2, 20000 / bodies);
  const auto per_body = [&](auto work) { return nanoseconds(repetitions, work) / bodies; };
  const double residual = per_body([&] { eq.evaluate(Want::residual, x); });
  const double tangent =
      per_body([&] { eq.evaluate(Want::residual_tangent | Want::jacobian | Want::velocity_tangent, x); });
  const double acceleration = per_body([&] { eq.solve_acceleration(x); });
  const auto method = make_method("rk4");
  long steps = 0;
  const double run = nanoseconds(1, [&] {
    const Result result =
        solve(*system, *method, x,
              {.t_end = 0.2, .integration = {.h = 0.01}, .output = Output::end_only, .monitoring = Monitoring::off});
    steps = result.report.steps.accepted;
  });
  fmt::print("{:>6}{:>8}{:>12.1f}{:>12.1f}{:>14.1f}{:>14.1f}{:>12.1f}{:>14.1f}\n", N, bodies, residual, tangent,
             acceleration, run / static_cast<double>(steps) / bodies, 1e3 * (read - began), 1e3 * (assembled - read));
}

}  // namespace
}  // namespace daedalus

int main() {
  fmt::print("{:>6}{:>8}{:>12}{:>12}{:>14}{:>14}{:>12}{:>14}\n", "N", "bodies", "residual", "tangents", "acceleration",
             "rk4 step", "read", "assemble");
  fmt::print("{:>14}{:>12}{:>12}{:>14}{:>14}{:>12}{:>14}\n", "", "ns/body", "ns/body", "ns/body", "ns/body", "ms",
             "ms");
  for (const int N : {10, 20, 50, 100, 200, 500, 1000}) daedalus::measure(N);
}
