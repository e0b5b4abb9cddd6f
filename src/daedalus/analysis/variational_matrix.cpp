#include "daedalus/analysis/variational_matrix.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {

VariationalMatrix find_variational_matrix(Equations& eq, const MotionMap& map, const State& x, double h) {
  const CarriedDirections d = find_carried_directions(eq, map, x, h);
  eq.evaluate(Want::mass | Want::residual_tangent | Want::sigma_tangent, x);
  const MatX r_q = eq.value.r_q.to_dense(), r_v = eq.value.r_v.to_dense(), r_s = eq.value.r_s.to_dense();
  const MatX sigma_q = eq.value.sigma_q.to_dense(), sigma_v = eq.value.sigma_v.to_dense();
  VariationalMatrix result{.A = {},
                           .N_q = d.N,
                           .N_v = d.N * d.Z,
                           .R = d.N * d.E + d.N_dot,
                           .Q_y = d.Q,
                           .Q_z = d.Q * d.Z,
                           .M = eq.value.M.to_dense()};
  const MatX& Nq = result.N_q;
  const MatX& Nv = result.N_v;
  const MatX& R = result.R;
  const MatX& M = result.M;
  const MatX Nv_dot = d.N_dot * d.Z + d.N * d.Z_dot, R_dot = d.N_dot * d.E + d.N * d.E_dot + d.N_ddot;
  const Index ny = Nq.cols(), nz = Nv.cols(), ns = eq.layout().ns;

  MatX& A = result.A;
  A.setZero(ny + nz + ns, ny + nz + ns);
  A.block(0, 0, ny, ny) = d.E;
  A.block(0, ny, ny, nz) = d.Z;
  MatX forces(Nv.rows(), ny + nz + ns);
  forces.leftCols(ny) = M * (R * d.E + R_dot) + r_q * Nq + r_v * R;
  forces.middleCols(ny, nz) = M * (Nv_dot + R * d.Z) + r_v * Nv;
  forces.rightCols(ns) = r_s;
  if (nz > 0) A.middleRows(ny, nz) = -Cholesky(Nv.transpose() * M * Nv).solve(Nv.transpose() * forces);
  if (ns > 0) {
    A.block(ny + nz, 0, ns, ny) = sigma_q * Nq + sigma_v * R;
    A.block(ny + nz, ny, ns, nz) = sigma_v * Nv;
    A.block(ny + nz, ny + nz, ns, ns) = eq.value.sigma_s.to_dense();
  }
  return result;
}

}  // namespace daedalus
