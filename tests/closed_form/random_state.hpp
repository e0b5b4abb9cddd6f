// random_state.hpp: states near the initial one of a system, on or off the constraints.
#pragma once

#include <Eigen/Dense>
#include <random>

#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus::testing {

// Half widths of the intervals the parts are drawn from: about the initial values for q and s, about zero for the
// others.
struct Ranges {
  double t = 5, q = 0.3, v = 2, a = 5, lambda = 5, s = 1;
};

class RandomStates {
 public:
  RandomStates(const System& system, const Ranges& ranges) : start_(system.initial_guess()), ranges_(ranges) {}

  State operator()() {
    State x = start_;
    x.t = ranges_.t * std::abs(uniform());
    for (double& q : x.q) q += ranges_.q * uniform();
    for (double& v : x.v) v = ranges_.v * uniform();
    for (double& a : x.a) a = ranges_.a * uniform();
    for (double& lambda : x.lambda) lambda = ranges_.lambda * uniform();
    for (double& s : x.s) s += ranges_.s * uniform();
    return x;
  }

 private:
  double uniform() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }

  State start_;
  Ranges ranges_;
  std::mt19937 engine_{20240918};
};

inline constexpr Want everything = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::gamma |
                                   Want::energy | Want::force | Want::sigma | Want::switches | Want::residual |
                                   Want::residual_tangent | Want::reaction_tangent | Want::velocity_tangent |
                                   Want::acceleration_tangent | Want::sigma_tangent;

inline Evaluation evaluate(const System& system, const State& x, Want want = everything, Index rate_group = all_rates) {
  Evaluation out(system.layout());
  out.fill_with_nan();
  const auto workspace = system.make_workspace();
  system.evaluate(want, x, rate_group, out, *workspace);
  return out;
}

// x.a and x.lambda from M a + Gᵀλ = f, G a = gamma, by a dense solver of its own.
inline void solve_acceleration(const Evaluation& y, State& x) {
  const Index nq = y.M.rows(), nc = y.G.rows();
  MatX A = MatX::Zero(nq + nc, nq + nc);
  A.topLeftCorner(nq, nq) = y.M.to_dense();
  A.bottomLeftCorner(nc, nq) = y.G.to_dense();
  A.topRightCorner(nq, nc) = A.bottomLeftCorner(nc, nq).transpose();
  VecX b(nq + nc);
  b.head(nq) = y.f;
  b.tail(nc) = y.gamma;
  const VecX solution = solve_lu(A, b);
  x.a = solution.head(nq);
  x.lambda = solution.tail(nc);
}

}  // namespace daedalus::testing
