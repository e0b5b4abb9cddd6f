// vectors.hpp: the dense vectors and matrices used everywhere.
#pragma once

#include <Eigen/Core>

namespace daedalus {

using Index = int;  // 32 bits, as KLU wants its patterns

using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

template <class Scalar, int rows>
using Vec = Eigen::Matrix<Scalar, rows, 1>;
template <class Scalar, int rows, int cols>
using Mat = Eigen::Matrix<Scalar, rows, cols>;

using Vec3 = Vec<double, 3>;
using Vec4 = Vec<double, 4>;
using Mat3 = Mat<double, 3, 3>;

}  // namespace daedalus
