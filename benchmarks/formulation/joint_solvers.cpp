// joint_solvers.cpp: accelerations of mechanisms with loops, by every solver of the joint formulation and in absolute
// coordinates.
//
//   benchmarks/run solvers
//
// The automatic choice (choose_solver) was made by this table. Microseconds per call of solve_acceleration.
#include <fmt/format.h>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/recursive/joint_system.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/system/equations.hpp"
#include "timing.hpp"

namespace daedalus {
namespace {

double microseconds(const ModelSystem& system) {
  State x = assemble(system).state;
  Equations eq(system);
  return nanoseconds(200, [&] { eq.solve_acceleration(x); }) / 1000;
}

void measure(const std::string& name, const std::string& N) {
  std::vector<OptionSetting> parameters;
  if (!N.empty()) parameters.push_back({"N", N});
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/" + name + ".yaml", parameters);
  fmt::print("{:<26}{:>10.2f}", name + (N.empty() ? "" : " " + N), microseconds(*make_system(model, "cartesian")));
  for (const JointSolver solver : {JointSolver::articulated, JointSolver::factorized, JointSolver::descriptor})
    fmt::print("{:>13.2f}", microseconds(JointSystem(model, solver)));
  fmt::print("\n");
}

}  // namespace
}  // namespace daedalus

int main() {
  fmt::print("{:<26}{:>10}{:>13}{:>13}{:>13}\n", "us per acceleration", "cartesian", "articulated", "factorized",
             "descriptor");
  for (const char* name : {"slider_crank", "andrews", "spatial_four_bar", "stewart_platform"})
    daedalus::measure(name, "");
  for (const char* N : {"2", "10", "40"}) daedalus::measure("n_four_bar_hanging", N);
}
