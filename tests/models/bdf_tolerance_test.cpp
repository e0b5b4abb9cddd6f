// A tolerance of bdf means something: over six decades of it the error at the end of a run stays below ten of them.
#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/integrate/solve.hpp"
#include "models/gallery_run.hpp"
#include "models/pendulum_chain_reference.hpp"
#include "support/excited_laws.hpp"

namespace daedalus::testing {
namespace {

struct KnownMotion {
  std::unique_ptr<System> system;
  State start, end;
};

// Tabulated with 34 digits.
KnownMotion closed_form_motion(const char* name, double t_end) {
  const CatalogEntry& entry = find_closed_form(name);
  KnownMotion motion{entry.make(), {}, entry.reference(t_end).value()};
  motion.start = motion.system->initial_guess();
  motion.end.t = t_end;
  return motion;
}

// In quadruple precision.
KnownMotion chain_motion() {
  KnownMotion motion{std::make_unique<LawSystem<SwingingChain<12>>>("chain"), {}, {}};
  motion.start = motion.end = motion.system->initial_guess();
  for (const PendulumChainReference& reference : pendulum_chain_references) {
    if (reference.N != 12 || reference.t != 10 || reference.omega != std::string("2*pi*0.05")) continue;
    motion.end.t = reference.t;
    for (int i = 0; i < 12; ++i) {
      motion.end.q[i] = reference.angle[static_cast<std::size_t>(i)];
      motion.end.v[i] = reference.rate[static_cast<std::size_t>(i)];
    }
  }
  return motion;
}

// By dopri5, which tests/models/slider_crank_test.cpp compares with another program.
KnownMotion slider_crank_motion() {
  auto system = make_system(gallery_model("slider_crank"));
  KnownMotion motion{nullptr, assemble(*system).state, {}};
  motion.system = std::move(system);
  const auto method = make_method("dopri5");
  motion.end = solve(*motion.system, *method, motion.start,
                     {.t_end = 1, .integration = tolerance(1e-12, 1e-13), .output = Output::end_only})
                   .final;
  return motion;
}

// The coach enters its curve, in joint coordinates: 41 of them, contacts of wheels and rails, creep. By dopri5, since it is
// but mildly stiff: 420 steps per second suffice for bdf at 1e-3, 850 for dopri5 to remain stable.
KnownMotion train_motion() {
  auto system = make_system(gallery_model("rail/train_carriage", {{"start", "40"}}), "joint");
  KnownMotion motion{nullptr, assemble(*system).state, {}};
  motion.system = std::move(system);
  const auto method = make_method("dopri5");
  motion.end = solve(*motion.system, *method, motion.start,
                     {.t_end = 2, .integration = tolerance(1e-11, 1e-13), .output = Output::end_only})
                   .final;
  return motion;
}

double largest_of(const VecX& x) { return x.lpNorm<Eigen::Infinity>(); }

// Error at the end over what was asked for, rtol times the largest magnitude of the run plus atol.
double error_in_tolerances(const KnownMotion& motion, double tol) {
  double q = largest_of(motion.end.q), v = largest_of(motion.end.v);
  SolveOptions options{.t_end = motion.end.t, .integration = tolerance(tol, tol), .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) {
    q = std::max(q, largest_of(x.q));
    v = std::max(v, largest_of(x.v));
  };
  const auto method = make_method("bdf");
  const Result r = solve(*motion.system, *method, motion.start, options);
  EXPECT_EQ(r.status, RunStatus::done) << motion.system->name() << " at " << tol;
  return std::max(largest_of(r.final.q - motion.end.q) / (tol * q + tol),
                  largest_of(r.final.v - motion.end.v) / (tol * v + tol));
}

TEST(ToleranceOfBdf, IsWhatTheErrorIsNearToOverSixDecades) {
  std::vector<KnownMotion> motions;
  motions.push_back(closed_form_motion("car_axle", 3));
  motions.push_back(closed_form_motion("andrews", 0.03));
  motions.push_back(chain_motion());
  motions.push_back(slider_crank_motion());
  motions.push_back(train_motion());
  for (const KnownMotion& motion : motions)
    for (const double tol : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9})
      EXPECT_LT(error_in_tolerances(motion, tol), 10) << motion.system->name() << " at " << tol;
}

}  // namespace
}  // namespace daedalus::testing
