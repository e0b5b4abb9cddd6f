// derivative_checker.hpp: every derivative of the seam against differences of the values below it:
// g → g_dot → G, gamma → tangents, at any state on or off the constraints.
#pragma once

#include <gtest/gtest.h>

#include "closed_form/random_state.hpp"
#include "formulation/differences.hpp"

namespace daedalus::testing {

class DerivativeChecker {
 public:
  explicit DerivativeChecker(const System& system)
      : system_(system), out_(system.layout()), workspace_(system.make_workspace()) {}

  const Evaluation& at(const State& x, Want want) {
    out_.fill_with_nan();
    system_.evaluate(want, x, all_rates, out_, *workspace_);
    return out_;
  }

  void compare(const MatX& exact, const MatX& differences, double scale, const char* what) {
    ASSERT_EQ(exact.rows(), differences.rows());
    if (exact.size() == 0) return;
    const double size = 1 + scale + differences.cwiseAbs().maxCoeff();
    const double difference = (exact - differences).cwiseAbs().maxCoeff() / size;
    worst = std::max(worst, difference);
    EXPECT_LT(difference, tolerance) << what;
  }

  static constexpr double tolerance = 1e-10;
  double worst = 0;  // of all that has been compared

  void check(const State& x) {
    const Layout& layout = system_.layout();
    const Evaluation y = at(x, everything);
    const Index nc = layout.nc(), nq = layout.nq, ns = layout.ns;

    const auto along = [&](double e) {
      State moved = x;
      moved.t += e;
      moved.q += e * x.v + e * e / 2 * x.a;
      moved.v += e * x.a;
      return moved;
    };
    const VecX g_dot = derivative_at_zero([&](double e) { return VecX(at(along(e), Want::position).g); });
    compare(y.g_dot.head(layout.ng), g_dot, y.g.size() ? y.g.lpNorm<Eigen::Infinity>() : 0, "g_dot");
    const VecX g_ddot = derivative_at_zero([&](double e) { return VecX(at(along(e), Want::velocity).g_dot); });
    compare(y.G.to_dense() * x.a - y.gamma, g_ddot, 0, "gamma");

    const auto by_q = [&](auto value, Index rows) {
      return jacobian_at(
          [&](const VecX& q) {
            State z = x;
            z.q = q;
            return VecX(value(z));
          },
          x.q, rows);
    };
    const auto by_v = [&](auto value, Index rows) {
      return jacobian_at(
          [&](const VecX& v) {
            State z = x;
            z.v = v;
            return VecX(value(z));
          },
          x.v, rows);
    };
    const auto by_s = [&](auto value, Index rows) {
      return jacobian_at(
          [&](const VecX& s) {
            State z = x;
            z.s = s;
            return VecX(value(z));
          },
          x.s, rows);
    };
    const auto position = [&](const State& z) { return VecX(at(z, Want::position).g); };
    const VecX g_t = derivative_at_zero([&](double e) {
      State z = x;
      z.t += e;
      return position(z);
    });
    compare(y.G.to_dense().topRows(layout.ng), by_q(position, layout.ng), 0, "G of positions");
    compare(y.g_dot.head(layout.ng), y.G.to_dense().topRows(layout.ng) * x.v + g_t, 0, "g_dot = G v + g_t");
    const auto velocity = [&](const State& z) { return VecX(at(z, Want::velocity).g_dot); };
    compare(y.G.to_dense(), by_v(velocity, nc), 0, "G");
    compare(y.g_dot_q.to_dense(), by_q(velocity, nc), 0, "g_dot_q");
    const auto acceleration = [&](const State& z) {
      const Evaluation& e = at(z, Want::jacobian | Want::gamma);
      return VecX(e.G.to_dense() * z.a - e.gamma);
    };
    compare(y.g_ddot_q.to_dense(), by_q(acceleration, nc), y.gamma.size() ? y.gamma.lpNorm<Eigen::Infinity>() : 0,
            "g_ddot_q");
    compare(y.g_ddot_v.to_dense(), by_v(acceleration, nc), 0, "g_ddot_v");

    const auto residual = [&](const State& z) { return VecX(at(z, Want::residual).r); };
    const double force = y.r.lpNorm<Eigen::Infinity>();
    compare(y.r, y.M.to_dense() * x.a + y.G.to_dense().transpose() * x.lambda - y.f, 0, "r");
    compare(y.r_q.to_dense(), by_q(residual, nq), force, "r_q");
    compare(y.r_v.to_dense(), by_v(residual, nq), force, "r_v");
    compare(y.r_s.to_dense(), by_s(residual, nq), force, "r_s");
    const auto reaction = [&](const State& z) {
      const Evaluation& e = at(z, Want::mass | Want::jacobian);
      return VecX(e.M.to_dense() * z.a + e.G.to_dense().transpose() * z.lambda);
    };
    compare(y.reaction_q.to_dense(), by_q(reaction, nq), force, "reaction_q");
    const auto sigma = [&](const State& z) { return VecX(at(z, Want::sigma).sigma); };
    compare(y.sigma_q.to_dense(), by_q(sigma, ns), 0, "sigma_q");
    compare(y.sigma_v.to_dense(), by_v(sigma, ns), 0, "sigma_v");
    compare(y.sigma_s.to_dense(), by_s(sigma, ns), 0, "sigma_s");
  }

 private:
  const System& system_;
  Evaluation out_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace daedalus::testing
