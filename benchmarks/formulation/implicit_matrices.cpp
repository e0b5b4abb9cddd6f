// implicit_matrices.cpp: the matrix of an implicit step in joint coordinates, composed from the blocks of an evaluation or
// along the tree.
//
//   benchmarks/run matrices
//
// The automatic choice (implicit_choice.cpp) was made by this table. Microseconds: tangents at a state, factorization, solve,
// and how the tangents answer a change of q and v, which the iteration of bdf asks for.
#include <fmt/format.h>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/recursive/joint_system.hpp"
#include "daedalus/integrate/corrector/motion_matrix.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/model/forces/force_types.hpp"
#include "daedalus/model/joints/joint_types.hpp"
#include "daedalus/model/model_builder.hpp"
#include "timing.hpp"

namespace daedalus {
namespace {

void measure(const std::string& label, const Model& model) {
  double sums[2] = {};
  for (const ImplicitMatrix way : {ImplicitMatrix::composed, ImplicitMatrix::recursive}) {
    const JointSystem system(model, JointSolver::automatic, way);
    const State x = assemble(system).state;
    const Layout& layout = system.layout();
    Equations eq(system);
    MotionMatrix matrix;
    Tangents tangents;
    Corrector corrector;
    if (tangents.start_recursive(system, {}, Tangents::Keeps::no)) {
      matrix.start_recursive(layout, {}, ConstraintRows::positions);
    } else {
      matrix.start(layout, {});
      tangents.start(layout, MotionMatrix::tangents(layout));
    }
    matrix.resize(corrector, tangents, Corrector::Keeps::no);
    tangents.evaluate(eq, x);
    const StepMatrix J = matrix.compose(1e-6, 1e-3, tangents);
    std::unique_ptr<LinearSolver> solver;
    std::unique_ptr<MotionFactors> factors;
    if (J.composed) solver = make_linear_solver(*J.composed->pattern);
    else factors = J.linearization->make_factors(ConstraintRows::positions, {});
    Factors& both = J.composed ? static_cast<Factors&>(*solver) : *factors;
    const auto factorize = [&] {
      const StepMatrix again = matrix.compose(1e-6, 1e-3, tangents);
      if (again.composed) solver->factorize(*again.composed);
      else factors->factorize(*again.linearization, again.bq, again.bv);
    };
    factorize();
    VecX b = VecX::Ones(matrix.size());
    const VecX z = VecX::Ones(layout.nq);
    VecX r = VecX::Zero(layout.nq);
    const int repetitions = 20 + 20000 / layout.nq / (layout.nq + 1);
    const auto microseconds = [&](auto work) { return nanoseconds(repetitions, work) / 1000; };
    const double evaluation = microseconds([&] { tangents.evaluate(eq, x); }), factorization = microseconds(factorize),
                 solve = microseconds([&] { both.solve(b = VecX::Ones(matrix.size())); }),
                 answer = microseconds([&] {
                   tangents.respond({.v = {&z}, .a = {&z, 1e3}}, {.motion = &r});
                 });
    if (way == ImplicitMatrix::composed) fmt::print("{:<30}{:>6}{:>6}", label, layout.nq, layout.nc());
    fmt::print("{:>10.2f}{:>9.2f}{:>9.2f}{:>9.2f}", evaluation, factorization, solve, answer);
    // a matrix in six iterations, each with two solves where there are constraints
    sums[way == ImplicitMatrix::recursive] =
        evaluation + factorization + 6 * ((layout.nc() > 0 ? 2 : 1) * solve + answer);
  }
  fmt::print("{:>10.2f}  {}\n", sums[0] / sums[1], JointSystem(model).make_linearization() ? "recursive" : "composed");
}

// Links one below the other on joints whose axes alternate, or on balls; with a torsional spring in every hinge on request.
template <class JointType>
Model spatial_chain(int N, bool has_springs = false) {
  ModelBuilder build("chain");
  build.gravity({0, 0, -9.81});
  std::string above = "ground";
  for (int k = 0; k < N; ++k) {
    const std::string name = "link" + std::to_string(k);
    build.body({.name = name,
                .kind = BodyKind::spatial,
                .mass = 1,
                .inertia = 0.1 * Mat3::Identity(),
                .position = {0.02 * k, 0.01 * k, -0.5 - k}});
    const Mat3 axes = rotation_matrix(euler_parameters_about(Vec3(k % 2, 1 - k % 2, 0.2).normalized(), 1.2));
    const Between between{build.marker(name, "top", {0, 0, 0.5}, axes),
                          build.marker(above, "bottom", {0, 0, k == 0 ? 0 : -0.5}, axes)};
    build.joint("joint" + std::to_string(k), JointType{between});
    if (has_springs) {
      TorsionSpring spring;
      spring.between = between;
      spring.stiffness = 100;
      spring.damping = 1;
      build.force("spring" + std::to_string(k), spring);
    }
    above = name;
  }
  return build.finish();
}

void measure(const std::string& name, int N) {
  std::vector<OptionSetting> parameters;
  if (N > 0) parameters.push_back({"N", std::to_string(N)});
  measure(name + (N > 0 ? " " + std::to_string(N) : ""),
          read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/" + name + ".yaml", parameters));
}

}  // namespace
}  // namespace daedalus

int main() {
  fmt::print("{:<30}{:>6}{:>6}{:>37}{:>37}{:>18}\n", "us", "nq", "nc", "composed: tangents factors solve answer",
             "recursive", "ratio  chosen");
  for (const char* name : {"andrews", "spatial_four_bar", "stewart_platform", "arm_six_axis", "rail/train_carriage",
                           "vehicle/passenger_car", "vehicle/hmmwv10", "vehicle/hmmwv14", "vehicle/hmmwv14_stiff"})
    daedalus::measure(name, 0);
  for (const int N : {10, 40}) daedalus::measure("n_four_bar_hanging", N);
  for (const int N : {10, 20, 40, 80}) {
    using namespace daedalus;
    measure("hinges in space " + std::to_string(N), spatial_chain<Revolute>(N));
    measure("with springs " + std::to_string(N), spatial_chain<Revolute>(N, true));
    measure("balls " + std::to_string(N), spatial_chain<Spherical>(N));
  }
  for (const int N : {10, 20, 40, 60, 80, 120, 240}) daedalus::measure("pendulum_chain", N);
}
