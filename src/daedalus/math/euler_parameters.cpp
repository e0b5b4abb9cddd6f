#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {

Vec4 euler_parameters_of(const Mat3& A) {
  const double trace = A.trace();
  const Vec4 squares =
      0.25 * Vec4(1 + trace, 1 + 2 * A(0, 0) - trace, 1 + 2 * A(1, 1) - trace, 1 + 2 * A(2, 2) - trace);
  const Vec3 odd(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));  // 4 e0 e
  Index largest = 0;
  squares.maxCoeff(&largest);
  Vec4 p;
  p[largest] = std::sqrt(squares[largest]);
  if (largest == 0) {
    p.tail<3>() = odd / (4 * p[0]);
  } else {
    const Index i = largest - 1;
    p[0] = odd[i] / (4 * p[largest]);
    for (Index j = 0; j < 3; ++j)
      if (j != i) p[j + 1] = (A(i, j) + A(j, i)) / (4 * p[largest]);
  }
  p.normalize();
  return p[0] < 0 ? Vec4(-p) : p;
}

Mat3 frame_with_z(const Vec3& axis) {
  const Vec3 z = axis.normalized();
  if (z[2] < -1 + 1e-12) return Vec3(1, -1, -1).asDiagonal();  // half a turn about x
  const Vec3 turn(-z[1], z[0], 0);                             // e_z × z
  return rotation_matrix(Vec4(Vec4(1 + z[2], turn[0], turn[1], turn[2]).normalized()));
}

}  // namespace daedalus
