// principal_axes.hpp: the eigenvalues and axes of a symmetric 3 × 3 matrix, such as an inertia.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct PrincipalAxes {
  Vec3 values;  // ascending
  Mat3 axes;    // columns, orthonormal and right-handed
};
PrincipalAxes principal_axes(const Mat3& A);
Vec3 principal_values(const Mat3& A);

}  // namespace daedalus
