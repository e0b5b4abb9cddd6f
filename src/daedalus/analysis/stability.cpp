#include "daedalus/analysis/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

constexpr double refused = std::numeric_limits<double>::infinity();
// states in a row that determine the next one: enough for two-step methods with a shifted acceleration
constexpr int delays = 3;
constexpr int remembered = 9;  // steps from each unit state that are looked at

VecX packed(const State& x) {
  VecX y(x.q.size() + x.v.size() + x.s.size());
  y << x.q, x.v, x.s;
  return y;
}

double radius_of(const MatX& R) { return R.allFinite() ? spectral_radius(R) : refused; }

// The unit state number `i` and the `count` states after it; empty when the method refuses a step.
std::vector<VecX> follow(Method& method, Equations& eq, const State& zero, Index i, double h, int count) {
  State x = zero, y = zero;
  const Index n = static_cast<Index>(x.q.size());
  (i < n ? x.q[i] : i < 2 * n ? x.v[i - n] : x.s[i - 2 * n]) = 1;
  if (eq.solve_acceleration(x) != FactorStatus::ok) return {};
  method.start(eq, x, {});
  std::vector<VecX> states = {packed(x)};
  for (int k = 0; k < count; ++k) {
    if (!method.step(eq, x, h, y).ok() || !y.is_finite()) return {};
    method.accept(x, y, h);
    std::swap(x, y);
    states.push_back(packed(x));
  }
  return states;
}

// Least squares for Y⁺ = R Y with Y = `delays` states in a row. A method remembers less than that: R is the one of least
// norm, which has the eigenvalues of the motions that occur, and 0.
double radius_of_recurrence(const std::vector<std::vector<VecX>>& runs, Index size) {
  const Index wide = delays * size, samples = static_cast<Index>(runs.size()) * (remembered - delays);
  MatX before(samples, wide), after(samples, wide);
  VecX unit = VecX::Constant(size, 1e-300);  // of each component: positions of a stiff system are tiny
  for (const auto& states : runs)
    for (const VecX& state : states) unit = unit.cwiseMax(state.cwiseAbs());
  Index row = 0;
  for (const auto& states : runs)
    for (int k = 1; k + delays <= remembered; ++k, ++row) {  // the first step starts the method and obeys its own rule
      for (int d = 0; d < delays; ++d) {
        before.row(row).segment(d * size, size) = states[k + d].cwiseQuotient(unit).transpose();
        after.row(row).segment(d * size, size) = states[k + d + 1].cwiseQuotient(unit).transpose();
      }
      const double weight = 1 / (std::numeric_limits<double>::min() + before.row(row).lpNorm<Eigen::Infinity>());
      before.row(row) *= weight;
      after.row(row) *= weight;
    }
  return radius_of(least_squares(before, after, 1e-11));
}

template <class IsStable>
double bisect(double stable, double unstable, IsStable is_stable) {
  for (int k = 0; k < 60 && std::abs(unstable - stable) > 1e-12 * std::abs(unstable); ++k) {
    const double middle = 0.5 * (stable + unstable);
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return 0.5 * (stable + unstable);
}

}  // namespace

double spectral_radius(const MethodChoice& choice, const LinearMotion& motion, double h) {
  const LinearSystem system(motion);
  Equations eq(system);
  const auto method = make_method(choice.name, choice.options);
  const State zero(system.layout());
  const Index size = 2 * motion.n() + motion.ns();
  std::vector<std::vector<VecX>> runs;
  MatX R(size, size);
  for (Index i = 0; i < size; ++i) {
    runs.push_back(follow(*method, eq, zero, i, h, 2));
    if (runs.back().empty()) return refused;
    R.col(i) = runs.back()[1];
  }
  bool has_memory = false;
  for (const auto& states : runs)
    has_memory = has_memory || (states[2] - R * states[1]).norm() > 1e-6 * (R * states[1]).norm() + 1e-12 * R.norm();
  if (!has_memory) return radius_of(R);
  for (Index i = 0; i < size; ++i) {
    runs[i] = follow(*method, eq, zero, i, h, remembered);
    if (runs[i].empty()) return refused;
  }
  return radius_of_recurrence(runs, size);
}

double oscillator_radius(const MethodChoice& method, double hb, double h2a) {
  return spectral_radius(method, LinearMotion::oscillator(h2a, hb), 1);
}

std::vector<double> oscillator_radii(const MethodChoice& method, double widest, double highest, int points_per_side) {
  std::vector<double> radii;
  const double last = points_per_side - 1;
  for (int j = 0; j < points_per_side; ++j)
    for (int i = 0; i < points_per_side; ++i)
      radii.push_back(oscillator_radius(method, widest * i / last, highest * j / last));
  return radii;
}

