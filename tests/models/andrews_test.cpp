// The seven-body mechanism from its file, against a quadruple precision solution in seven relative angles (20 digits,
// all times of the table) and against the Cartesian end values of a separate program (80-bit arithmetic, 13 digits).
#include <gtest/gtest.h>

#include "daedalus/closed_form/andrews.hpp"
#include "models/digits.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct BodyEnd {
  const char* name;
  double q[3], v[3];  // x, y, theta of the center of mass frame and their rates at t = 0.03
};
const std::vector<BodyEnd> cartesian_end = {
    {"K1",
     {-0.0009151423246975852, -9.441676518022174e-05, 15.810771195153706},
     {0.10762758750256742, -1.0431893153793736, 1139.9203022591062}},
    {"K2",
     {-0.018446027217580666, -0.0013436814839758006, 0.054400136741868305},
     {0.6410353248764535, -4.670870865731395, -284.45899291843403}},
    {"K3",
     {-0.02516389303546852, 0.014431270235940954, 0.04082224011964622},
     {0.2018882735630695, 0.12341533276242765, 11.032911910618127}},
    {"K4",
     {-0.03477497166038277, 0.011968402202972473, -0.010320150462125073},
     {0.10353596818968205, 0.018672630892725875, 19.866944019860682}},
    {"K5",
     {-0.05394793488853295, 0.017215285001876645, 0.524409965879954},
     {-0.011176173258954402, 0.008828425475033852, 0.5735699148294723}},
    {"K6",
     {-0.03475089602296661, -0.016449815495207507, 1.5828108573840167},
     {0.11628319436146814, 0.012520571732831227, -18.970194955782087}},
    {"K7",
     {-0.06094135428600624, -0.0122910403736745, 1.0480807410419377},
     {0.0032385913025552862, 0.00271426717669337, 0.32317914924913327}},
};
constexpr const char* coordinate_names[3] = {".x", ".y", ".theta"};

TEST(AndrewsFile, HasTheCartesianEndValuesToNineDigitsInEveryCoordinate) {
  GalleryRun run("andrews", {}, tolerance(1e-13, 1e-14));
  run.to(0.03);
  ASSERT_EQ(run.system().layout().nq, 21);
  ASSERT_EQ(run.system().layout().nc(), 20);
  for (const BodyEnd& body : cartesian_end)
    for (int k = 0; k < 3; ++k) {
      const std::string name = std::string(body.name) + coordinate_names[k];
      EXPECT_DIGITS(run.q(name), body.q[k], 9) << name;
      EXPECT_DIGITS(run.v(name), body.v[k], 9) << name;
    }
}

TEST(AndrewsFile, HasTheAnglesAndMultipliersOfTheRelativeFormulationAtAllTimes) {
  GalleryRun run("andrews", {}, tolerance(1e-13, 1e-14));
  for (const double t : {0.0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03}) {
    run.to(t);
    const State x = *andrews_reference(t);
    enum Angle { beta, Theta, gamma, Phi, delta, Omega, epsilon };
    const auto expect = [&](const char* body, double angle, double rate) {
      const std::string name = std::string(body) + ".theta";
      EXPECT_NEAR(run.q(name), angle, 1e-9 * (std::abs(angle) + 0.1)) << name << " at " << t;
      EXPECT_NEAR(run.v(name), rate, 1e-9 * (std::abs(rate) + 10)) << name << " at " << t;
    };
    expect("K1", x.q[beta], x.v[beta]);
    expect("K2", x.q[beta] + x.q[Theta], x.v[beta] + x.v[Theta]);
    expect("K3", x.q[gamma], x.v[gamma]);
    expect("K4", x.q[Phi] + x.q[delta], x.v[Phi] + x.v[delta]);
    expect("K5", x.q[delta], x.v[delta]);
    expect("K6", x.q[Omega] + x.q[epsilon], x.v[Omega] + x.v[epsilon]);
    expect("K7", x.q[epsilon], x.v[epsilon]);
    int i = 0;
    for (const char* row : {"E_K3.x", "E_K3.y", "E_K4.x", "E_K4.y", "E_K6.x", "E_K6.y"}) {
      EXPECT_NEAR(run.lambda(row), x.lambda[i], 1e-8 * std::max(std::abs(x.lambda[i]), 1.0)) << row << " at " << t;
      ++i;
    }
  }
}

TEST(AndrewsFile, GainsTheWorkOfItsMotorAndNoMore) {
  GalleryRun run("andrews");
  const double beta = run.q("K1.theta");
  for (int k = 1; k <= 50; ++k) {  // 0.1 s: more than fifty turns
    run.to(0.002 * k);
    const double work = 0.033 * (run.q("K1.theta") - beta);
    EXPECT_NEAR(run.total_energy() - run.initial_energy(), work, 1e-9 * (1 + work));
  }
  EXPECT_GT(run.q("K1.theta"), 50);
}

TEST(AndrewsFile, StartsWithTheAccelerationsOfTheReference) {  // 20 digits, recomputed
  GalleryRun run("andrews");
  EXPECT_DIGITS(run.channel("K1.alpha"), 14222.4439199541138705911625887, 12);
  EXPECT_DIGITS(run.channel("K2.alpha"), 3555.610979988528458, 12);
  EXPECT_DIGITS(run.channel("K2.ax"), 3.618306847639301269, 12);
  EXPECT_NEAR(run.channel("K5.alpha"), 0, 1e-9);
}

}  // namespace
}  // namespace daedalus::testing
