// Inertia forces of a bending body: against the equations of a planar rod derived by Lagrange's method, and against a
// cloud of points that bend.
#include "daedalus/formulation/flexible/modal_inertia.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "daedalus/model/flexible/beam.hpp"

using namespace daedalus;

namespace {

using std::numbers::pi;

struct Random {
  std::mt19937 engine{11};
  double operator()() { return std::uniform_real_distribution<double>(-1, 1)(engine); }
  Vec3 vector() { return {(*this)(), (*this)(), (*this)()}; }
};

}  // namespace

TEST(ModalInertia, APlanarRodObeysTheEquationsOfItsLagrangian) {
  // A rod on its chord frame with sine shapes, origin at the middle of the chord; equations from reference data for the
  // flexible slider-crank of paper 002: mass matrix and velocity terms in (X, Y, θ, p₁, p₂).
  const double m = 0.9, L = 0.6, EI = 200e9 * std::pow(0.024, 4) / 12, g = 9.81;
  const BeamSection section = BeamSection::rectangle(0.024, 0.024);
  const ModalBody body = make_modal_body(
      {.length = L, .section = section, .E = 200e9, .density = m / (section.area * L), .modes_y = 2, .thick = false});
  const double S[] = {2 * m / pi, 0}, H[] = {0, -m * L / (2 * pi)};
  Random random;
  for (int trial = 0; trial < 20; ++trial) {
    const double theta = 3 * random(), om = 5 * random(), al = 30 * random(), X2 = random(), Y2 = random();
    const double p[] = {0.1 * random(), 0.1 * random()}, pd[] = {random(), random()}, pdd[] = {random(), random()};
    const double c = std::cos(theta), s = std::sin(theta);
    const double W = S[0] * p[0] + S[1] * p[1], Wd = S[0] * pd[0] + S[1] * pd[1];
    const double rX =
        m * X2 - W * c * al - s * (S[0] * pdd[0] + S[1] * pdd[1]) - (om * om * W * (-s) + 2 * om * Wd * c);
    const double rY =
        m * Y2 - W * s * al + c * (S[0] * pdd[0] + S[1] * pdd[1]) - (om * om * W * c + 2 * om * Wd * s - m * g);
    const double rT = -W * (c * X2 + s * Y2) + (m * L * L / 12 + m / 2 * (p[0] * p[0] + p[1] * p[1])) * al +
                      H[0] * pdd[0] + H[1] * pdd[1] - (-m * om * (p[0] * pd[0] + p[1] * pd[1]) + g * s * W);
    double rP[2];
    for (int k = 0; k < 2; ++k)
      rP[k] = S[k] * (-s * X2 + c * Y2) + H[k] * al + m / 2 * pdd[k] -
              (m / 2 * om * om * p[k] - EI * std::pow((k + 1) * pi / L, 4) * L / 2 * p[k] - g * c * S[k]);

    Mat3 A = Mat3::Identity();
    A.topLeftCorner<2, 2>() << c, -s, s, c;
    ModalMotion<double> motion;
    motion.a = A.transpose() * Vec3(X2, Y2, 0);
    motion.omega = {0, 0, om};
    motion.alpha = {0, 0, al};
    motion.eta = Eigen::Vector2d(p[0], p[1]);
    motion.eta_dot = Eigen::Vector2d(pd[0], pd[1]);
    motion.eta_ddot = Eigen::Vector2d(pdd[0], pdd[1]);
    const ModalForces<double> inertia = inertia_forces(body, motion),
                              own = own_forces(body, motion, Vec3(A.transpose() * Vec3(0, -g, 0)));
    const Vec3 F = A * (inertia.F - own.F);
    EXPECT_NEAR(F[0], rX, 1e-11);
    EXPECT_NEAR(F[1], rY, 1e-11);
    EXPECT_NEAR(inertia.T[2] - own.T[2], rT, 1e-11);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(inertia.f[k] - own.f[k], rP[k], 1e-11 * (1 + std::abs(rP[k]))) << k;
  }
}

TEST(ModalInertia, ACloudOfPointsHasTheSumOfTheirForces) {
  Random random;
  constexpr std::size_t n = 3;
  constexpr int points = 7;
  ModalBody body;
  body.names = {"a", "b", "c"};
  body.C = MatX::Zero(3, n);
  body.P.assign(n, Mat3::Zero());
  body.Q.assign(n * n, Mat3::Zero());
  body.K = body.D = MatX::Zero(n, n);
  struct Point {
    double m;
    Vec3 s;
    MatX phi;
  };
  std::vector<Point> cloud;
  Vec3 center = Vec3::Zero();
  for (int i = 0; i < points; ++i) {
    cloud.push_back({1.5 + random(), random.vector(), MatX::Zero(3, n)});
    for (Index k = 0; k < static_cast<Index>(n); ++k) cloud.back().phi.col(k) = random.vector();
    body.mass += cloud.back().m;
    center += cloud.back().m * cloud.back().s;
  }
  for (Point& point : cloud) {
    point.s -= center / body.mass;
    body.S0 += point.m * point.s * point.s.transpose();
    body.C += point.m * point.phi;
    for (std::size_t k = 0; k < n; ++k) {
      body.P[k] += point.m * point.s * point.phi.col(static_cast<Index>(k)).transpose();
      for (std::size_t l = 0; l < n; ++l)
        body.Q[k + n * l] +=
            point.m * point.phi.col(static_cast<Index>(k)) * point.phi.col(static_cast<Index>(l)).transpose();
    }
  }
  ModalMotion<double> motion;
  motion.a = random.vector();
  motion.omega = random.vector();
  motion.alpha = random.vector();
  motion.eta = random.vector();
  motion.eta_dot = random.vector();
  motion.eta_ddot = random.vector();

  Vec3 F = Vec3::Zero(), T = Vec3::Zero();
  VecX f = VecX::Zero(n);
  for (const Point& point : cloud) {
    const Vec3 rho = point.s + point.phi * motion.eta, rate = point.phi * motion.eta_dot;
    const Vec3 acceleration = motion.a + cross(motion.alpha, rho) + cross(motion.omega, cross(motion.omega, rho)) +
                              2 * cross(motion.omega, rate) + Vec3(point.phi * motion.eta_ddot);
    F += point.m * acceleration;
    T += point.m * cross(rho, acceleration);
    f += point.m * point.phi.transpose() * acceleration;
  }
  const ModalForces<double> found = inertia_forces(body, motion);
  EXPECT_LT((found.F - F).norm(), 1e-13);
  EXPECT_LT((found.T - T).norm(), 1e-13);
  EXPECT_LT((found.f - f).norm(), 1e-13);
}
