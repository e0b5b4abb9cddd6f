// following_axes.hpp: axes for the deviations of each body that turn so that the coefficients stay what they are.
//
// In world axes a rotor on springs has constant coefficients; a coin that rolls in a circle has them in axes that go
// around with it. Let the axes of body b turn with Ω_b, K = diag([Ω_b]×), and let X be a matrix that acts on deviations
// as the bodies show them (X = Q_z A_zy Q_yᵀ, ...).
// In the turning axes its rate of change is X' − K X + X K. In a steady motion there are axes in which that vanishes
// for all X; they are found by least squares, and where several would do, those that turn least. There the deviations
// obey
//   A − diag(Q_yᵀ K Q_y, Q_zᵀ K Q_z, 0)
// with constant coefficients, and its eigenvalues are those of the motion. Where no axes make the change vanish, those
// with the least are taken.
// A motion is steady when its velocities u and accelerations stand still there as well: u' = Ω_b × u, u'' = Ω_b × u'.
// (Coefficients alone may stand still for an instant, in a symmetric position.)
#pragma once

#include "daedalus/analysis/motion_path.hpp"
#include "daedalus/analysis/variational_matrix.hpp"

namespace daedalus {

struct FollowingAxes {
  MatX turn_y, turn_z;  // Q_yᵀ K Q_y, Q_zᵀ K Q_z
  // 1/s: the fastest relative change of coefficients, velocities and accelerations that is left in these axes
  double change = 0;
  double error = 0;  // 1/s²: what the uncertainty of the axes makes uncertain in A
};

// `here` is that of path.at, by the same differences.
FollowingAxes find_following_axes(Equations& eq, const MotionMap& map, const MotionPath& path,
                                  const VariationalMatrix& here, const DifferenceStep& difference);

}  // namespace daedalus
