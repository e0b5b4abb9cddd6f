#include "daedalus/closed_form/polar_particle.hpp"

#include <cmath>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {

State PolarParticle::exact(double t) const {
  const double w = std::sqrt(k / m);
  const double y = y0 * std::cos(w * t) + u0 / w * std::sin(w * t);
  const double y_dot = u0 * std::cos(w * t) - y0 * w * std::sin(w * t);
  const double y_ddot = -w * w * y;

  const double r = std::hypot(c, y), r_dot = y * y_dot / r;  // r² = c² + y²
  const double r_ddot = (y_dot * y_dot + y * y_ddot - r_dot * r_dot) / r;
  const double phi_dot = c * y_dot / (r * r);  // tan φ = y/c
  const double phi_ddot = (c * y_ddot - 2 * r * r_dot * phi_dot) / (r * r);
  return make_state(
      t, {.q = {r, std::atan2(y, c)}, .v = {r_dot, phi_dot}, .a = {r_ddot, phi_ddot}, .lambda = {B * y_dot - k * c}});
}

std::unique_ptr<System> make_polar_particle() { return std::make_unique<LawSystem<PolarParticle>>("polar_particle"); }
std::optional<State> polar_particle_reference(double t) { return PolarParticle().exact(t); }

}  // namespace daedalus
