#include "daedalus/analysis/carried_directions.hpp"

#include <algorithm>
#include <limits>

#include "daedalus/analysis/stencil.hpp"
#include "daedalus/analysis/tangent_space.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

// What is needed of the equations at one point of the path, and its first two derivatives along it.
struct Jets {
  MatX G, G_dot, G_ddot;  // all rows
  MatX J, J_dot, J_ddot;
  MatX V, V_dot;  // (ġ)_q of the nonholonomic rows
};

// G over J over V at a point of the path x.q + v τ + a τ²/2.
class Path {
 public:
  Path(Equations& eq, const MotionMap& map, const State& x) : eq_(eq), map_(map), x_(x) {}
  MatX operator()(double tau) const {
    const Layout& layout = eq_.layout();
    State y = x_;
    y.t += tau;
    y.q += tau * x_.v + tau * tau / 2 * x_.a;
    y.v += tau * x_.a;
    eq_.evaluate(layout.nw > 0 ? Want::jacobian | Want::velocity_tangent : Want::jacobian, y);
    MatX all(layout.nc() + map_.rows() + layout.nw, layout.nq);
    all.topRows(layout.nc()) = eq_.value.G.to_dense();
    all.middleRows(layout.nc(), map_.rows()) = map_.jacobian(y);
    if (layout.nw > 0) all.bottomRows(layout.nw) = eq_.value.g_dot_q.to_dense().bottomRows(layout.nw);
    return all;
  }

 private:
  Equations& eq_;
  const MotionMap& map_;
  const State& x_;
};

Jets find_jets(Equations& eq, const MotionMap& map, const State& x, double h) {
  const Layout& layout = eq.layout();
  const Path path(eq, map, x);
  MatX value, first, second;
  if (h > 0) {
    const auto samples = stencil::sample(h, path);
    value = samples[stencil::reach];
    first = stencil::first(samples, h);
    second = stencil::second(samples, h);
  } else {
    value = path(0);
    first = second = MatX::Zero(value.rows(), value.cols());
  }
  const auto G = [&](const MatX& all) { return MatX(all.topRows(layout.nc())); };
  const auto J = [&](const MatX& all) { return MatX(all.middleRows(layout.nc(), map.rows())); };
  const auto V = [&](const MatX& all) { return MatX(all.bottomRows(layout.nw)); };
  return {.G = G(value),
          .G_dot = G(first),
          .G_ddot = G(second),
          .J = J(value),
          .J_dot = J(first),
          .J_ddot = J(second),
          .V = V(value),
          .V_dot = V(first)};
}

// Z, E and their rates. With C⁺ = Cᵀ(C Cᵀ)⁻¹:  (C⁺)' = −C⁺ C' C⁺ + (I − C⁺ C) C'ᵀ (C Cᵀ)⁻¹.
void restrict_velocities(const Layout& layout, const Jets& jets, CarriedDirections& d) {
  const Index ny = d.N.cols();
  d.Z = MatX::Identity(ny, ny);
  d.Z_dot = d.E = d.E_dot = MatX::Zero(ny, ny);
  std::vector<Index> rows;
  for (Index i = layout.ng; i < layout.nc(); ++i)
    if (!jets.G.row(i).isZero(0)) rows.push_back(i);
  if (rows.empty()) return;
  std::vector<Index> in_V;
  for (const Index row : rows) in_V.push_back(row - layout.ng);
  const MatX W = jets.G(rows, Eigen::all), W_dot = jets.G_dot(rows, Eigen::all), V = jets.V(in_V, Eigen::all),
             V_dot = jets.V_dot(in_V, Eigen::all);
  const MatX C = W * d.N, C_dot = W_dot * d.N + W * d.N_dot;
  const MatX D = W * d.N_dot + V * d.N, D_dot = W * d.N_ddot + W_dot * d.N_dot + V_dot * d.N + V * d.N_dot;
  const TangentSpace space(MatX::Identity(ny, ny), C);
  d.Z = space.basis();
  d.Z_dot = -space.smallest_motion(C_dot * d.Z);
  d.E = -space.smallest_motion(D);
  // (C⁺)' D = −C⁺ C' C⁺ D + Z Zᵀ C'ᵀ (C Cᵀ)⁻¹ D, and (C Cᵀ)⁻¹ D = (C⁺)ᵀ C⁺ D.
  const MatX pseudo_inverse = space.smallest_motion(MatX::Identity(C.rows(), C.rows())), CpD = -d.E;
  d.E_dot = space.smallest_motion(C_dot * CpD) -
            d.Z * (d.Z.transpose() * (C_dot.transpose() * (pseudo_inverse.transpose() * CpD))) -
            space.smallest_motion(D_dot);
}

}  // namespace

