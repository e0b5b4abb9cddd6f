#include "daedalus/analysis/equilibrium.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/analysis/tangent_space.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/integration.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "daedalus/math/largest.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

constexpr double first_regularization = 100;  // 1/s²: a mechanism of 1.6 Hz is half regularized
constexpr double largest_step = 0.1;          // of a coordinate, relative to 1 + the largest one
constexpr double zero_stiffness = 1e-9;       // relative to the largest

class Finder {
 public:
  Finder(const System& system, const EquilibriumOptions& options) : eq_(system), options_(options) {}

  bool newton(State& x, Equilibrium& result) {
    State trial = x;
    eq_.drop_rows({});
    if (!settle_on_constraints(x)) return false;
    eq_.drop_rows(find_redundant_rows(eq_, x));
    double norm = residual(x), mu = first_regularization;
    for (int k = 0; k < options_.iterations; ++k, ++result.iterations) {
      if (norm <= options_.tolerance * scale_) return true;
      const TangentSpace tangent = linearize(x);
      const Index ny = tangent.basis().cols();
      MatX J = jacobian(tangent);
      turn_downhill(J, ny);
      J.diagonal().array() += mu;
      const VecX d = solve_lu(J, -reduced_residual(tangent));
      VecX dq = tangent.basis() * d.head(ny);
      const double limit = largest_step * (1 + largest(x.q)), size = largest(dq);
      if (!std::isfinite(size)) return false;
      const double scale = std::min(1.0, limit / (size + 1e-300));
      trial = x;
      trial.q += scale * dq;
      trial.s += scale * d.tail(x.s.size());
      const bool on_constraints = settle_on_constraints(trial);
      const double next = on_constraints ? residual(trial) : std::numeric_limits<double>::infinity();
      if (!(next < 10 * norm)) {  // too far: follow the forces more closely
        mu = 10 * std::max(mu, 1e-3 * first_regularization);
        if (mu > 1e12 * first_regularization) return false;
        residual(x);
        continue;
      }
      mu *= std::clamp(next / norm, 1e-3, scale < 1 ? 1.0 : 2.0);
      x = trial;
      norm = next;
    }
    return norm <= options_.tolerance * scale_;
  }

  // The motion itself, stopped when it slows down again after having become faster.
  void relax(State& x) {
    const auto method = make_method("nstiff-si2");
    State from = x;
    if (!make_consistent(eq_, from).outcome.ok()) return;
    Integration motion(eq_, *method, from, from.t + options_.relaxation_time,
                       {.tolerances = {.rtol = 1e-3, .atol = 1e-4}});
    double before = 0;
    const double t_end = from.t + options_.relaxation_time;
    for (int k = 0; k < 20000 && motion.state().t < t_end && motion.advance(t_end); ++k) {
      State at = motion.state();
      eq_.evaluate(Want::energy, at);
      const double speed = eq_.value.energy.kinetic;
      if (speed < before) {
        at.v.setZero();
        const double t = at.t;
        at.t = x.t;  // the forces of the moment that was asked for
        if (!make_consistent(eq_, at).outcome.ok()) break;
        at.t = t;
        motion.restart(at);
        x.q = at.q, x.s = at.s;
        before = 0;
        if (residual(x) < 1e-3 * scale_) break;
      } else {
        before = speed;
      }
    }
  }

  void describe(State& x, Equilibrium& result) {
    result.residual = residual(x) / scale_;
    eq_.evaluate(Want::residual, x);
    result.unbalanced = largest(eq_.value.r);
    const TangentSpace tangent = linearize(x);
    const Index ny = tangent.basis().cols();
    if (ny == 0) return;
    const MatX K = jacobian(tangent).topLeftCorner(ny, ny);
    const auto [stiffness, directions] = singular_values_and_vectors(K);
    Index neutral = 0;
    while (neutral < ny && stiffness[ny - 1 - neutral] <= std::max(zero_stiffness * stiffness[0], 1e-8)) ++neutral;
    name_directions(tangent.basis() * directions.rightCols(neutral), result.neutral);
    const Eigen::VectorXcd values = eigenvalues(K);
    for (const auto& value : values)
      if (value.real() < -std::max(zero_stiffness * stiffness[0], 1e-8)) ++result.unstable;
  }

  // The multipliers of all rows, those that were left out included.
  void spread(State& x) {
    Equations all(eq_.system());
    spread_multipliers(eq_, all, x);
  }

  std::string pushed_coordinate(const State& x) {
    eq_.evaluate(Want::residual, x);
    Index worst = 0;
    eq_.value.r.cwiseAbs().maxCoeff(&worst);
    return eq_.layout().coordinates[worst];
  }

 private:
  // Positions alone: x.q moves in the norm of M until g = 0.
  bool settle_on_constraints(State& x) {
    const Index ng = eq_.layout().ng;
    for (int k = 0; k < 30 && ng > 0; ++k) {
      eq_.evaluate(Want::position, x);
      const double gap = largest(eq_.value.g);
      if (!std::isfinite(gap)) return false;
      if (gap <= 1e-13 * (1 + largest(x.q))) return true;
      VecX b = VecX::Zero(eq_.layout().nq), c = VecX::Zero(eq_.layout().nc());
      c.head(ng) = -eq_.value.g;
      if (eq_.factorize_saddle(x) != FactorStatus::ok) return false;
      eq_.solve_saddle(b, c);
      x.q += b;
      if (k > 3 && largest(b) < 1e-12 * (1 + largest(x.q))) return gap < 1e-9;
    }
    return ng == 0;
  }

