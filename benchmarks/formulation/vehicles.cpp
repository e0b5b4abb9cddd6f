// vehicles.cpp: which coordinates suit which method: the HMMWVs in absolute and in joint coordinates.
//
//   benchmarks/run vehicles [rounds]
//
// Every method with error control, rtol = atol. Per formulation: CPU time for a second of motion, accepted and rejected
// steps, evaluations of the equations, and the largest distance of a body from where the reference has it, at any
// accepted step. The reference is a run of for-sdirk with tolerance 1e-9 in absolute coordinates; the same in joint
// coordinates is held against it first.
// Explicit methods go through the stiff vehicle in steps of some 1e-5 s: they are timed from 0.49 s to 0.53 s, when the
// front wheels meet the bump and leave it, and so much for a second.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "reference_motion.hpp"
#include "work_precision.hpp"

namespace daedalus {
namespace {

constexpr const char* formulations[] = {"cartesian", "joint"};

// Where the bodies are, in whatever coordinates.
class Places {
 public:
  explicit Places(const ModelSystem& system)
      : system_(system), workspace_(system.make_workspace()), x_(system.layout()) {}

  const std::vector<BodyMotion>& at(double t, const VecX& q) {
    x_.t = t;
    x_.q = q;
    system_.move(x_, MotionLevel::position, motion_, *workspace_);
    return motion_;
  }

 private:
  const ModelSystem& system_;
  std::unique_ptr<Workspace> workspace_;
  State x_;
  std::vector<BodyMotion> motion_;
};

struct Ride {
  std::unique_ptr<ModelSystem> system;
  State start;
  Places places;

  Ride(const Model& model, const std::string& formulation)
      : system(make_system(model, formulation)), start(find_start(*system).state), places(*system) {}
};

struct Trial {
  std::string method;
  double tolerance = 0, t_start = 0, t_end = 0;
};

State state_at(const Ride& ride, double t, const IntegrationOptions& precise) {
  return t > ride.start.t ? run_ours(*ride.system, ride.start, "for-sdirk", t, precise, nullptr).final : ride.start;
}

void print_half(const Contestant& c, double simulated) {
  const Outcome& o = c.outcome;
  if (o.done)
    fmt::print("{:>9.2f}{:>7}{:>5}{:>9}{:>10.1e}", 1e3 * c.seconds / simulated, o.steps, o.rejected, o.evaluations,
               c.error);
  else fmt::print("{:>40}", "failed");
}

void compare(const std::string& name, const std::vector<OptionSetting>& parameters, const std::vector<Trial>& trials,
             int rounds) {
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/vehicle/" + name + ".yaml", parameters);
  Ride absolute(model, formulations[0]), joint(model, formulations[1]);
  Ride* rides[] = {&absolute, &joint};
  double t_end = 0;
  for (const Trial& trial : trials) t_end = std::max(t_end, trial.t_end);

  ReferenceMotion reference;
  reference.append(absolute.start);
  const IntegrationOptions precise{.tolerances = {1e-9, 1e-9}};
  run_ours(*absolute.system, absolute.start, "for-sdirk", t_end, precise, [&](const State& x) { reference.append(x); });
  const auto distance = [&](Ride& ride, const State& x) {
    const std::vector<BodyMotion>& there = absolute.places.at(x.t, reference.q(x.t));
    std::vector<Vec3> r;
    for (const BodyMotion& body : there) r.push_back(body.r);
    const std::vector<BodyMotion>& here = ride.places.at(x.t, x.q);
    double most = 0;
    for (std::size_t b = 0; b < r.size(); ++b) most = std::max(most, (here[b].r - r[b]).norm());
    return most;
  };
  double agreement = 0;
  run_ours(*joint.system, joint.start, "for-sdirk", t_end, precise,
           [&](const State& x) { agreement = std::max(agreement, distance(joint, x)); });

  fmt::print("\n{}", name);
  for (const OptionSetting& p : parameters) fmt::print(" {}={}", p.name, p.value);
  for (std::size_t f = 0; f < 2; ++f)
    fmt::print("{} {}: {} coordinates, {} constraints", f > 0 ? ";" : ",", formulations[f],
               rides[f]->system->layout().nq, rides[f]->system->layout().ng);
  fmt::print(". The references in both differ by {:.1e} m.\n", agreement);
  fmt::print("{:<18}{:<10}", "", "");
  for (const char* f : formulations) fmt::print("{:>40}", f);
  fmt::print("\n{:<18}{:<10}", "method", "tolerance");
  for (int f = 0; f < 2; ++f) fmt::print("{:>9}{:>7}{:>5}{:>9}{:>10}", "ms/s", "steps", "rej.", "eval.", "error, m");
  fmt::print("   joint/cartesian\n");

  for (const Trial& trial : trials) {
    Contestant halves[2];
    const State starts[2] = {state_at(absolute, trial.t_start, precise), state_at(joint, trial.t_start, precise)};
    for (std::size_t f = 0; f < 2; ++f) {
      halves[f].run = [&, f](const OnState& on) {
        return run_ours(*rides[f]->system, starts[f], trial.method, trial.t_end,
                        {.tolerances = {trial.tolerance, trial.tolerance}}, on);
      };
      judge(halves[f], [&](const State& x) { return distance(*rides[f], x); });
    }
    for (int round = 0; round < rounds; ++round)
      for (Contestant& half : halves) time_once(half);
    fmt::print("{:<18}{:<10.0e}", trial.method, trial.tolerance);
    for (const Contestant& half : halves) print_half(half, trial.t_end - trial.t_start);
    if (halves[0].outcome.done && halves[1].outcome.done)
      fmt::print("   {:.2f}", halves[1].seconds / halves[0].seconds);
    fmt::print("\n");
    for (std::size_t f = 0; f < 2; ++f)
      if (!halves[f].outcome.done) fmt::print("{:<18}{} failed: {}\n", "", formulations[f], halves[f].outcome.failure);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace daedalus

int main(int argc, char** argv) {
  using namespace daedalus;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  if (rounds < 1 || argc > 2) {
    fmt::print(stderr, "vehicles [rounds]\n");
    return 2;
  }
  const char* implicit[] = {"infl-sdirk", "infl-trap", "for-sdirk",         "nstiff-si2", "hht-si2",
                            "nstiff",     "hht-i3",    "generalized-alpha", "hht-add"};
  std::vector<Trial> original, stiff;
  for (const char* method : {"dopri5", "expl-deabm"}) {
    for (const double tol : {1e-3, 1e-5}) original.push_back({method, tol, 0, 2});
    stiff.push_back({method, 1e-3, 0.49, 0.53});
  }
  for (const char* method : implicit)
    for (const double tol : {1e-3, 1e-5}) {
      original.push_back({method, tol, 0, 2});
      stiff.push_back({method, tol, 0, 2});
    }
  fmt::print("2 s over the bump, {} rounds in turn, minima of CPU time. See benchmarks/README.md.\n", rounds);
  compare("hmmwv14", {}, original, rounds);
  compare("hmmwv14_stiff", {{"rack", "locked"}}, stiff, rounds);
}
