// vehicle_test.cpp: the vehicles at 1 ms with stiffness=springs: what the springs of the seam are, accuracy, no
// allocation.
#include <algorithm>
#include <cmath>
#include <vector>

#include "daedalus/integrate/solve.hpp"
#include "fixed_cost/drive.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

const Drive::Settings preset = {{"preset", "stiff-vehicle"}};

std::vector<double> sorted(const VecX& values) {
  std::vector<double> list(values.begin(), values.end());
  std::sort(list.begin(), list.end());
  return list;
}

// At rest nothing but dampers depends on the velocity, and all forces of the vehicle are springs: −f_v = Yᵀ C Y.
TEST(Springs, AreAllThatDependsOnTheVelocityAtRest) {
  for (const char* formulation : {"cartesian", "joint"}) {
    Drive drive("hmmwv14", formulation, preset);
    State x = drive.x;
    x.v.setZero();
    drive.eq.evaluate(Want::force | Want::springs | Want::residual_tangent, x);
    const Evaluation& at = drive.eq.value;
    const MatX Y = at.Y.to_dense();
    const MatX ours = Y.transpose() * at.spring_damping.asDiagonal() * Y, r_v = at.r_v.to_dense();
    EXPECT_EQ(Y.rows(), 12);
    EXPECT_LT((ours - r_v).lpNorm<Eigen::Infinity>(), 1e-9 * r_v.lpNorm<Eigen::Infinity>()) << formulation;
    // The numbers of the model file: 4 springs, 4 shock absorbers, 4 tires.
    const std::vector<double> k = sorted(at.spring_stiffness), c = sorted(at.spring_damping);
    const std::vector<double> k_file = {0,      0,      0,      0,      167070.9386, 167070.9386,
                                        296325, 296325, 296325, 296325, 369167.2312, 369167.2312};
    const std::vector<double> c_file = {0,    0,    0,          0,          3502,      3502,
                                        3502, 3502, 22460.0083, 22460.0083, 35025.354, 35025.354};
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_NEAR(k[i], k_file[i], 1e-9 * (1 + k_file[i]));
      EXPECT_NEAR(c[i], c_file[i], 1e-9 * (1 + c_file[i]));
    }
  }
}

TEST(Springs, AreThoseDeclaredStiffWhereAnyAre) {
  for (const char* formulation : {"cartesian", "joint"}) {
    Drive drive("hmmwv14_stiff", formulation, preset);
    drive.eq.evaluate(Want::force | Want::springs, drive.x);
    EXPECT_EQ(sorted(drive.eq.value.spring_stiffness), std::vector<double>(8, 2e7));
    EXPECT_EQ(sorted(drive.eq.value.spring_damping), std::vector<double>(8, 2e6));
  }
}

// Reference: a method of another family with error control. The step of 1 ms meets the edge of the bump somewhere
// within a step.
TEST(RealTimeVehicle, DrivesOverTheBumpAsAnAccurateRunDoes) {
  for (const char* vehicle : {"hmmwv14", "hmmwv14_stiff"})
    for (const char* formulation : {"cartesian", "joint"}) {
      Drive drive(vehicle, formulation, preset);
      const bool stiff = vehicle == std::string("hmmwv14_stiff");
      const auto reference = make_method(stiff ? "infl-sdirk" : "dopri5");
      Drive accurate(vehicle, formulation, preset);
      double error = 0, lift = 0;
      SolveOptions options{.t_end = 2,
                           .integration = {.tolerances = {.rtol = 1e-7, .atol = 1e-7}},
                           .output = Output::interval,
                           .every = 0.01,
                           .monitoring = Monitoring::off};
      const State start = drive.x;
      const double rest = drive.height();
      options.on_sample = [&](const State& x, const StepInfo&) {
        while (drive.x.t < x.t - 1e-6) ASSERT_TRUE(drive.step());
        accurate.x = x;
        error = std::max(error, std::abs(drive.height() - accurate.height()));
        lift = std::max(lift, drive.height() - rest);
      };
      const Result result = solve(*drive.system, *reference, start, options);
      EXPECT_TRUE(result.status == RunStatus::done) << vehicle;
      EXPECT_LT(error, 1e-4) << vehicle << " " << formulation;
      EXPECT_GT(lift, 3e-3) << "there was to be a bump";
      drive.eq.evaluate(Want::position, drive.x);
      EXPECT_LT(drive.eq.value.g.lpNorm<Eigen::Infinity>(), 1e-5);
    }
}

TEST(RealTimeVehicle, AllocatesInNoStepNotEvenTheFirst) {
  if (!AllocationCount::available()) GTEST_SKIP() << "the sanitizers own the allocator";
  for (const char* vehicle : {"hmmwv14", "hmmwv14_stiff"})
    for (const char* formulation : {"cartesian", "joint"}) {
      Drive drive(vehicle, formulation, preset);
      const long before = AllocationCount::now();
      bool ok = true;
      for (int k = 0; k < 5000; ++k) ok = drive.step() && ok;
      EXPECT_EQ(AllocationCount::now(), before) << vehicle << " " << formulation;
      EXPECT_TRUE(ok);
    }
}

}  // namespace
}  // namespace daedalus::testing