  // Sets the multipliers that balance best, in the norm of M⁻¹, and returns what is left. The scale is the largest
  // force met so far.
  double residual(State& x) {
    x.v.setZero();
    x.a.setZero();
    x.lambda.setZero();
    eq_.evaluate(Want::force | Want::sigma, x);
    const VecX f = eq_.value.f, sigma = eq_.value.sigma;
    if (eq_.factorize_saddle(x) != FactorStatus::ok) return std::numeric_limits<double>::infinity();
    VecX a = f, lambda = VecX::Zero(eq_.layout().nc());
    eq_.solve_saddle(a, lambda);
    x.lambda = lambda;
    eq_.evaluate(Want::mass, x);
    VecX Ma = VecX::Zero(a.size());
    multiply_add(1, eq_.value.M, a, Ma);
    const double all = std::sqrt(std::max(0.0, f.dot(Cholesky(eq_.value.M.to_dense()).solve(f).col(0))));
    const double left = std::sqrt(std::max(0.0, a.dot(Ma)));
    scale_ = std::max({scale_, all, 1e-3 * std::sqrt(eq_.value.M.to_dense().trace())});  // at least that of 1 mm/s²
    return left + scale_ * largest(sigma) / (1 + largest(x.s));
  }

  // Residual, tangents and the allowed motions at x with its multipliers.
  TangentSpace linearize(const State& x) {
    eq_.evaluate(
        Want::mass | Want::jacobian | Want::residual | Want::residual_tangent | Want::sigma | Want::sigma_tangent, x);
    return TangentSpace(eq_.value.M.to_dense(), eq_.value.G.to_dense().topRows(eq_.layout().ng));
  }
  MatX jacobian(const TangentSpace& tangent) const {
    const MatX& N = tangent.basis();
    const Index ny = N.cols(), ns = eq_.layout().ns;
    MatX J(ny + ns, ny + ns);
    J.topLeftCorner(ny, ny) = N.transpose() * eq_.value.r_q.to_dense() * N;
    if (ns > 0) {
      J.topRightCorner(ny, ns) = N.transpose() * eq_.value.r_s.to_dense();
      J.bottomLeftCorner(ns, ny) = -eq_.value.sigma_q.to_dense() * N;
      J.bottomRightCorner(ns, ns) = -eq_.value.sigma_s.to_dense();
    }
    return J;
  }
  // Negative stiffness counts as positive: away from where it would not stay, and never a singular matrix on the way.
  static void turn_downhill(MatX& J, Index ny) {
    if (ny == 0) return;
    const MatX K = J.topLeftCorner(ny, ny);
    const auto [values, vectors] = symmetric_eigen(0.5 * (K + K.transpose()));
    const VecX turned = (-2 * values).cwiseMax(0);
    J.topLeftCorner(ny, ny) += vectors * turned.asDiagonal() * vectors.transpose();
  }
  VecX reduced_residual(const TangentSpace& tangent) const {
    const MatX& N = tangent.basis();
    VecX r(N.cols() + eq_.layout().ns);
    r << N.transpose() * eq_.value.r, -eq_.value.sigma;
    return r;
  }

  // For each direction a coordinate that moves in it and that those before leave free, in the order of the model.
  void name_directions(const MatX& directions, std::vector<std::string>& names) const {
    MatX rest = directions;
    const double size = rest.size() == 0 ? 0 : rest.rowwise().norm().maxCoeff();
    for (Index i = 0; i < rest.rows() && static_cast<Index>(names.size()) < directions.cols(); ++i) {
      const VecX row = rest.row(i).transpose();
      if (row.norm() < 0.05 * size) continue;
      names.push_back(eq_.layout().coordinates[i]);
      rest -= (rest * row) * (row.transpose() / row.squaredNorm());
    }
  }

  Equations eq_;
  EquilibriumOptions options_;
  double scale_ = 0;
};

}  // namespace

Equilibrium find_equilibrium(const System& system, const State& start, const EquilibriumOptions& options) {
  Equilibrium result;
  Finder finder(system, options);
  State x = start;
  result.found = finder.newton(x, result);
  if (!result.found && options.relaxation_time > 0) {
    x = start;
    result.relaxed = true;
    finder.relax(x);
    result.found = finder.newton(x, result);
  }
  if (!x.is_finite()) x = start;
  finder.describe(x, result);
  if (!result.found)
    result.failure = fmt::format(
        "no equilibrium found in {} iterations: a relative force imbalance of {:.3g} remains, largest on '{}'.\n"
        "  Check that the mechanism is supported there; if it is, start closer to the equilibrium.",
        result.iterations, result.residual, finder.pushed_coordinate(x));
  finder.spread(x);
  result.state = std::move(x);
  return result;
}

std::vector<std::string> Equilibrium::lines() const {
  if (!found) return {failure};
  std::vector<std::string> text = {
      fmt::format("static equilibrium: relative force imbalance {:.2g} after {} iterations{}", residual, iterations,
                  relaxed ? " and dynamic relaxation" : "")};
  if (!neutral.empty())
    text.push_back(fmt::format("neutral directions (any value is an equilibrium): {}", fmt::join(neutral, ", ")));
  if (unstable > 0)
    text.push_back(fmt::format("the equilibrium is unstable in {} direction{}", unstable, unstable == 1 ? "" : "s"));
  return text;
}

}  // namespace daedalus