bool sees_every_motion(Equations& eq, const MotionMap& map, const State& x) {
  constexpr double unseen = 1e-9;
  eq.evaluate(Want::mass | Want::jacobian, x);
  const MatX any = TangentSpace(eq.value.M.to_dense(), eq.value.G.to_dense().topRows(eq.layout().ng)).basis();
  if (any.cols() == 0) return true;
  MatX seen = map.jacobian(x) * any;
  for (Index j = 0; j < any.cols(); ++j) seen.col(j) /= any.col(j).norm();
  return rank_of(seen, unseen) == any.cols();
}

// Smooth coordinates (Euler parameters enter as polynomials) allow long steps, in which rounding vanishes; fast drivers
// need short ones.
DifferenceStep choose_difference_step(Equations& eq, const MotionMap& map, const State& x, double rate) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  DifferenceStep best;
  if (rate == 0) return best;
  double smallest = std::numeric_limits<double>::infinity();
  const Path path(eq, map, x);
  double h = 0.32 / rate;
  for (int k = 0; k < stencil::most_tries; ++k, h /= 2) {
    const auto samples = stencil::sample(h, path);
    const double round_off = rounding * std::max(1.0, samples[stencil::reach].lpNorm<Eigen::Infinity>()) / (h * h);
    if (round_off > smallest) break;  // and grows from here on
    const double truncated =
        (stencil::second(samples, h) - stencil::second_of_sixth_order(samples, h)).lpNorm<Eigen::Infinity>();
    if (!(truncated + round_off < smallest)) continue;
    smallest = truncated + round_off;
    best = {.h = h, .error = stencil::better * truncated + round_off};
  }
  return best;
}

CarriedDirections find_carried_directions(Equations& eq, const MotionMap& map, const State& x, double h) {
  const Layout& layout = eq.layout();
  const Jets jets = find_jets(eq, map, x, h);
  eq.evaluate(Want::mass, x);
  const MatX holonomic = jets.G.topRows(layout.ng), G_dot = jets.G_dot.topRows(layout.ng),
             G_ddot = jets.G_ddot.topRows(layout.ng);
  const TangentSpace space(eq.value.M.to_dense(), holonomic);
  const MatX& any = space.basis();
  CarriedDirections d;
  if (any.cols() == 0) {
    d.N = d.N_dot = d.N_ddot = any;
    d.Q = MatX(map.rows(), 0);
    d.Z = d.Z_dot = d.E = d.E_dot = MatX(0, 0);
    return d;
  }
  const PivotedQr qr = pivoted_qr(jets.J * any);
  // J any P = Q R: N = any P R⁻¹.
  d.N = any(Eigen::all, qr.order);
  qr.R.topRows(any.cols()).triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(d.N);
  d.Q = jets.J * d.N;
  if (h > 0) {
    MatX part = -space.smallest_motion(G_dot * d.N);
    d.N_dot = part - d.N * (d.Q.transpose() * (jets.J * part + jets.J_dot * d.N));
    const MatX Q_dot = jets.J * d.N_dot + jets.J_dot * d.N;
    part = -space.smallest_motion(2 * G_dot * d.N_dot + G_ddot * d.N);
    d.N_ddot = part - d.N * (Q_dot.transpose() * Q_dot +
                             d.Q.transpose() * (jets.J * part + 2 * jets.J_dot * d.N_dot + jets.J_ddot * d.N));
  } else {
    d.N_dot = d.N_ddot = MatX::Zero(d.N.rows(), d.N.cols());
  }
  restrict_velocities(layout, jets, d);
  return d;
}

}  // namespace daedalus
