// tree_frame.hpp: motions and wrenches of a node in space, with six components, and in the plane, with the three of them
// that are not zero: ω_z, v_x, v_y. About a point that is d away motions are (ω, v + ω × d), and wrenches about the point
// before (n + d × f, f).
#pragma once

#include "daedalus/formulation/recursive/tree_linearization.hpp"

namespace daedalus {

template <int dim>
struct TreeFrame {
  using Twist = Vec<double, dim>;
  static constexpr int triple = 3 * dim;
  using Wrenches = Mat<double, dim, triple>;  // of (X, Y, Z)

  static Twist of(const Vec6& x) {
    if constexpr (dim == 6) return x;
    else return x.tail<4>().template head<3>();
  }
  static Vec<double, triple> of(const Vec18& x) {
    if constexpr (dim == 6) {
      return x;
    } else {
      Vec<double, triple> y;
      for (int level = 0; level < 3; ++level) y.template segment<3>(3 * level) = x.segment<3>(6 * level + 2);
      return y;
    }
  }
  template <int cols>
  static void add(const Mat<double, 6, cols>& K, Wrenches& to) {
    if constexpr (dim == 6) {
      to.template leftCols<cols>() += K;
    } else {
      for (int level = 0; level < cols / 6; ++level)
        to.template middleCols<3>(3 * level) += K.template block<3, 3>(2, 6 * level + 2);
    }
  }
  // Columns that are given T at a node, for T of the parent.
  template <class Matrix>
  static void for_parent(const Vec3& d, Matrix&& K) {
    for (int level = 0; level < 3; ++level) {
      const Index at = dim * level;
      if constexpr (dim == 6) {
        K.col(at) += d[1] * K.col(at + 5) - d[2] * K.col(at + 4);  // v + ω × d
        K.col(at + 1) += d[2] * K.col(at + 3) - d[0] * K.col(at + 5);
        K.col(at + 2) += d[0] * K.col(at + 4) - d[1] * K.col(at + 3);
      } else {
        K.col(at) += d[0] * K.col(at + 2) - d[1] * K.col(at + 1);
      }
    }
  }
  // Wrenches about a node's origin, about that of the parent.
  template <class Matrix>
  static void to_parent(const Vec3& d, Matrix&& F) {
    if constexpr (dim == 6) {
      F.row(0) += d[1] * F.row(5) - d[2] * F.row(4);
      F.row(1) += d[2] * F.row(3) - d[0] * F.row(5);
      F.row(2) += d[0] * F.row(4) - d[1] * F.row(3);
    } else {
      F.row(0) += d[0] * F.row(2) - d[1] * F.row(1);
    }
  }
  static void move_out(const Vec3& d, Vec<double, triple>& T) {
    for (int level = 0; level < 3; ++level) {
      const Index at = dim * level;
      if constexpr (dim == 6) {
        T[at + 3] += T[at + 1] * d[2] - T[at + 2] * d[1];
        T[at + 4] += T[at + 2] * d[0] - T[at] * d[2];
        T[at + 5] += T[at] * d[1] - T[at + 1] * d[0];
      } else {
        T[at + 1] -= T[at] * d[1];
        T[at + 2] += T[at] * d[0];
      }
    }
  }
};

}  // namespace daedalus
