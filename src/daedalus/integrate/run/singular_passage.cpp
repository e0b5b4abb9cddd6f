#include "daedalus/integrate/run/singular_passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/integrate/shared/hermite.hpp"

namespace daedalus {
namespace {

constexpr double rounding_of_positions = std::numeric_limits<double>::epsilon();
constexpr double t_beyond = std::numeric_limits<double>::infinity();
constexpr double place_in_step = 0.55;  // of t*: in the middle between the stages at 0.3 and 0.8
constexpr double share_of_tolerance = 0.5;
constexpr double tolerance_of_fixed_steps = 1e-9;
constexpr double finest_tolerance = 2e-11;  // rounding close to the position hides what is less

// The polynomial of degree 5 through positions, velocities and accelerations at both ends.
void quintic(double theta, const State& x, const State& y, State& at) {
  const double h = y.t - x.t, a = theta, a2 = a * a, a3 = a2 * a, a4 = a3 * a, a5 = a4 * a;
  at.t = x.t + theta * h;
  at.q = x.q + (10 * a3 - 15 * a4 + 6 * a5) * (y.q - x.q) +
         h * ((a - 6 * a3 + 8 * a4 - 3 * a5) * x.v + (-4 * a3 + 7 * a4 - 3 * a5) * y.v) +
         h * h / 2 * ((a2 - 3 * a3 + 3 * a4 - a5) * x.a + (a3 - 2 * a4 + a5) * y.a);
  at.v = (30 * a2 - 60 * a3 + 30 * a4) / h * (y.q - x.q) + (1 - 18 * a2 + 32 * a3 - 15 * a4) * x.v +
         (-12 * a2 + 28 * a3 - 15 * a4) * y.v +
         h / 2 * ((2 * a - 9 * a2 + 12 * a3 - 5 * a4) * x.a + (3 * a2 - 8 * a3 + 5 * a4) * y.a);
}

}  // namespace

SingularPassage::SingularPassage(const Layout& layout, const State& x, const Tolerances& tolerances, double h)
    : tolerances_(tolerances), h_fixed_(h), t_grid_(x.t), b_(VecX::Zero(layout.nq)), c_(VecX::Zero(layout.nc())),
      z_(c_), at_(x), first_(x) {
  if (h > 0) tolerances_ = {.rtol = tolerance_of_fixed_steps, .atol = tolerance_of_fixed_steps};
  for (double* tolerance : {&tolerances_.rtol, &tolerances_.atol})
    *tolerance = std::max(finest_tolerance, share_of_tolerance * *tolerance);
  past_.start(x);
  step_.resize(layout);
}

void SingularPassage::restart(const State& x) {
  past_.start(x);
  t_grid_ = x.t;
}

// Rounding in velocities, ε/σ², is then a thousandth of the tolerance.
double SingularPassage::least_calm_share() const {
  return std::min(0.3, std::sqrt(1000 * rounding_of_positions / std::max(tolerances_.rtol, tolerances_.atol)));
}

// Inverse iteration on D G M⁻¹ Gᵀ D, where D makes the rows comparable: always as many steps, so that it is a smooth
// function of x.
double SingularPassage::distance(Equations& eq, const State& x) {
  constexpr int iterations = 8;
  if (eq.factorize_saddle(x) != FactorStatus::ok || eq.constraints_are_redundant()) return 0;
  const VecX& scale = eq.layout().constraint_scale;
  // neither zeros nor symmetric
  for (Index i = 0; i < z_.size(); ++i) z_[i] = 1 + 0.5 * std::sin(1.7 * static_cast<double>(i));
  double size = 0;
  for (int k = 0; k < iterations; ++k) {
    z_.normalize();
    b_.setZero();
    c_ = z_;
    if (scale.size() > 0) c_.array() *= scale.array();
    eq.solve_saddle(b_, c_);
    if (scale.size() > 0) c_.array() *= scale.array();
    size = c_.norm();
    z_ = c_;
  }
  return size > 0 && std::isfinite(size) ? 1 / std::sqrt(size) : 0;
}

double SingularPassage::find_singularity(Equations& eq, const State& x, double h) {
  constexpr double ahead = 0.1;
  at_.t = x.t + ahead * h;
  at_.q = x.q + ahead * h * x.v + ahead * h * ahead * h / 2 * x.a;
  const double here = distance(eq, x), slope = (here - distance(eq, at_)) / (ahead * h);
  return slope > 0 ? x.t + here / slope : t_beyond;
}

bool SingularPassage::pass(Equations& eq, const State& x, double h, double t_limit, State& y) {
  constexpr double close = 0.1, half_way = 0.3, far = 0.5;  // in units of the distance that the run had before
  constexpr double steps_ahead = 3, steps_ahead_when_half_way = 100;  // that the position may be away
  if (eq.layout().nc() == 0 || !(h > 0)) return false;
  const double here = distance(eq, x);
  if (usual_ == 0) usual_ = distance(eq, first_);
  usual_ = std::max({usual_, here, distance(eq, past_.oldest())});
  const double calm = least_calm_share() * usual_, near = std::max(close * usual_, calm);
  t_singular_ = find_singularity(eq, x, h);
  if (here > near && t_singular_ - x.t > (here <= half_way * usual_ ? steps_ahead_when_half_way : steps_ahead) * h)
    return false;
  // trouble that began here is to be expected as far behind
  const double clear = std::max(near, std::min(1.2 * here, far * usual_));

  const State* from = &x;
  if (here < calm)
    past_.find([&](const State& old) {
      const bool is_calm = old.t < x.t && distance(eq, old) >= calm;
      if (is_calm) from = &old;
      return is_calm;
    });
  if (from != &x) {
    h = std::max(h, x.t - from->t);
    t_singular_ = find_singularity(eq, *from, h);
  }
  const bool is_ahead = t_singular_ < t_beyond;
  if (!cross(eq, *from, h, x.t, clear)) return false;
  y = nodes_.back().x;
  if (y.t > t_limit && !(t_limit > x.t && land(eq, t_limit, y))) return false;
  if (is_ahead) instants_.push_back(t_singular_);
  return true;
}

bool SingularPassage::cross(Equations& eq, const State& from, double h, double t_least, double clear) {
  constexpr int most_attempts = 100;
  constexpr double aim = 0.8;  // the step across as a share of what the error allows
  eq.evaluate(Want::sigma, from);
  nodes_.assign(1, {from, eq.value.sigma});
  bool is_behind = t_singular_ == t_beyond;
  if (!is_behind) h = (t_singular_ - from.t) / place_in_step / 0.9;
  double t_target = t_beyond;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const State& x = nodes_.back().x;
    if (is_behind && t_target == t_beyond && x.t > t_least && distance(eq, x) >= clear)
      t_target = grid_point_behind(x.t);
    if (x.t >= t_target) return true;
    const double way = t_singular_ - x.t, across = way / place_in_step;
    const bool crosses = !is_behind && 0.9 * h >= across;
    const double h_try = is_behind ? std::min(h, t_target - x.t)
                         : crosses ? across
                                   : std::min(h, way - aim * place_in_step * h);
    if (!(x.t + h_try > x.t)) return false;

    Node next{at_, nodes_.back().sigma};
    const StepOutcome outcome = step_.step(eq, tolerances_, x, h_try, next.sigma, next.x);
    const bool usable = outcome.ok() && next.x.is_finite();
    if (!usable || !(outcome.error <= 1)) {
      h = usable ? h_try * std::clamp(0.9 * std::pow(outcome.error, -0.2), 0.2, 0.8) : h_try / 2;
      continue;
    }
    if (is_behind && h_try == t_target - x.t) next.x.t = t_target;
    nodes_.push_back(std::move(next));
    const double next_h = h_try * std::clamp(0.9 * std::pow(std::max(outcome.error, 1e-10), -0.2), 0.3, 4.0);
    h = h_try < h ? std::max(h, next_h) : next_h;  // a step cut short says nothing against longer ones
    is_behind = is_behind || crosses;
    if (is_behind) continue;
    t_singular_ = find_singularity(eq, nodes_.back().x, h_try);
    is_behind = t_singular_ == t_beyond;  // it was none
  }
  return false;
}

