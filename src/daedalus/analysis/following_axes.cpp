#include "daedalus/analysis/following_axes.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "daedalus/analysis/stencil.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

constexpr double small_block = 1e-2;  // of the largest block of its kind, or of its unit: smaller ones count less
// of the pace of the motion: derivatives of the coefficients of slower deviations are rounding
constexpr double slow = 1e-2;
constexpr Index large = 60'000;  // entries of a block: one try has to do
// residual forces of an equilibrium, 1e-10 of all, make some where springs are stiff
constexpr double jerk_counts = 1e-2;
// of the largest eigenvalue of the normal equations: no turn in such a direction
constexpr double undetermined = 1e-6;

// The blocks of A as the bodies show them, each in a unit of its own, then the directions themselves.
enum Kind { yy, zy, zz, zs, sy, sz, ss, all_y, all_z, kinds };
using Blocks = std::array<MatX, kinds>;

Blocks show(const VariationalMatrix& matrix) {
  const Index ny = matrix.positions(), nz = matrix.velocities(), ns = matrix.A.rows() - ny - nz;
  const MatX& A = matrix.A;
  const MatX& Y = matrix.Q_y;
  const MatX& Z = matrix.Q_z;
  Blocks X;
  X[yy] = Y * A.block(0, 0, ny, ny) * Y.transpose();
  X[zy] = Z * A.block(ny, 0, nz, ny) * Y.transpose();
  X[zz] = Z * A.block(ny, ny, nz, nz) * Z.transpose();
  X[zs] = Z * A.block(ny, ny + nz, nz, ns);
  X[sy] = A.block(ny + nz, 0, ns, ny) * Y.transpose();
  X[sz] = A.block(ny + nz, ny, ns, nz) * Z.transpose();
  X[ss] = A.bottomRightCorner(ns, ns);
  X[all_y] = Y * Y.transpose();
  X[all_z] = Z * Z.transpose();
  return X;
}

// What a block amounts to at the pace of the deviations. Blocks of first-order states know each other only.
std::array<double, kinds> units(const Blocks& X, double pace_of_motion) {
  const double w = std::max({X[yy].norm(), X[zz].norm(), std::sqrt(X[zy].norm()), slow * pace_of_motion});
  const double s = std::max(X[sy].norm(), w * X[sz].norm());
  return {w, w * w, w, 0, s, s / w, w, 1, 1};
}

// One block of a matrix that acts on bodies: rows that belong to three axes of one body, or to first-order states, and
// likewise columns.
struct Part {
  Index first = 0, size = 0;
  Index body = -1;  // -1: does not turn
};

bool rows_are_states(std::size_t kind) { return kind == sy || kind == sz || kind == ss; }
bool columns_are_states(std::size_t kind) { return kind == zs || kind == ss; }

std::vector<Part> parts_of(Index size, Index bodies, bool are_states) {
  std::vector<Part> parts;
  if (bodies > 0 && !are_states)
    for (Index i = 0; i < 2 * bodies; ++i) parts.push_back({3 * i, 3, i / 2});
  else if (size > 0) parts.push_back({0, size, -1});
  return parts;
}

// Along the path, by differences over a time that leaves the smallest error: `noise` is that of X itself.
struct Rates {
  Blocks rate;
  double error = std::numeric_limits<double>::infinity();  // of zy
};

template <class ShowAt>
Rates find_rates(const Blocks& X, double pace, ShowAt show_at, double noise) {
  Rates best;
  const bool is_large = X[zy].size() > large;
  double h = (is_large ? 0.03 : 0.12) / pace;
  for (int k = 0; k < (is_large ? 1 : 8) && noise / h < best.error; ++k, h /= 2) {
    const auto samples = stencil::sample(h, [&](double tau) { return tau == 0 ? X : show_at(tau); });
    Blocks rate;
    double truncated = 0;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      stencil::Samples<MatX> of_kind;
      for (std::size_t i = 0; i < of_kind.size(); ++i) of_kind[i] = samples[i][kind];
      rate[kind] = stencil::first(of_kind, h);
      if (kind == zy) truncated = (rate[kind] - stencil::first_of_sixth_order(of_kind, h)).norm();
    }
    const double error = truncated + noise / h;
    if (error < best.error) best = {.rate = std::move(rate), .error = error};
  }
  return best;
}

