// vehicle_saddle.hpp: mass matrix and constraint Jacobian of a vehicle of 14 bodies in Euler-parameter coordinates.
//
// A chassis, four corners of lower arm, upper arm and wheel carrier (double wishbones: two revolute joints on the
// chassis, two ball joints on the carrier), and a steering rack tied to the front carriers by rods of fixed length.
// Coordinates (r, p) per body, 98 in all; 14 rows p·p = 1 and 4·16 + 2 joint rows: K is 178 × 178.
#pragma once

#include <array>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class VehicleSaddle {
 public:
  // Bodies stand at their places, orientations come from the seed: other seeds, other values on the same pattern.
  explicit VehicleSaddle(unsigned seed = 1) : random_(seed) {
    place_bodies();
    connect();
    M_pattern = Pattern(7 * bodies, 7 * bodies, M_entries_);
    G_pattern = Pattern(row_, 7 * bodies, G_entries_);
    M = SparseMatrix(M_pattern);
    G = SparseMatrix(G_pattern);
    for (std::size_t k = 0; k < M_entries_.size(); ++k)
      M.values[M_pattern.find(M_entries_[k].row, M_entries_[k].col)] = M_values_[k];
    for (std::size_t k = 0; k < G_entries_.size(); ++k)
      G.values[G_pattern.find(G_entries_[k].row, G_entries_[k].col)] = G_values_[k];
  }
  VehicleSaddle(const VehicleSaddle&) = delete;

  Pattern M_pattern, G_pattern;
  SparseMatrix M, G;

 private:
  using Vec3 = Eigen::Vector3d;
  using Gradient = Eigen::Matrix<double, 1, 4>;
  static constexpr int bodies = 14, chassis = 0, rack = 13;
  enum Part { lower_arm, upper_arm, carrier };
  static int body_of(int corner, Part part) { return 1 + 3 * corner + part; }

  void place_bodies() {
    std::uniform_real_distribution<double> any(-1, 1);
    for (int b = 0; b < bodies; ++b) {
      Eigen::Vector4d p(2 + any(random_), any(random_), any(random_), any(random_));
      p.normalize();
      p_[b] = p;
      r_[b] = Vec3(any(random_), any(random_), any(random_)) * 0.1;
      const double mass = b == chassis ? 1200 : b == rack ? 5 : 8 + 12 * (b % 3 == 0);
      const double inertia = b == chassis ? 900 : 0.02 * mass;
      Eigen::Matrix4d block = 4 * inertia * Eigen::Matrix4d::Identity();
      Eigen::Matrix<double, 3, 4> L;  // p' to angular velocity
      L << -p[1], p[0], p[3], -p[2], -p[2], -p[3], p[0], p[1], -p[3], p[2], -p[1], p[0];
      block += 4 * L.transpose() * Vec3(0.5 * inertia, 0.2 * inertia, 0).asDiagonal() * L;
      for (int i = 0; i < 3; ++i) add_M(7 * b + i, 7 * b + i, mass);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) add_M(7 * b + 3 + i, 7 * b + 3 + j, block(i, j));
    }
    for (int corner = 0; corner < 4; ++corner) {
      const Vec3 wheel(corner < 2 ? 1.3 : -1.3, corner % 2 == 0 ? 0.75 : -0.75, 0);
      r_[body_of(corner, lower_arm)] += wheel * 0.7 - Vec3(0, 0, 0.1);
      r_[body_of(corner, upper_arm)] += wheel * 0.7 + Vec3(0, 0, 0.1);
      r_[body_of(corner, carrier)] += wheel;
    }
  }

  void connect() {
    for (int b = 0; b < bodies; ++b, ++row_)
      for (int i = 0; i < 4; ++i) add_G(row_, 7 * b + 3 + i, 2 * p_[b][i]);
    for (int corner = 0; corner < 4; ++corner) {
      const int lower = body_of(corner, lower_arm), upper = body_of(corner, upper_arm), hub = body_of(corner, carrier);
      revolute(chassis, lower, 0.5 * r_[lower]);
      revolute(chassis, upper, 0.5 * r_[upper]);
      ball(lower, hub, r_[hub] - Vec3(0, 0, 0.15));
      ball(upper, hub, r_[hub] + Vec3(0, 0, 0.15));
    }
    for (int corner = 0; corner < 2; ++corner) {
      const int hub = body_of(corner, carrier);
      const Vec3 from = r_[rack] + Vec3(0.1, corner == 0 ? 0.3 : -0.3, 0), to = r_[hub] + Vec3(0.15, 0, 0.02);
      const Vec3 u = (to - from).normalized();
      add_row(rack, u, u.transpose() * turn(rack, from - r_[rack]), hub, -u, -u.transpose() * turn(hub, to - r_[hub]));
    }
  }

  // d(A(p) s)/dp with A(p) s = A s the arm in the world frame; A(p) is a homogeneous quadratic of p.
  Eigen::Matrix<double, 3, 4> turn(int body, const Vec3& arm) const {
    const Eigen::Vector4d& p = p_[body];
    const Eigen::Quaterniond R(p[0], p[1], p[2], p[3]);
    const Vec3 s = R.conjugate() * arm, e = p.tail<3>();
    Eigen::Matrix3d cross_s;
    cross_s << 0, -s[2], s[1], s[2], 0, -s[0], -s[1], s[0], 0;
    Eigen::Matrix<double, 3, 4> B;
    B.col(0) = 2 * (p[0] * s + e.cross(s));
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    B.rightCols<3>() = 2 * (-s * e.transpose() + e * s.transpose() + e.dot(s) * I - p[0] * cross_s);
    return B;
  }

  void ball(int i, int j, const Vec3& point) {
    const auto B_i = turn(i, point - r_[i]), B_j = turn(j, point - r_[j]);
    for (int k = 0; k < 3; ++k) add_row(i, Vec3::Unit(k), B_i.row(k), j, -Vec3::Unit(k), -B_j.row(k));
  }

  void revolute(int i, int j, const Vec3& point) {
    ball(i, j, point);
    for (const Vec3& across : {Vec3(0, 1, 0), Vec3(0, 0, 1)})  // stays at right angles to the joint axis x of body i
      add_row(i, Vec3::Zero(), across.transpose() * turn(i, Vec3(1, 0, 0)), j, Vec3::Zero(),
              Vec3(1, 0, 0).transpose() * turn(j, across));
  }

  void add_row(int i, const Vec3& u_i, const Gradient& g_i, int j, const Vec3& u_j, const Gradient& g_j) {
    for (int k = 0; k < 3; ++k) add_G(row_, 7 * i + k, u_i[k]), add_G(row_, 7 * j + k, u_j[k]);
    for (int k = 0; k < 4; ++k) add_G(row_, 7 * i + 3 + k, g_i[k]), add_G(row_, 7 * j + 3 + k, g_j[k]);
    ++row_;
  }

  void add_M(Index i, Index j, double value) { M_entries_.push_back({i, j}), M_values_.push_back(value); }
  void add_G(Index i, Index j, double value) { G_entries_.push_back({i, j}), G_values_.push_back(value); }

  std::mt19937 random_;
  std::array<Vec3, bodies> r_;
  std::array<Eigen::Vector4d, bodies> p_;
  std::vector<Pattern::Entry> M_entries_, G_entries_;
  std::vector<double> M_values_, G_values_;
  Index row_ = 0;
};

}  // namespace daedalus
