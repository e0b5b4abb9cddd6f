// The rigid ring in space: closed forms of its free modes, modes, stiffnesses and relaxation of another program with the same
// equations (marked [M]), the power balance term by term, and what happens off the beaten track.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "formulation/ring_bench.hpp"

namespace daedalus::testing {
namespace {

constexpr double pi = std::numbers::pi;

double hertz(double stiffness, double mass) { return std::sqrt(stiffness / mass) / (2 * pi); }
double ratio(double damping, double stiffness, double mass) { return damping / (2 * std::sqrt(stiffness * mass)); }

RingBench in_the_air(RingTire tire) {
  RingBench bench(std::move(tire));
  bench.hub.x = {0, 0, 3};
  bench.gravity.setZero();
  return bench;
}

void expect_modes(const std::vector<RingMode>& modes, const std::vector<RingMode>& expected, double hertz_digit,
                  double damping_digit) {
  ASSERT_EQ(modes.size(), expected.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    EXPECT_NEAR(modes[i].hertz, expected[i].hertz, hertz_digit) << i;
    EXPECT_NEAR(modes[i].damping, expected[i].damping, damping_digit) << i;
  }
}

TEST(RingTire, StandingInTheAirHasOneModePerSidewallSpring) {
  for (const RingTire& tire : {passenger_tire(), hmmwv_tire()}) {
    const RingBench bench = in_the_air(tire);
    const auto modes = ring_modes(bench.jacobian(RingVector::Zero()), Rim::locked).first;
    const double m = tire.ring_mass, I_t = tire.ring_diametral_inertia, I_p = tire.ring_polar_inertia;
    const auto of = [](double k, double c, double mass) { return RingMode{hertz(k, mass), ratio(c, k, mass)}; };
    const RingMode lateral = of(tire.lateral_stiffness, tire.lateral_damping, m);
    const RingMode tilt = of(tire.tilt_stiffness, tire.tilt_damping, I_t);
    const RingMode wind_up = of(tire.torsion_stiffness, tire.torsion_damping, I_p);
    const RingMode in_plane = of(tire.in_plane_stiffness, tire.in_plane_damping, m);
    expect_modes(modes, {lateral, tilt, tilt, wind_up, in_plane, in_plane}, 1e-9, 1e-9);
  }
}

// Camber and yaw split by the gyroscopic terms, √(g² + ω₀²) ∓ g with g = I_p Ω/(2 I_t); dampers that turn with the rim make
// the damping of the two in-plane modes 2 D (1 ∓ Ω/ω₀), for small D.
TEST(RingTire, RollingInTheAirSplitsItsModes) {
  const RingTire tire = passenger_tire();
  RingBench bench = in_the_air(tire);
  const double spin = 20 / tire.radius, g = tire.ring_polar_inertia * spin / (2 * tire.ring_diametral_inertia);
  RingVector s = RingVector::Zero();
  s[10] = s[12] = spin;
  bench.tire.tilt_damping = 0;
  const double w_0 = std::sqrt(tire.tilt_stiffness / tire.ring_diametral_inertia), root = std::hypot(g, w_0);
  auto modes = ring_modes(bench.jacobian(s), Rim::locked).first;
  EXPECT_NEAR(modes[1].hertz, (root - g) / (2 * pi), 1e-9);  // 45.9 Hz [M]
  EXPECT_NEAR(modes[3].hertz, (root + g) / (2 * pi), 1e-9);  // 62.3 Hz [M]
  const double w_b = std::sqrt(tire.in_plane_stiffness / tire.ring_mass);
  const double D = ratio(tire.in_plane_damping, tire.in_plane_stiffness, tire.ring_mass);
  EXPECT_NEAR(modes[4].damping, D * (1 - spin / w_b), 2e-4);  // 0.0486 [M]
  EXPECT_NEAR(modes[5].damping, D * (1 + spin / w_b), 2e-4);  // 0.0634 [M]
}

TEST(RingTire, LoadedAndStandingHasTheModesOfAnotherProgram) {  // [M], frequencies and damping in its digits
  RingBench passenger(passenger_tire()), hmmwv(hmmwv_tire());
  expect_modes(ring_modes(passenger.jacobian(passenger.roll(0)), Rim::locked).first,
               {{45.1, .030}, {56.6, .007}, {66.6, .009}, {68.1, .073}, {82.4, .116}, {112.1, .042}}, 0.051, 0.00051);
  expect_modes(ring_modes(hmmwv.jacobian(hmmwv.roll(0)), Rim::locked).first,
               {{26.5, .030}, {32.2, .007}, {38.3, .009}, {40.3, .072}, {48.7, .090}, {66.6, .042}}, 0.051, 0.00051);
}

TEST(RingTire, LoadedAndRollingHasTheModesOfAnotherProgram) {  // [M]
  RingBench bench(passenger_tire());
  const auto at_20 = bench.jacobian(bench.roll(20));
  const auto [locked, locked_roots] = ring_modes(at_20, Rim::locked);
  expect_modes(locked, {{43.9, .033}, {54.2, .041}, {68.1, .063}, {70.2, .037}, {82.4, .116}, {111.3, .133}}, 0.051,
               0.00051);
  const auto [free, free_roots] = ring_modes(at_20, Rim::free);
  expect_modes(free, {{35.6, .25}, {43.9, .033}, {54.2, .041}, {70.2, .037}, {82.4, .116}, {86.0, .075}, {115.4, .127}},
               0.051, 0.00051);
  const auto expect_roots = [](const std::vector<double>& roots, const std::vector<double>& expected) {
    ASSERT_EQ(roots.size(), expected.size());
    for (std::size_t i = 0; i < roots.size(); ++i) EXPECT_NEAR(roots[i], expected[i], 0.51) << i;
  };
  expect_roots(locked_roots, {-284, -84, -39});
  expect_roots(free_roots, {-284, -39});
  expect_roots(ring_modes(bench.jacobian(bench.roll(30)), Rim::free).second, {-437, -58});

  RingBench hmmwv(hmmwv_tire());
  const auto [modes, roots] = ring_modes(hmmwv.jacobian(hmmwv.roll(20)), Rim::free);
  expect_modes(modes,
               {{24.0, .342}, {25.4, .031}, {31.0, .054}, {40.2, .049}, {48.7, .089}, {55.7, .118}, {70.8, .146}},
               0.051, 0.0006);
  expect_roots(roots, {-230, -35});
}

double smooth(double k) { return k <= 0 ? 0 : k >= 1 ? 1 : k * k * k * (10 - 15 * k + 6 * k * k); }
double smooth_rate(double k) { return k <= 0 || k >= 1 ? 0 : 30 * k * k * (1 - k) * (1 - k); }

double hub_force(const RingBench& bench, const RingVector& s, int axis) {
  RingVector sigma;
  return bench.tire.act(bench.input(s), sigma.data()).force[axis];
}

// Of the standing tire, rim locked, hub moved by 0.2 mm (x, y) or 10 µm. At 0.01 mm it is 358.05, 101.86 and 209.65 kN/m: x
// is softer for larger displacements because the patch begins to slide.
double static_stiffness(const RingTire& tire, int axis, double displacement) {
  RingBench bench(tire);
  RingVector s = bench.roll(0);
  const Hub start = bench.hub;
  const double before = hub_force(bench, s, axis);
  const auto move = [&](double t) {
    bench.hub = start;
    bench.hub.x[axis] += displacement * smooth(2 * t);
    bench.hub.v[axis] = displacement * 2 * smooth_rate(2 * t);
  };
  const auto lock = [&](double, const RingVector& x) { return -bench.rates(x)[12] * tire.rim_inertia; };
  double t = 0;
  bench.integrate(s, t, 2.5, 5e-4, move, lock);
  return -(hub_force(bench, s, axis) - before) / displacement / 1000;
}

TEST(RingTire, IsAsStiffAsGivenWhereItStands) {  // [M]
  EXPECT_NEAR(static_stiffness(passenger_tire(), 0, 2e-4), 357.6, 0.15);
  EXPECT_NEAR(static_stiffness(passenger_tire(), 1, 2e-4), 101.8, 0.06);
  EXPECT_NEAR(static_stiffness(passenger_tire(), 2, -1e-5), 209.65, 0.01);
  EXPECT_NEAR(static_stiffness(hmmwv_tire(), 0, 2e-4), 505.5, 0.15);
  EXPECT_NEAR(static_stiffness(hmmwv_tire(), 1, 2e-4), 144.2, 0.06);
  EXPECT_NEAR(static_stiffness(hmmwv_tire(), 2, -1e-5), 296.3, 0.06);
}

TEST(RingTire, BuildsUpItsSideForceOverItsRelaxationLength) {  // [M]: slip angle of 0.3 degrees, at 2 m/s
  const auto check = [](const RingTire& tire, double F_y, double M_z, double length) {
    RingBench bench(tire);
    RingVector s = bench.roll(2), steady = s;
    bench.hub.v[1] = -2 * std::tan(0.3 * pi / 180);
    double t = 0;
    bench.integrate(steady, t, 3, 1e-3);
    EXPECT_NEAR(bench.contact(steady).F_y, F_y, 0.06);  // 265.35 here
    EXPECT_NEAR(bench.contact(steady).M_z, M_z, 0.02);  // -10.954 here
    const double force = hub_force(bench, steady, 1);
    t = 0;
    while (std::abs(hub_force(bench, s, 1)) < (1 - std::exp(-1.0)) * std::abs(force) && t < 3)
      bench.integrate(s, t, t + 2.5e-4, 2.5e-4);
    EXPECT_NEAR(2 * t, length, 0.002);
  };
  check(passenger_tire(), 265.3, -5.55, 0.490);
  check(hmmwv_tire(), 421.3, -10.97, 0.534);
}

// d/dt of the stored energy along the motion, against the power of the contact and of the dampers, written out.
TEST(RingTire, NeitherCreatesNorLosesPower) {
  std::mt19937 engine(7);
  const auto uniform = [&](double a) { return std::uniform_real_distribution<double>(-a, a)(engine); };
  const auto vector = [&](double a) { return Vec3(uniform(a), uniform(a), uniform(a)); };
  for (int k = 0; k < 200; ++k) {
    RingBench bench(k % 2 ? passenger_tire() : hmmwv_tire());
    const RingTire& tire = bench.tire;
    RingVector s;
    s << vector(0.005), uniform(0.15), uniform(0.15), uniform(0.02), Vec3(10, 0, 0) + vector(2), vector(2),
        20 + uniform(9), uniform(0.1), uniform(0.1), uniform(0.02);
    s[10] += 25;
    bench.hub.x = {uniform(1), uniform(1), tire.radius - 0.02 + uniform(0.005)};
    bench.hub.v = Vec3(10, 0, 0) + vector(2);
    bench.hub.w = vector(1);
    bench.hub.axes = rotation_matrix(euler_parameters_about(vector(1), uniform(0.15)));
    const FrameInput<double> in = bench.input(s);
    RingVector sigma;
    const Wrench<double> on_hub = tire.act(in, sigma.data());
    const auto c = bench.contact(s);
    const auto ring = tire.ring(in);

    const auto energy = [&](double e) {
      RingBench moved = bench;
      moved.hub.x += e * bench.hub.v;
      moved.hub.axes = rotation_matrix(euler_parameters_about(bench.hub.w, e * bench.hub.w.norm())) * bench.hub.axes;
      const RingVector z = s + e * sigma;
      return tire.stored(moved.input(z));
    };
    const double h = 1e-5, rate = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);

    const Vec3 xi_rate(sigma[0], sigma[1], sigma[2]), e_2 = Vec3::UnitY();
    const Vec3 v_r = xi_rate - ring.rim_rate * e_2.cross(ring.xi), w_rr = ring.w_rel - ring.rim_rate * e_2;
    const Vec3 middle = (e_2 + ring.b).normalized(), w_p = w_rr - w_rr.dot(middle) * middle;
    const Vec3 C(tire.in_plane_damping, tire.lateral_damping, tire.in_plane_damping);
    const double dampers = v_r.dot(C.cwiseProduct(v_r)) + tire.tilt_damping * w_p.squaredNorm() +
                           tire.torsion_damping * sigma[5] * sigma[5];
    EXPECT_GE(dampers, 0);
    const Vec3 w_R = bench.hub.axes * (ring.tilt * ring.w);
    const double contact = -c.F_N * c.rho_rate + c.F_x * c.V_sx + c.F_y * c.V_sy + c.M_z * w_R[2] + c.M_rr * s[10] +
                           tire.residual_stiffness[2] * std::max(0.0, c.rho) * c.rho_rate;
    const double hub = on_hub.force.dot(bench.hub.v) + on_hub.torque.dot(bench.hub.w);
    const double scale = std::abs(contact) + dampers + std::abs(hub) + 1;
    EXPECT_NEAR(rate / scale, (contact - dampers - hub) / scale, 1e-8) << k;
  }
}

TEST(RingTire, HasTheSlopeAndTheLimitOfItsSlipCurve) {
  for (const SlipShape shape : {SlipShape::brush, SlipShape::magic}) {
    RingBench bench(passenger_tire());
    bench.tire.slip_shape = shape;
    RingVector s = bench.roll(20);
    const auto forces = [&](double s_x, double s_y) {
      s[13] = s_x;
      s[14] = s_y;
      return bench.contact(s);
    };
    const double load = forces(0, 0).F_N, mu = bench.tire.friction;
    EXPECT_NEAR(forces(1e-6, 0).F_x / load / 1e-6, 21.687, 1e-3);
    EXPECT_NEAR(forces(0, 1e-6).F_y / load / 1e-6, 13.336, 1e-3);
    double most = 0;
    for (int k = 1; k < 200; ++k) {
      const auto c = forces(0.002 * k, -0.001 * k);
      const double force = std::hypot(c.F_x, c.F_y) / load;
      EXPECT_LE(force, mu * (1 + 1e-12));
      EXPECT_GE(c.F_x * s[13] + c.F_y * s[14], 0);  // never pushes along the sliding
      most = std::max(most, force);
    }
    EXPECT_GT(most, 0.999 * mu);
  }
}

RingTire tire_of_a_file() {
  RingTire tire = passenger_tire();
  tire.longitudinal_slip_stiffness = tire.lateral_slip_stiffness = 0;
  MagicFormulaCoefficients c;
  c.FNOMIN = 4000;
  c.UNLOADED_RADIUS = 0.3135;
  c.PCX1 = 1.6;
  c.PDX1 = 1.1;
  c.PKX1 = 22;
  c.PCY1 = 1.3;
  c.PDY1 = 1;
  c.PKY1 = -18;
  c.PKY2 = 1.8;
  c.QBZ1 = 10;
  c.QCZ1 = 1.1;
  c.QDZ1 = 0.1;
  tire.tire_file.formula = std::make_shared<const MagicFormula>(c);
  return tire;
}

// In a steady state slips are those of the motion, and forces those of the formula: a slip angle of 0.03 rad, from which the yaw of the
// ring under its own moment, n_x, takes a little; a locked wheel.
TEST(RingTire, ReachesTheSlipsAndForcesOfItsTireFile) {
  RingBench bench(tire_of_a_file());
  const MagicFormula& formula = *bench.tire.tire_file.formula;
  RingVector s = bench.roll(10);
  bench.hub.v[1] = -10 * std::tan(0.03);
  double t = 0;
  bench.integrate(s, t, 1.5, 5e-4);
  EXPECT_NEAR(std::atan(s[14]), 0.03 - s[3], 1e-4);
  EXPECT_NEAR(s[3], -bench.contact(s).M_z / bench.tire.tilt_stiffness, 0.05 * s[3]);
  auto c = bench.contact(s);
  const SlipForces<double> cornering = formula(c.F_N, 0.0, s[3] - 0.03, 0.0);
  EXPECT_NEAR(c.F_y / cornering.F_y, 1, 0.005);
  EXPECT_NEAR(c.M_z / cornering.M_z, 1, 0.005);

  s = bench.roll(10);
  t = 0;
  const auto lock = [&](double, const RingVector& x) {
    return -(200 * x[12] + bench.rates(x)[12] * bench.tire.rim_inertia);
  };
  bench.integrate(s, t, 1.5, 2.5e-4, {}, lock);
  c = bench.contact(s);
  EXPECT_NEAR(s[13], -1, 1e-3);
  EXPECT_NEAR(c.F_x / formula(c.F_N, -1.0, 0.0, 0.0).F_x, 1, 1e-3);
}

// Standing, the tread is a spring: residual spring and slip stiffness over half the contact length, K_x/a, in series.
TEST(RingTire, StandsOnTheTreadOfItsTireFile) {
  const RingTire tire = tire_of_a_file();
  const double load = tire.nominal_load, K_x = 22 * load, a = tire.half_contact_length;
  const double patch = K_x / (a + K_x / tire.residual_stiffness[0]);  // force per displacement of the patch
  RingBench bench(tire);
  RingVector s = bench.roll(0);
  const double r_e = tire.radius - tire.rolling_radius_factor * load / tire.residual_stiffness[2];
  // rim locked: patch, sidewall along x, and sidewall about the axle at the lever r_e in series
  const double expected = 1 / (1 / patch + 1 / tire.in_plane_stiffness + r_e * r_e / tire.torsion_stiffness);
  EXPECT_NEAR(static_stiffness(tire, 0, 1e-5), expected / 1000, 0.01 * expected / 1000);
  EXPECT_TRUE(bench.jacobian(s).allFinite());
  EXPECT_TRUE(bench.jacobian(RingVector::Zero()).allFinite());
}

TEST(RingTire, FeelsAPlaneRoadAsItIsAndABumpWithTwoPoints) {
  RingBench bench(passenger_tire());
  RingVector s = bench.roll(20);
  const auto plane = [&] {
    const FrameInput<double> in = bench.input(s);
    return bench.tire.plane(in, bench.tire.pose(in, bench.tire.ring(in)));
  };
  const auto profile = [](std::function<double(double, int)> f) {
    struct Profile final : Function {
      explicit Profile(std::function<double(double, int)> law) : f(std::move(law)) {}
      double derivative(double x, int order) const override { return f(x, order); }
      std::string text() const override { return ""; }
      std::function<double(double, int)> f;
    };
    return std::make_shared<Profile>(std::move(f));
  };
  const double yaw = 0.7;  // on a ramp the follower has the slope of the ramp whatever the heading
  bench.hub.axes << std::cos(yaw), -std::sin(yaw), 0, std::sin(yaw), std::cos(yaw), 0, 0, 0, 1;
  bench.tire.profile = profile([](double x, int order) { return order == 0 ? 0.1 * x : order == 1 ? 0.1 : 0.0; });
  for (const RoadFollower follower : {RoadFollower::point, RoadFollower::two_points}) {
    bench.tire.follower = follower;
    EXPECT_NEAR(plane().p_x, 0.1, 1e-14);
    EXPECT_NEAR(plane().p_y, 0, 1e-14);
  }
  bench.hub.axes.setIdentity();
  bench.tire.profile = profile([](double x, int order) { return order == 0 ? x * x : order == 1 ? 2 * x : 2.0; });
  bench.hub.x[0] = 0.3;
  const double half = 0.8 * bench.tire.half_contact_length, x = 0.3 + s[0];
  EXPECT_NEAR(plane().h, x * x + half * half, 1e-14);  // the mean of (x ± l/2)²
  EXPECT_NEAR(plane().p_x, 2 * x, 1e-13);
}

// A run that is lost, or a wheel high up or far below the road: numbers stay numbers.
TEST(RingTire, StaysFiniteOffTheBeatenTrack) {
  for (const double height : {-5.0, 0.1, 0.3, 5.0})
    for (const double tilt : {0.0, 0.8, 1.5})
      for (const double speed : {0.0, -30.0, 300.0}) {
        RingBench bench(passenger_tire());
        bench.hub.x[2] = height;
        RingVector s = RingVector::Constant(0.1);
        s[3] = tilt;
        s[6] = speed;
        EXPECT_TRUE(bench.rates(s).allFinite());
        EXPECT_TRUE(bench.jacobian(s).allFinite());
      }
  RingBench bench(passenger_tire());
  EXPECT_TRUE(bench.jacobian(RingVector::Zero()).allFinite());
}

}  // namespace
}  // namespace daedalus::testing