// Of what is left of accelerations and their rates in the axes.
double change_of_motion(const VecX& acceleration, const VecX& jerk, double pace) {
  if (acceleration.size() == 0) return 0;
  return std::max(acceleration.lpNorm<Eigen::Infinity>() / pace,
                  jerk_counts * jerk.lpNorm<Eigen::Infinity>() / (pace * pace));
}

// Prescribed bodies have no deviations and no axes: each of their velocities u may turn with an Ω of its own, u ×
// u'/|u|².
double change_of_prescribed(const MotionPath::Motion& motion, double pace) {
  VecX acceleration = motion.acceleration, jerk = motion.jerk;
  for (Index i = 0; i < acceleration.size(); i += 3) {
    const Vec3 u = motion.velocity.segment<3>(i), u_dot = motion.acceleration.segment<3>(i);
    if (!(u.norm() > slow * pace)) continue;
    const Vec3 turn = u.cross(u_dot) / u.squaredNorm();
    acceleration.segment<3>(i) -= turn.cross(u);
    jerk.segment<3>(i) -= turn.cross(u_dot);
  }
  return change_of_motion(acceleration, jerk, pace);
}

class LeastSquares {
 public:
  explicit LeastSquares(Index bodies)
      : bodies_(bodies), H_(MatX::Zero(3 * bodies, 3 * bodies)), h_(VecX::Zero(3 * bodies)) {}

  // |X' − Ω_b × X + X Ω_c×|² over the blocks, each over its own size.
  void add(std::size_t kind, const MatX& X, const MatX& rate, double unit) {
    for_blocks(kind, X, unit, [&](const Part& b, const Part& c, double weight) {
      if (b.body < 0 && c.body < 0) return;
      const auto x = X.block(b.first, c.first, b.size, c.size);
      const VecX target = weight * rate.block(b.first, c.first, b.size, c.size).reshaped();
      MatX effect = MatX::Zero(target.size(), 6);  // of Ω_b, of Ω_c
      for (int m = 0; m < 3; ++m) {
        const Mat3 turn = cross_matrix(Vec3::Unit(m));
        if (b.body >= 0) effect.col(m) = weight * MatX(turn * x).reshaped();
        if (c.body >= 0) effect.col(3 + m) = -weight * MatX(x * turn).reshaped();
      }
      const MatX square = effect.transpose() * effect;
      const VecX right = effect.transpose() * target;
      const Index place[] = {b.body, c.body};
      for (int i = 0; i < 2; ++i) {
        if (place[i] < 0) continue;
        h_.segment<3>(3 * place[i]) += right.segment<3>(3 * i);
        for (int j = 0; j < 2; ++j)
          if (place[j] >= 0) H_.block<3, 3>(3 * place[i], 3 * place[j]) += square.block<3, 3>(3 * i, 3 * j);
      }
    });
  }

  void solve() {
    omega_ = VecX::Zero(h_.size());
    if (h_.size() == 0) return;
    const auto [values, vectors] = symmetric_eigen(H_);
    const double little = undetermined * values.maxCoeff();
    if (little == 0) return;
    for (Index i = 0; i < h_.size(); ++i) {  // 1/value, and 0 below `little`; smooth, so that no rounding decides
      const double ratio = values[i] / little, inverse = std::pow(ratio, 3) / (std::pow(ratio, 4) + 1) / little;
      omega_ += vectors.col(i) * (vectors.col(i).dot(h_) * inverse);
    }
  }

