// ring_bench.hpp: a ring_tire on a test bench: its hub is moved as told, its states are integrated, or linearized about
// steady rolling.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <complex>
#include <functional>
#include <vector>

#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/model/forces/ring_tire.hpp"

namespace daedalus::testing {

constexpr int ring_states = 16;
using RingVector = Vec<double, ring_states>;

// 205/60R15 at 4000 N and 37x12.5R16.5 at 6320 N: rigid_ring_tire data, residual stiffness so that the overall stiffness of
// the standing tire is 358.07, 102.67 and 209.65 kN/m (506.1, 145.1 and 296.3).
inline RingTire passenger_tire() {
  RingTire tire;
  tire.ring_mass = 7.247;
  tire.ring_polar_inertia = 0.5698;
  tire.ring_diametral_inertia = 0.3519;
  tire.rim_inertia = 0.4;
  tire.in_plane_stiffness = 1703786;
  tire.lateral_stiffness = 514582;
  tire.torsion_stiffness = 78172;
  tire.tilt_stiffness = 39749;
  tire.in_plane_damping = 393.55;
  tire.lateral_damping = 142.9;
  tire.torsion_damping = 21.105;
  tire.tilt_damping = 1.6558;
  tire.radius = 0.3135;
  tire.residual_stiffness = {4282780, 239466, 239068};
  tire.residual_damping = 478.1;
  tire.half_contact_length = 0.065880;
  tire.longitudinal_slip_stiffness = 21.687;
  tire.lateral_slip_stiffness = 13.336;
  tire.friction = 0.95;
  tire.nominal_load = 4000;
  tire.yaw_stiffness = 4793;
  tire.rolling_resistance_arm = 0.0022;
  return tire;
}
inline RingTire hmmwv_tire() {
  RingTire tire;
  tire.ring_mass = 29.3;
  tire.ring_polar_inertia = 5.1793;
  tire.ring_diametral_inertia = 3.456;
  tire.rim_inertia = 2.2085;
  tire.in_plane_stiffness = 2408166;
  tire.lateral_stiffness = 727321;
  tire.torsion_stiffness = 248232;
  tire.tilt_stiffness = 126221;
  tire.in_plane_damping = 940.79;
  tire.lateral_damping = 341.61;
  tire.torsion_damping = 113.39;
  tire.tilt_damping = 9.2466;
  tire.radius = 0.4699;
  tire.residual_stiffness = {11059200, 353331, 337904};
  tire.residual_damping = 675.8;
  tire.half_contact_length = 0.082807;
  tire.longitudinal_slip_stiffness = 21.687;
  tire.lateral_slip_stiffness = 13.336;
  tire.friction = 0.8;
  tire.nominal_load = 6320;
  tire.yaw_stiffness = 15220;
  tire.rolling_resistance_arm = 0.00705;
  return tire;
}

struct Hub {  // its motion
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

class RingBench {
 public:
  explicit RingBench(RingTire of) : tire(std::move(of)) {}
  RingTire tire;
  Hub hub;
  Vec3 gravity{0, 0, -9.81};

  template <class S>
  FrameInput<S> input(const Vec<S, ring_states>& s) const {
    FrameInput<S> in;
    in.P = {hub.x.cast<S>(), hub.axes.cast<S>(), hub.v.cast<S>(), hub.w.cast<S>()};
    in.Q = {Vec3::Zero().cast<S>(), Mat3::Identity().cast<S>(), Vec3::Zero().cast<S>(), Vec3::Zero().cast<S>()};
    in.s = s.data();
    in.gravity = gravity;
    return in;
  }
  template <class S>
  Vec<S, ring_states> rates(const Vec<S, ring_states>& s) const {
    Vec<S, ring_states> sigma;
    (void)tire.act(input(s), sigma.data());
    return sigma;
  }
  RingContact::ContactForces<double> contact(const RingVector& s) const {
    const FrameInput<double> in = input(s);
    return tire.contact(in, tire.pose(in, tire.ring(in)));
  }
  Mat<double, ring_states, ring_states> jacobian(const RingVector& s) const {
    using D = Dual<double, ring_states>;
    Vec<D, ring_states> x;
    for (int i = 0; i < ring_states; ++i) x[i] = D::variable(s[i], i);
    const Vec<D, ring_states> sigma = rates(x);
    Mat<double, ring_states, ring_states> J;
    for (int i = 0; i < ring_states; ++i)
      for (int j = 0; j < ring_states; ++j) J(i, j) = sigma[i].partial[j];
    return J;
  }

