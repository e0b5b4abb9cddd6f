// The N-four-bar from its file, against the pendulum equation of its parallelogram motion solved with 30 digits. The
// mechanism passes through singular positions twice per turn; a fixed step strides over them.
#include <gtest/gtest.h>

#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

struct TipState {
  int N;
  double t, x, y, vx, vy, phi, phi_dot;  // of B0, the tip of the first crank, and of the crank
};
const std::vector<TipState> tip_reference = {
    {1, 1.0, -0.2607126751836504, -0.9654164391590732, -6.6378094961217515, 1.7925539703889306, -1.8345566611421613,
     -6.875591948593315},
    {1, 2.0, 0.07708547179286708, 0.9970244881839518, 1.031356872689423, -0.079739898127168, -4.789550999536392,
     -1.0344348457960213},
    {1, 4.0, 0.15895550425711777, 0.9872857477277617, 1.125395047766197, -0.18119145112531923, -11.155206903457577,
     -1.1398878697036738},
    {1, 5.0, -0.9449081860429539, -0.3273354853189835, -1.8589308912627245, 5.366112429670042, -15.37448094142013,
     -5.678977607488002},
    {1, 10.0, 0.47838505776097057, 0.8781501787912093, 1.7272640755471536, -0.9409521793715157, -30.343944970943127,
     -1.9669347194403195},
    {2, 1.0, -0.1950203019494351, -0.9807992056621738, -6.6766780368811585, 1.3275783251604871, -1.767074476310201,
     -6.807385240869445},
    {2, 2.0, 0.05781579576801143, 0.9983272678634555, 1.0172601366204366, -0.05891224871344565, -4.770237034517435,
     -1.0189645914385368},
    {2, 4.0, 0.11761610237680861, 0.9930591384513251, 1.0690392650289686, -0.12661504916672028, -11.113463266719075,
     -1.076511180085543},
    {2, 5.0, -0.8113104610051074, -0.5846155453489755, -3.5691173971932093, 4.953105171313327, -15.083557159858586,
     -6.105067553519621},
    {2, 10.0, 0.3284581115408154, 0.944518538178601, 1.4230514702069441, -0.49486884548704296, -30.179800860191204,
     -1.5066421808418295},
    {40, 1.0, -0.1153568806321099, -0.9933241113004502, -6.669987523941772, 0.7746000986623434, -1.686410598114917,
     -6.714814880723563},
    {40, 2.0, 0.03446630730040716, 0.9994058603295629, 1.0059511728141093, -0.03469203416516176, -4.74686211524122,
     -1.0065492036262305},
    {40, 4.0, 0.06934203222799917, 0.9975929443247337, 1.0238043879877687, -0.07116397251092174, -11.064972010126596,
     -1.026274688300625},
    {40, 5.0, -0.5401900506755263, -0.841543052464443, -5.436369112578549, 3.489628365197338, -14.707829870140081,
     -6.460001180757471},
    {40, 10.0, 0.1805122266867284, 0.9835727405823116, 1.1484412774694142, -0.21077006677942392, -30.02663741719084,
     -1.167622108751707},
    {40, 20.0, 0.4109011537629452, 0.9116799009719807, 1.5667853719090699, -0.7061622355938373, -61.68449904139603,
     -1.7185696100557373},
};

// Classical Runge-Kutta on [(N+1)/3 + N] phi'' = -g [(N+1)/2 + N] cos(phi), for what the table does not have.
std::pair<double, double> pendulum_equation(int N, double phi, double rate, double t_end) {
  const double c = 9.81 * ((N + 1) / 2.0 + N) / ((N + 1) / 3.0 + N);
  const int steps = 40000;
  const double h = t_end / steps;
  for (int n = 0; n < steps; ++n) {
    const auto f = [&](double angle) { return -c * std::cos(angle); };
    const double k1 = f(phi), k2 = f(phi + h / 2 * rate), k3 = f(phi + h / 2 * rate + h * h / 4 * k1),
                 k4 = f(phi + h * rate + h * h / 2 * k2);
    phi += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return {phi, rate};
}

double spread(GalleryRun& run, int N) {  // of the crank angles: 0 on the parallelogram branch
  double largest = 0;
  for (int k = 1; k <= N; ++k)
    largest = std::max(largest, std::abs(run.q(fmt::format("crank{}.theta", k)) - run.q("crank0.theta")));
  return largest;
}

class FourBars : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Windows, FourBars, ::testing::Values(1, 2, 40));

TEST_P(FourBars, StayOnTheParallelogramBranchThroughTheSingularPositions) {
  const int N = GetParam();
  GalleryRun run("n_four_bar", {{"N", std::to_string(N)}}, fixed_step(0.005));
  for (const TipState& expected : tip_reference) {
    if (expected.N != N) continue;
    run.to(expected.t);
    SCOPED_TRACE(fmt::format("N = {} at {}", N, expected.t));
    const double x = 2 * run.q("crank0.x"), y = 2 * run.q("crank0.y");  // the center of mass is half way to the tip
    EXPECT_NEAR(x, expected.x, 1e-7);
    EXPECT_NEAR(y, expected.y, 1e-7);
    EXPECT_NEAR(2 * run.v("crank0.x"), expected.vx, 7e-7);
    EXPECT_NEAR(2 * run.v("crank0.y"), expected.vy, 7e-7);
    EXPECT_NEAR(run.q("crank0.theta"), expected.phi, 1e-7);
    EXPECT_NEAR(run.v("crank0.theta"), expected.phi_dot, 7e-7);
    EXPECT_LE(spread(run, N), 1e-9);
  }
  EXPECT_NEAR(run.total_energy(), run.initial_energy(), 1e-8 * run.initial_energy());
}

TEST(FourBars, TenWindowsMoveLikeThePendulumEquation) {
  GalleryRun run("n_four_bar", {{"N", "10"}}, fixed_step(0.005));
  for (const double t : {1.0, 5.0, 10.0}) {
    run.to(t);
    const auto [phi, rate] = pendulum_equation(10, std::numbers::pi / 2, -1, t);
    EXPECT_NEAR(run.q("crank0.theta"), phi, 1e-7) << t;
    EXPECT_NEAR(run.v("crank0.theta"), rate, 7e-7) << t;
    EXPECT_LE(spread(run, 10), 1e-9);
  }
}

TEST(FourBars, AreRankDeficientWhereAllBarsLieOnALine) {
  const Model model = gallery_model("n_four_bar", {{"N", "3"}, {"phi", "0"}});
  const auto system = make_system(model);
  const CheckReport at = check_model(*system, system->initial_guess());
  EXPECT_EQ(at.constraints, 20);
  EXPECT_EQ(at.degrees_of_freedom, 4);  // N + 1
  EXPECT_EQ(at.redundant.size(), 3u);
}

TEST(HangingFourBars, MoveLikeThePendulumEquationUnderErrorControl) {
  for (const int N : {1, 10}) {
    GalleryRun run("n_four_bar_hanging", {{"N", std::to_string(N)}});
    run.to(10);
    const auto [phi, rate] = pendulum_equation(N, -std::numbers::pi / 2, 1, 10);
    EXPECT_NEAR(run.q("crank0.theta"), phi, 1e-9) << N;
    EXPECT_NEAR(run.v("crank0.theta"), rate, 5e-9) << N;
    EXPECT_LE(spread(run, N), 1e-12) << N;
  }
}

}  // namespace
}  // namespace daedalus::testing