  // What is left of the blocks' rates: the largest.
  double remainder(std::size_t kind, const MatX& X, const MatX& rate) const {
    double largest = 0;
    for_blocks(kind, X, 1, [&](const Part& b, const Part& c, double) {
      const auto x = X.block(b.first, c.first, b.size, c.size);
      MatX left = rate.block(b.first, c.first, b.size, c.size);
      if (b.body >= 0) left -= turn(b.body) * x;
      if (c.body >= 0) left += x * turn(c.body);
      largest = std::max(largest, left.norm());
    });
    return largest;
  }

  // K X for rows of the map.
  MatX turned(const MatX& X) const {
    MatX result = MatX::Zero(X.rows(), X.cols());
    for (Index i = 0; i < 2 * bodies_; ++i) result.middleRows(3 * i, 3) = turn(i / 2) * X.middleRows(3 * i, 3);
    return result;
  }

 private:
  Mat3 turn(Index body) const { return cross_matrix(omega_.segment<3>(3 * body)); }

  template <class Visit>
  void for_blocks(std::size_t kind, const MatX& X, double unit, Visit visit) const {
    const std::vector<Part> rows = parts_of(X.rows(), bodies_, rows_are_states(kind)),
                            cols = parts_of(X.cols(), bodies_, columns_are_states(kind));
    double largest = unit;
    for (const Part& b : rows)
      for (const Part& c : cols) largest = std::max(largest, X.block(b.first, c.first, b.size, c.size).norm());
    if (largest == 0) return;
    for (const Part& b : rows)
      for (const Part& c : cols)
        visit(b, c, 1 / (X.block(b.first, c.first, b.size, c.size).norm() + small_block * largest));
  }

  Index bodies_;
  MatX H_;
  VecX h_, omega_;
};

}  // namespace

FollowingAxes find_following_axes(Equations& eq, const MotionMap& map, const MotionPath& path,
                                  const VariationalMatrix& here, const DifferenceStep& difference) {
  FollowingAxes axes{.turn_y = MatX::Zero(here.positions(), here.positions()),
                     .turn_z = MatX::Zero(here.velocities(), here.velocities())};
  if (path.is_rest()) return axes;
  const Blocks X = show(here);
  const Rates rates = find_rates(
      X, path.rate, [&](double tau) { return show(find_variational_matrix(eq, map, path.after(tau), difference.h)); },
      difference.error);
  const Blocks& rate = rates.rate;
  const std::array<double, kinds> unit = units(X, path.rate);
  LeastSquares problem(map.bodies());
  for (std::size_t k = 0; k < kinds; ++k) problem.add(k, X[k], rate[k], unit[k]);
  problem.solve();
  // The inverse of the time after which a block is another one; of one that is zero here, of the time after which it
  // matters: x' t = t⁻ᵖ.
  constexpr std::array<int, kinds> per_second = {1, 2, 1, 0, 0, 0, 1, 0, 0};
  for (std::size_t k = 0; k < kinds; ++k) {
    const double left = problem.remainder(k, X[k], rate[k]);
    if (left == 0) continue;
    const double of_its_size = left / std::max(unit[k], X[k].norm());
    axes.change =
        std::max(axes.change,
                 per_second[k] > 0 ? std::min(of_its_size, std::pow(left, 1.0 / (1 + per_second[k]))) : of_its_size);
  }
  const MotionPath::Motion& own = path.bodies;
  const VecX acceleration = own.acceleration - problem.turned(own.velocity),
             jerk = own.jerk - problem.turned(own.acceleration);
  axes.change = std::max(
      {axes.change, change_of_motion(acceleration, jerk, path.rate), change_of_prescribed(path.prescribed, path.rate)});
  if (map.bodies() == 0) return axes;
  axes.error = stencil::better * rates.error / unit[yy];
  axes.turn_y = here.Q_y.transpose() * problem.turned(here.Q_y);
  axes.turn_z = here.Q_z.transpose() * problem.turned(here.Q_z);
  return axes;
}

}  // namespace daedalus