  // Rolls straight at the nominal load without longitudinal force: the hub moves, a torque holds the rim at its speed.
  RingVector roll(double speed) {
    hub = {};
    hub.v = {speed, 0, 0};
    // unknown: ξ, n, φ, slips and turn, height of the hub, spin
    Vec<double, 11> y = Vec<double, 11>::Zero();
    const double load = tire.nominal_load, weight = -gravity[2] * tire.ring_mass;
    y[2] = (load - weight) / tire.in_plane_stiffness;
    y[9] = tire.radius - load / tire.residual_stiffness[2] - y[2];
    y[10] = speed / (tire.radius - tire.rolling_radius_factor * load / tire.residual_stiffness[2]);
    const auto fill = [&](const Vec<double, 11>& from) {
      RingVector s = RingVector::Zero();
      for (int i = 0; i < 6; ++i) s[i] = from[i];
      s[6] = speed;
      s[10] = from[10];
      for (int i = 0; i < 3; ++i) s[13 + i] = from[6 + i];
      hub.x[2] = from[9];
      s[12] = tire.ring(input(s)).ring_rate;
      return s;
    };
    const auto residual = [&](const Vec<double, 11>& from) {
      const RingVector s = fill(from), sigma = rates(s);
      const auto c = contact(s);
      Vec<double, 11> r;
      r << sigma.segment<6>(6), sigma.tail<3>(), c.F_N - load, c.F_x;
      return r;
    };
    for (int k = 0; k < 20; ++k) {
      const Vec<double, 11> r = residual(y);
      Mat<double, 11, 11> J;
      for (int j = 0; j < 11; ++j) {
        const double h = 1e-7;
        Vec<double, 11> up = y, down = y;
        up[j] += h;
        down[j] -= h;
        J.col(j) = (residual(up) - residual(down)) / (2 * h);
      }
      y -= least_squares(J, r, 1e-12);  // at rest any slip would do
    }
    EXPECT_LT((residual(y).lpNorm<Eigen::Infinity>()), 1e-5);
    return fill(y);
  }

  // Classical Runge-Kutta; `move` puts the hub where it is at a time; `drive` is a torque on the rim.
  void integrate(RingVector& s, double& t, double until, double h, const std::function<void(double)>& move = {},
                 const std::function<double(double, const RingVector&)>& drive = {}) {
    const auto rate = [&](double at, const RingVector& x) {
      if (move) move(at);
      RingVector sigma = rates(x);
      if (drive) sigma[12] += drive(at, x) / tire.rim_inertia;
      return sigma;
    };
    for (; t < until - h / 2; t += h) {
      const RingVector a = rate(t, s), b = rate(t + h / 2, s + h / 2 * a), c = rate(t + h / 2, s + h / 2 * b),
                       d = rate(t + h, s + h * c);
      s += h / 6 * (a + 2 * b + 2 * c + d);
    }
    if (move) move(t);
  }
};

struct RingMode {
  double hertz = 0, damping = 0;
};
enum class Rim { locked, free };

// Oscillations by frequency, and real roots below −1e-3, of a linearization.
inline std::pair<std::vector<RingMode>, std::vector<double>> ring_modes(Mat<double, ring_states, ring_states> J,
                                                                        Rim rim) {
  if (rim == Rim::locked) {
    J.row(RingTire::spin_state).setZero();
    J.col(RingTire::spin_state).setZero();
  }
  const Eigen::VectorXcd roots = eigenvalues(J);
  std::pair<std::vector<RingMode>, std::vector<double>> result;
  for (const std::complex<double>& z : roots) {
    if (z.imag() > 1) result.first.push_back({std::abs(z) / (2 * 3.14159265358979), -z.real() / std::abs(z)});
    if (std::abs(z.imag()) <= 1 && z.real() < -1e-3) result.second.push_back(z.real());
  }
  std::sort(result.first.begin(), result.first.end(), [](auto& a, auto& b) { return a.hertz < b.hertz; });
  std::sort(result.second.begin(), result.second.end());
  return result;
}

}  // namespace daedalus::testing
