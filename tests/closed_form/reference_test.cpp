// The reference solutions: consistent with the equations at every level, with what others published, and with a plain
// Runge-Kutta integration of the equations.
#include <gtest/gtest.h>

#include <map>

#include "closed_form/random_state.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/stop_block.hpp"
#include "support/catalog_printer.hpp"

namespace daedalus {
namespace {

using testing::evaluate;

const CatalogEntry& entry_of(const std::string& name) {
  for (const CatalogEntry& entry : closed_form_catalog())
    if (entry.name == name) return entry;
  throw std::out_of_range(name);
}

std::vector<CatalogEntry> exact_entries() {
  std::vector<CatalogEntry> result;
  for (const CatalogEntry& entry : closed_form_catalog())
    if (entry.reference(0.123456)) result.push_back(entry);  // a table has no such time
  return result;
}

class Reference : public ::testing::TestWithParam<CatalogEntry> {};
class ExactReference : public ::testing::TestWithParam<CatalogEntry> {};
INSTANTIATE_TEST_SUITE_P(ClosedForm, Reference, ::testing::ValuesIn(closed_form_catalog()),
                         [](const auto& instance) { return instance.param.name; });
INSTANTIATE_TEST_SUITE_P(ClosedForm, ExactReference, ::testing::ValuesIn(exact_entries()),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(Reference, SatisfiesTheEquationsAtAllLevels) {
  const auto system = GetParam().make();
  int checked = 0;
  for (const double t : {0.0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03, 0.1, 0.37, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0}) {
    const std::optional<State> x = GetParam().reference(t);
    if (!x) continue;
    ++checked;
    EXPECT_EQ(x->t, t);
    const Evaluation y = evaluate(*system, *x);
    const MatX M = y.M.to_dense(), G = y.G.to_dense();
    const VecX motion = (M * x->a).cwiseAbs() + G.transpose().cwiseAbs() * x->lambda.cwiseAbs() + y.f.cwiseAbs();
    const VecX velocity = G.cwiseAbs() * x->v.cwiseAbs();
    const VecX acceleration = G.cwiseAbs() * x->a.cwiseAbs() + y.gamma.cwiseAbs();
    for (Index i = 0; i < y.g.size(); ++i) EXPECT_NEAR(y.g[i], 0, 1e-15) << "t = " << t << ", row " << i;
    for (Index i = 0; i < y.g_dot.size(); ++i) {
      EXPECT_NEAR(y.g_dot[i], 0, 1e-14 * velocity[i] + 1e-16) << "t = " << t << ", row " << i;
      EXPECT_NEAR(G.row(i).dot(x->a) - y.gamma[i], 0, 1e-13 * acceleration[i]) << "t = " << t << ", row " << i;
    }
    for (Index i = 0; i < y.r.size(); ++i)
      EXPECT_NEAR(y.r[i], 0, 1e-13 * motion[i] + 1e-17) << "t = " << t << ", equation " << i;
  }
  EXPECT_GE(checked, 5);
}

// Central difference of order 8 of a function of time.
template <class F>
VecX derivative(const F& f, double t, double h) {
  return 4 / (5 * h) * (f(t + h) - f(t - h)) - 1 / (5 * h) * (f(t + 2 * h) - f(t - 2 * h)) +
         4 / (105 * h) * (f(t + 3 * h) - f(t - 3 * h)) - 1 / (280 * h) * (f(t + 4 * h) - f(t - 4 * h));
}

TEST_P(ExactReference, IsAMotion) {  // q' = v, v' = a, s' = sigma
  const auto system = GetParam().make();
  const auto at = [&](double t) { return *GetParam().reference(t); };
  for (const double t : {0.1, 0.2, 0.28, 0.7, 1.3, 2.9, 4.4}) {
    const State x = at(t);
    const VecX v = derivative([&](double z) { return at(z).q; }, t, 5e-4);
    const VecX a = derivative([&](double z) { return at(z).v; }, t, 5e-4);
    const VecX sigma = derivative([&](double z) { return at(z).s; }, t, 5e-4);
    const auto tolerance = [](const VecX& value) { return 1e-10 * (1 + value.norm()); };
    EXPECT_LE((v - x.v).norm(), tolerance(x.v)) << t;
    EXPECT_LE((a - x.a).norm(), tolerance(x.a)) << t;
    EXPECT_LE((sigma - evaluate(*system, x).sigma).norm(), 1e-10) << t;
  }
}

// (q, v, s)' as a State.
State slope(const System& system, const State& x) {
  const Evaluation y = evaluate(system, x, Want::mass | Want::jacobian | Want::gamma | Want::force | Want::sigma);
  State k = x;
  testing::solve_acceleration(y, k);
  k.q = x.v;
  k.v = k.a;
  k.s = y.sigma;
  return k;
}

TEST_P(Reference, IsWhatAPlainIntegrationFinds) {  // classical Runge-Kutta, constraints differentiated twice
  const std::map<std::string, double> end = {{"andrews", 0.005}, {"car_axle", 0.1}, {"stop_block", 0.25}};
  const auto found = end.find(GetParam().name);
  const double t_end = found == end.end() ? 0.5 : found->second;
  const int steps = 1000;
  const double h = t_end / steps;
  const auto system = GetParam().make();
  const auto moved = [](const State& x, const State& k, double dt) {
    State y = x;
    y.t += dt;
    y.q += dt * k.q;
    y.v += dt * k.v;
    y.s += dt * k.s;
    return y;
  };
  State x = *GetParam().reference(0);
  for (int n = 0; n < steps; ++n) {
    const State k1 = slope(*system, x), k2 = slope(*system, moved(x, k1, h / 2)),
                k3 = slope(*system, moved(x, k2, h / 2)), k4 = slope(*system, moved(x, k3, h));
    x.q += h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q);
    x.v += h / 6 * (k1.v + 2 * k2.v + 2 * k3.v + k4.v);
    x.s += h / 6 * (k1.s + 2 * k2.s + 2 * k3.s + k4.s);
    x.t = (n + 1) * h;
  }
  const State y = *GetParam().reference(t_end);
  EXPECT_LE((x.q - y.q).norm(), 1e-8 * y.q.norm());
  EXPECT_LE((x.v - y.v).norm(), 1e-7 * y.v.norm());
  EXPECT_LE((x.s - y.s).norm(), 1e-8);
}

TEST(PendulumReference, HasTheValuesOfTheEllipticFunctionsInThirtyDigits) {  // x, y, vx, vy; own 30-digit evaluation
  const auto check = [](double t, double x, double y, double vx, double vy) {
    const State state = *entry_of("pendulum").reference(t);
    const double tolerance = 2e-15 * (1 + t) * 10;  // the phase is known to rounding of t
    EXPECT_NEAR(state.q[0], x, tolerance);
    EXPECT_NEAR(state.q[1], y, tolerance);
    EXPECT_NEAR(state.v[0], vx, 3 * tolerance);
    EXPECT_NEAR(state.v[1], vy, 3 * tolerance);
  };
  check(1, -0.986291751131875319, -0.165010853125541169, -0.296905515916315822, 1.77464364111265563);
  check(10, 0.27508746257611686, -0.961419205099125064, -4.17559810095172884, -1.19474905456047527);
  check(100, 0.181513351427031385, -0.983388480334057505, -4.31953678053466246, -0.797297927855360447);
  check(2000, -0.814603068589032152, -0.580018827836935462, 1.95664770788265787, -2.74799911743039228);
}

TEST(CircularTrackReference, HasTheValuesOfTheFormulaInThirtyDigits) {
  const State x = *entry_of("circular_track").reference(1);
  EXPECT_NEAR(x.q[0], 0.595962692917881204, 1e-15);
  EXPECT_NEAR(x.q[1], 0.803012122355613775, 1e-15);
  EXPECT_NEAR(x.s[0], 0.0676676416183063459, 1e-15);
  EXPECT_NEAR(x.lambda[0], 5.56995709647939812, 1e-14);
}

TEST(CarAxleReference, AgreesWithThePublishedEndValues) {  // IVP Test Set, t = 3; λ has the other sign there
  const State x = *entry_of("car_axle").reference(3);
  const Vec<double, 4> q(0.4934557842755629e-01, 0.4969894602303324, 0.1041742524885400e+01, 0.3739110272652214);
  const Vec<double, 4> v(-0.7705836840321485e-01, 0.7446866596327776e-02, 0.1755681574942899e-01, 0.7703410437794031);
  EXPECT_LE((x.q - q).norm(), 1e-11);
  EXPECT_LE((x.v - v).norm(), 1e-10);
  EXPECT_NEAR(x.lambda[0], 0.4736886750784630e-02, 1e-9);
  EXPECT_NEAR(x.lambda[1], 0.1104680411345730e-02, 1e-9);
}

TEST(AndrewsReference, AgreesWithThePublishedEndValues) {  // IVP Test Set, t = 0.03
  const State x = *entry_of("andrews").reference(0.03);
  const VecX q{{0.1581077119629904e+02, -0.1575637105984298e+02, 0.4082224013073101e-01, -0.5347301163226948e+00,
                0.5244099658805304e+00, 0.5347301163226948e+00, 0.1048080741042263e+01}};
  const VecX lambda{{0.1991753333731910e+03, -0.2975531228015052e+02, 0.2306654119098399e+02, 0.3145271365475927e+02,
                     0.2264249232082739e+02, 0.1161740700019673e+02}};
  EXPECT_LE((x.q - q).norm(), 1e-8);
  EXPECT_LE((x.lambda - lambda).norm(), 1e-4);
}

TEST(StopBlockReference, CrossesTheStopAtTheStatedTimes) {
  const StopBlock law;
  EXPECT_NEAR(law.crossing_time(0), std::asin(0.5) / 2, 1e-15);  // w d/u₀ = 1/2, w = 2
  for (int n = 0; n < 6; ++n) {
    const double t = law.crossing_time(n), sign = n % 2 == 0 ? 1 : -1;
    EXPECT_NEAR(law.exact(t).q[0], law.d, 1e-14);
    EXPECT_NEAR(law.exact(t).v[0], sign * std::sqrt(3.0), 1e-13);
    EXPECT_LT(sign * (law.exact(t - 1e-3).q[0] - law.d), 0);
    EXPECT_GT(sign * (law.exact(t + 1e-3).q[0] - law.d), 0);
  }
}

TEST(TableReference, IsEmptyBetweenTheTimesOfTheTable) {
  for (const char* name : {"andrews", "car_axle", "driven_pendulum"}) {
    EXPECT_TRUE(entry_of(name).reference(5e-13)) << name;
    EXPECT_FALSE(entry_of(name).reference(1e-9)) << name;
  }
}

}  // namespace
}  // namespace daedalus