double SingularPassage::grid_point_behind(double t) const {
  return h_fixed_ > 0 ? t_grid_ + std::ceil((t - t_grid_) / h_fixed_ - 1e-6) * h_fixed_ : t;
}

bool SingularPassage::land(Equations& eq, double t, State& y) {
  interpolate(t, y);
  y.t = t;
  Projection projection;
  projection.resize(eq.layout());
  if (eq.factorize_saddle(y) != FactorStatus::ok || !projection.project(eq, y).ok()) return false;
  return eq.solve_acceleration(y) == FactorStatus::ok;
}

void SingularPassage::interpolate(double t, State& at) const {
  std::size_t k = 1;
  while (k + 1 < nodes_.size() && nodes_[k].x.t < t) ++k;
  const Node &x = nodes_[k - 1], &y = nodes_[k];
  const double h = y.x.t - x.x.t, theta = (t - x.x.t) / h;
  quintic(theta, x.x, y.x, at);
  hermite(theta, h, x.x.s, x.sigma, y.x.s, y.sigma, at.s);
}

void SingularPassage::exchange(Archive& archive) {
  past_.exchange(archive);
  archive("passage.grid", t_grid_);
  archive("passage.usual", usual_);
  first_.exchange(archive);
  archive.list("passage.instants", instants_);
}

}  // namespace daedalus
