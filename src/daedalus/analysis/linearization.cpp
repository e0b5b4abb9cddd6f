#include "daedalus/analysis/linearization.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>

#include "daedalus/analysis/tangent_space.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

Linearization linearize(const System& system, const State& at) {
  Equations eq(system);
  const Layout& layout = system.layout();
  eq.evaluate(Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent | Want::sigma_tangent, at);
  const MatX M = eq.value.M.to_dense(), G = eq.value.G.to_dense();
  const MatX r_q = eq.value.r_q.to_dense(), r_v = eq.value.r_v.to_dense(), r_s = eq.value.r_s.to_dense();
  const MatX sigma_q = eq.value.sigma_q.to_dense(), sigma_v = eq.value.sigma_v.to_dense();

  const TangentSpace velocities(M, G);
  Linearization linear{.at = at, .A = {}, .N_q = {}, .N_v = velocities.basis(), .R = {}};
  linear.N_q = layout.nw == 0 ? linear.N_v : TangentSpace(M, G.topRows(layout.ng)).basis();
  const MatX& Nq = linear.N_q;
  const MatX& Nv = linear.N_v;
  linear.R = velocities.smallest_motion(-eq.value.g_dot_q.to_dense() * Nq);
  const MatX& R = linear.R;
  const Index ny = linear.positions = Nq.cols(), nz = linear.velocities = Nv.cols(), ns = linear.states = layout.ns;

  MatX& A = linear.A;
  A.setZero(ny + nz + ns, ny + nz + ns);
  A.block(0, 0, ny, ny) = Nq.transpose() * M * R;
  A.block(0, ny, ny, nz) = Nq.transpose() * M * Nv;
  A.block(ny, 0, nz, ny) = -Nv.transpose() * (r_q * Nq + r_v * R);
  if (layout.nw == 0) A.block(ny, 0, nz, ny) += R.transpose() * M * R;
  A.block(ny, ny, nz, nz) = -Nv.transpose() * r_v * Nv;
  if (ns > 0) {
    A.block(ny, ny + nz, nz, ns) = -Nv.transpose() * r_s;
    A.block(ny + nz, 0, ns, ny) = sigma_q * Nq + sigma_v * R;
    A.block(ny + nz, ny, ns, nz) = sigma_v * Nv;
    A.block(ny + nz, ny + nz, ns, ns) = eq.value.sigma_s.to_dense();
  }
  return linear;
}

namespace {

// As many rows of the basis as it has columns, chosen one after the other as independent as possible.
std::vector<Index> choose_rows(const MatX& basis) {
  std::vector<Index> rows;
  if (basis.cols() == 0) return rows;
  const Eigen::ColPivHouseholderQR<MatX> qr(basis.transpose());
  for (Index k = 0; k < basis.cols(); ++k) rows.push_back(qr.colsPermutation().indices()[k]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

// With I the chosen positions and J the chosen velocities:  y = (N_q)_I⁻¹ q_I,  z = (N_v)_J⁻¹ (v_J − R_J y).
NamedStates choose_named_states(const System& system, const Linearization& linear) {
  const std::vector<Index> I = choose_rows(linear.N_q), J = choose_rows(linear.N_v);
  const Index ny = linear.positions, nz = linear.velocities, ns = linear.states;
  NamedStates named;
  named.T = MatX::Identity(linear.size(), linear.size());
  if (ny > 0) named.T.topLeftCorner(ny, ny) = MatX(linear.N_q(I, Eigen::all)).partialPivLu().inverse();
  if (nz > 0) {
    const MatX inverse = MatX(linear.N_v(J, Eigen::all)).partialPivLu().inverse();
    named.T.block(ny, ny, nz, nz) = inverse;
    named.T.block(ny, 0, nz, ny) = -inverse * linear.R(J, Eigen::all) * named.T.topLeftCorner(ny, ny);
  }
  const Layout& layout = system.layout();
  for (const Index i : I) named.names.push_back(layout.coordinates[static_cast<std::size_t>(i)]);
  for (const Index j : J) named.names.push_back(layout.coordinates[static_cast<std::size_t>(j)] + "_rate");
  for (Index k = 0; k < ns; ++k) named.names.push_back(layout.states[static_cast<std::size_t>(k)]);
  return named;
}

}  // namespace daedalus
