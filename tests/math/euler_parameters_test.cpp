// Euler parameters against Rodrigues' formula and the definition of angular velocity.
#include "daedalus/math/euler_parameters.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

namespace daedalus {
namespace {

// A turn by `angle` about `axis`: cos I + sin [axis]× + (1 − cos) axis axisᵀ.
Mat3 rodrigues(const Vec3& axis, double angle) {
  Mat3 cross;
  cross << 0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0;
  return std::cos(angle) * Mat3::Identity() + std::sin(angle) * cross + (1 - std::cos(angle)) * axis * axis.transpose();
}

Vec4 parameters(const Vec3& axis, double angle) {
  const Vec3 e = std::sin(angle / 2) * axis;
  return {std::cos(angle / 2), e[0], e[1], e[2]};
}

const double pi = std::numbers::pi;
const double angles[] = {0, 1e-9, 0.3, 1.5, 2.0, 2.2, 2.9, 3.1, pi - 1e-6, pi};

std::vector<Vec3> axes() {
  std::vector<Vec3> all = {Vec3::UnitX(),
                           Vec3::UnitY(),
                           Vec3::UnitZ(),
                           -Vec3::UnitY(),
                           Vec3(1, 1, 1).normalized(),
                           Vec3(-1, 2, -3).normalized()};
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i) all.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return all;
}

TEST(EulerParameters, MakeTheRotationOfRodriguesFormula) {
  for (const Vec3& axis : axes())
    for (const double angle : angles)
      EXPECT_LT((rotation_matrix(parameters(axis, angle)) - rodrigues(axis, angle)).norm(), 1e-14);
}

// Up to half a turn, where each of the four is the largest one for some axis.
TEST(EulerParameters, AreFoundFromARotationWhicheverIsTheLargest) {
  int largest[4] = {0, 0, 0, 0};
  for (const Vec3& axis : axes())
    for (const double angle : angles) {
      const Vec4 p = euler_parameters_of(rodrigues(axis, angle)), expected = parameters(axis, angle);
      const double off = std::min((p - expected).norm(), (p + expected).norm());  // p and −p are one rotation
      EXPECT_LT(off, 1e-8) << axis.transpose() << " by " << angle;  // 1e-8: the root of the rounding of the trace
      EXPECT_LT((rotation_matrix(p) - rodrigues(axis, angle)).norm(), 1e-14) << axis.transpose() << " by " << angle;
      EXPECT_GE(p[0], 0);
      Index k;
      expected.cwiseAbs().maxCoeff(&k);
      ++largest[k];
    }
  for (const int count : largest) EXPECT_GT(count, 10);
}

TEST(EulerParameters, FramesHaveTheAxisAskedFor) {
  for (const Vec3& axis : axes()) {
    const Mat3 A = frame_with_z(3 * axis);
    EXPECT_LT((A.col(2) - axis).norm(), 1e-14);
    EXPECT_LT((A * A.transpose() - Mat3::Identity()).norm(), 1e-14);
    EXPECT_GT(A.determinant(), 0);
  }
  EXPECT_LT((frame_with_z(-Vec3::UnitZ()).col(2) + Vec3::UnitZ()).norm(), 1e-14);
}

}  // namespace
}  // namespace daedalus
