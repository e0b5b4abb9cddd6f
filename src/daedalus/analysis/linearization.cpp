#include "daedalus/analysis/linearization.hpp"

#include <algorithm>

#include "daedalus/analysis/following_axes.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

constexpr double steady = 1e-4;  // of the rate of the motion: slower changes are none

// U with (N U)ᵀ M (N U) = I.
MatX normalizer(const MatX& N, const MatX& M) {
  MatX U = MatX::Identity(N.cols(), N.cols());
  Cholesky(N.transpose() * M * N).solve_upper(U);
  return U;
}

}  // namespace

std::string_view name_of(LinearizedAbout about) {
  switch (about) {
    case LinearizedAbout::rest: return "rest";
    case LinearizedAbout::steady_motion: return "steady_motion";
    case LinearizedAbout::instant: break;
  }
  return "instant";
}

namespace {

// `bodies`: where there are some.
Linearization linearize(const System& system, const ModelSystem* bodies, const State& at) {
  Equations eq(system);
  Linearization linear{.at = at};
  linear.redundant_rows = find_dependent_rows(eq, at).dependent;
  linear.is_singular =
      !linear.redundant_rows.empty() && find_redundant_rows(eq, at).size() < linear.redundant_rows.size();
  eq.drop_rows(linear.redundant_rows);
  const MotionMap map =
      bodies && sees_every_motion(eq, MotionMap(*bodies), at) ? MotionMap(*bodies) : MotionMap::of_coordinates(system);
  const MotionPath path = make_motion_path(eq, map, at);
  const DifferenceStep difference = choose_difference_step(eq, map, path.at, path.rate);
  const VariationalMatrix matrix = find_variational_matrix(eq, map, path.at, difference.h);
  const FollowingAxes axes = find_following_axes(eq, map, path, matrix, difference);
  linear.rate = path.rate;
  linear.change = axes.change;
  if (!path.is_rest())
    linear.about = axes.change <= steady * path.rate ? LinearizedAbout::steady_motion : LinearizedAbout::instant;
  linear.error = difference.error + axes.error;

  const Index ny = linear.positions = matrix.positions(), nz = linear.velocities = matrix.velocities(),
              ns = linear.states = system.layout().ns;
  MatX A = matrix.A;
  A.block(0, 0, ny, ny) -= axes.turn_y;
  A.block(ny, ny, nz, nz) -= axes.turn_z;
  MatX U = MatX::Identity(ny + nz + ns, ny + nz + ns);  // x_carried = U x
  U.block(0, 0, ny, ny) = normalizer(matrix.N_q, matrix.M);
  U.block(ny, ny, nz, nz) = normalizer(matrix.N_v, matrix.M);
  linear.A = U.triangularView<Eigen::Upper>().solve(A * U);
  linear.N_q = matrix.N_q * U.block(0, 0, ny, ny);
  linear.N_v = matrix.N_v * U.block(ny, ny, nz, nz);
  linear.R = matrix.R * U.block(0, 0, ny, ny);
  return linear;
}

// As many rows of the basis as it has columns, chosen one after the other as independent as possible.
std::vector<Index> choose_rows(const MatX& basis) {
  std::vector<Index> rows;
  if (basis.cols() == 0) return rows;
  const std::vector<Index> order = pivoted_qr(basis.transpose()).order;
  rows.assign(order.begin(), order.begin() + basis.cols());
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

Linearization linearize(const ModelSystem& system, const State& at) { return linearize(system, &system, at); }

Linearization linearize_in_coordinates(const System& system, const State& at) { return linearize(system, nullptr, at); }

// With I the chosen positions and J the chosen velocities:  y = (N_q)_I⁻¹ q_I,  z = (N_v)_J⁻¹ (v_J − R_J y).
NamedStates choose_named_states(const System& system, const Linearization& linear) {
  const std::vector<Index> I = choose_rows(linear.N_q), J = choose_rows(linear.N_v);
  const Index ny = linear.positions, nz = linear.velocities, ns = linear.states;
  NamedStates named;
  named.T = MatX::Identity(linear.size(), linear.size());
  if (ny > 0) named.T.topLeftCorner(ny, ny) = inverse_of(linear.N_q(I, Eigen::all));
  if (nz > 0) {
    const MatX inverse = inverse_of(linear.N_v(J, Eigen::all));
    named.T.block(ny, ny, nz, nz) = inverse;
    named.T.block(ny, 0, nz, ny) = -inverse * linear.R(J, Eigen::all) * named.T.topLeftCorner(ny, ny);
  }
  const Layout& layout = system.layout();
  for (const Index i : I) named.names.push_back(layout.coordinates[i]);
  for (const Index j : J) named.names.push_back(layout.coordinates[j] + "_rate");
  for (Index k = 0; k < ns; ++k) named.names.push_back(layout.states[k]);
  return named;
}

}  // namespace daedalus
