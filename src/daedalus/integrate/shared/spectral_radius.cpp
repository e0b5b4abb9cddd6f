#include "daedalus/integrate/shared/spectral_radius.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

constexpr int multiplications = 4;     // of one estimate
constexpr int first_rounds = 3;        // the norm and the direction are unknown at first
constexpr double displacement = 1e-7;  // of the size of the state: half the digits of its accelerations are left

// Neither even nor odd in the numbering of the coordinates, so that no mode is missed by symmetry.
void fill_irregularly(VecX& x) {
  constexpr double golden = 0.6180339887498949;
  for (Index i = 0; i < x.size(); ++i) {
    const double turns = golden * static_cast<double>(i + 1);
    x[i] = turns - std::floor(turns) - 0.4;
  }
}

}  // namespace

void SpectralRadius::resize(const Layout& layout) {
  base_ = at_ = State(layout);
  sigma_ = VecX::Zero(layout.ns);
  for (Direction* d : {&d_, &before_, &last_})
    *d = {VecX::Zero(layout.nq), VecX::Zero(layout.nq), VecX::Zero(layout.ns)};
  begin_direction();
  rho_ = 0;
  damping_ = 1;
}

void SpectralRadius::begin_direction() {
  for (VecX* part : {&d_.q, &d_.v, &d_.s}) fill_irregularly(*part);
}

double SpectralRadius::dot(const Direction& a, const Direction& b) const {
  return rho_ * rho_ * a.q.dot(b.q) + a.v.dot(b.v) + a.s.dot(b.s);
}

// The direction becomes J times the direction.
bool SpectralRadius::multiply(Equations& eq, double size) {
  const double epsilon = size / std::sqrt(dot(d_, d_));
  at_.q = base_.q + epsilon * d_.q;
  at_.v = base_.v + epsilon * d_.v;
  at_.s = base_.s + epsilon * d_.s;
  if (eq.solve_acceleration(at_) != FactorStatus::ok) return false;
  d_.q = d_.v;
  d_.v = (at_.a - base_.a) / epsilon;
  d_.s = (eq.value.sigma - sigma_) / epsilon;
  return true;
}

// Per multiplication. 0 where it cannot be said.
double SpectralRadius::mean_growth(Equations& eq, double size) {
  double growth = 1, scale = 1;
  for (int k = 0; k < multiplications; ++k) {
    if (k == multiplications - 2) before_ = d_;
    const double from = std::sqrt(dot(d_, d_));
    if (!(from > 0) || !multiply(eq, size)) return 0;
    const double to = std::sqrt(dot(d_, d_));
    growth *= to / from;
    if (k == multiplications - 2) last_ = d_;
    if (k == multiplications - 1) find_damping(scale);
    scale = 1 / to;  // keeps the numbers in range
    if (!std::isfinite(scale) || !std::isfinite(growth)) return 0;
    for (VecX* part : {&d_.q, &d_.v, &d_.s}) *part *= scale;
  }
  return std::pow(growth, 1.0 / multiplications);
}

// d_ is `scale` times J² δ.
void SpectralRadius::find_damping(double scale) {
  const double uu = dot(last_, last_), uw = dot(last_, before_), ww = dot(before_, before_);
  const double zu = dot(d_, last_) / scale, zw = dot(d_, before_) / scale;
  const double determinant = uu * ww - uw * uw;
  constexpr double parallel = 1e-6;
  if (!(determinant > parallel * uu * ww)) {  // one real eigenvalue is left
    damping_ = uw <= 0 ? 1 : -1;
    return;
  }
  const double b = (zu * ww - zw * uw) / determinant, c = (zw * uu - zu * uw) / determinant;
  if (b * b + 4 * c < 0) damping_ = -b / (2 * std::sqrt(-c));
  else damping_ = b <= 0 ? 1 : -1;
}

double SpectralRadius::estimate(Equations& eq, const State& x) {
  base_ = x;
  at_.t = x.t;
  if (eq.solve_acceleration(base_) != FactorStatus::ok) return rho_;
  sigma_ = eq.value.sigma;
  const bool is_first = rho_ == 0;
  if (is_first) rho_ = 1;
  double found = 0;
  for (int round = 0; round < (is_first ? first_rounds : 1); ++round) {
    const double size = displacement * std::max({1.0, rho_ * base_.q.norm(), base_.v.norm(), base_.s.norm()});
    found = mean_growth(eq, size);
    if (found == 0) break;
    rho_ = found;
  }
  if (found == 0) {  // a direction that led nowhere is of no use
    if (is_first) rho_ = 0;
    begin_direction();
  }
  return rho_;
}

void SpectralRadius::exchange(Archive& archive) {
  archive("spectral_radius.q", d_.q);
  archive("spectral_radius.v", d_.v);
  archive("spectral_radius.s", d_.s);
  archive("spectral_radius.value", rho_);
  archive("spectral_radius.damping", damping_);
}

}  // namespace daedalus