OscillatorPoint stability_boundary(const MethodChoice& method, OscillatorPoint stable, OscillatorPoint unstable) {
  const auto between = [&](double u) {
    return OscillatorPoint{stable.hb + u * (unstable.hb - stable.hb), stable.h2a + u * (unstable.h2a - stable.h2a)};
  };
  return between(bisect(
      0, 1, [&](double u) { return oscillator_radius(method, between(u).hb, between(u).h2a) <= stable_radius; }));
}

std::vector<StableInterval> stable_intervals(const MethodChoice& method, double hb, double highest, int samples) {
  const auto is_stable = [&](double h2a) { return oscillator_radius(method, hb, h2a) <= stable_radius; };
  std::vector<StableInterval> found;
  double before = 0;
  bool was_stable = is_stable(0);
  if (was_stable) found.push_back({0, highest});
  for (int k = 1; k <= samples; ++k) {
    const double here = highest * k / samples;
    const bool now = is_stable(here);
    if (now && !was_stable) found.push_back({bisect(here, before, is_stable), highest});
    if (!now && was_stable) found.back().high = bisect(before, here, is_stable);
    before = here;
    was_stable = now;
  }
  return found;
}

// Of the linearized states (y, z, s), y' = F y + Z z, with Z and F: η = ξ' where y = Z ξ. Without nonholonomic rows Z =
// I and η = z + F y.
LinearMotion make_linear_motion(const Linearization& linear) {
  const Index ny = linear.positions, nz = linear.velocities, ns = linear.states;
  const MatX F = linear.A.block(0, 0, ny, ny), Z = linear.A.block(0, ny, ny, nz);
  const MatX A_zy = linear.A.block(ny, 0, nz, ny), A_zz = linear.A.block(ny, ny, nz, nz),
             S = linear.A.block(ny, ny + nz, nz, ns);
  const MatX P = linear.A.block(ny + nz, 0, ns, ny), R = linear.A.block(ny + nz, ny, ns, nz),
             T = linear.A.block(ny + nz, ny + nz, ns, ns);
  const bool is_holonomic = ny == nz;  // then z = ξ' − F ξ in  ξ'' = F ξ' + z'
  LinearMotion motion = is_holonomic
                            ? LinearMotion{.K = A_zz * F - A_zy, .C = -A_zz - F, .S = S, .P = P - R * F, .R = R, .T = T}
                            : LinearMotion{.K = -A_zy * Z, .C = -A_zz, .S = S, .P = P * Z, .R = R, .T = T};
  for (double& k : motion.K.reshaped())
    if (std::abs(k) <= 10 * linear.error) k = 0;  // rounding would set the pace of a motion that nothing drives back
  for (double& c : motion.C.reshaped())
    if (std::abs(c) * linear.rate <= 10 * linear.error) c = 0;
  return motion;
}

StepLimit largest_stable_step(const MethodChoice& method, const LinearMotion& motion) {
  StepLimit limit;
  double growth = 0;
  const MatX A = motion.matrix();
  if (A.rows() > 0) {
    const Eigen::VectorXcd values = eigenvalues(A);
    for (const std::complex<double>& value : values) {
      limit.eigenvalues.push_back(value);
      limit.fastest = std::max(limit.fastest, std::abs(value));
      growth = std::max(growth, value.real());
    }
  }
  if (limit.fastest == 0) {
    limit.any_step = true;
    limit.h = std::numeric_limits<double>::infinity();
    return limit;
  }
  // Rounding of a defective eigenvalue 0 (a free body) looks like growth and is none.
  if (growth < 1e-6 * limit.fastest) growth = 0;
  const auto is_stable = [&](double h) {
    return spectral_radius(method, motion, h) <=
           std::max(stable_radius + 1e-6, 1.01 * std::exp(growth * h) * (growth > 0));
  };
  double before = 0;
  for (double h = 1e-6 / limit.fastest; h <= 1000 / limit.fastest; h *= 1.2) {
    if (!is_stable(h)) {
      if (before > 0) limit.h = bisect(before, h, is_stable);
      // A growth like (h λ)² passes as stable where it is below the tolerance: then no step is.
      if (limit.h && growth == 0 && *limit.h * limit.fastest < 0.01 &&
          spectral_radius(method, motion, *limit.h / 2) > 1 + 1e-10)
        limit.h.reset();
      return limit;
    }
    before = h;
  }
  limit.h = before;
  limit.any_step = true;
  return limit;
}

}  // namespace daedalus
