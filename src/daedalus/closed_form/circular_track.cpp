#include "daedalus/closed_form/circular_track.hpp"

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {

State CircularTrack::exact(double t) const {
  const double p = Kp / (2 * m), e0 = v_ref - v0, decay = std::exp(-p * t);
  const double e = e0 * (1 - p * t) * decay, e_dot = -e0 * p * (2 - p * t) * decay;
  const double z = e0 * t * decay;  // = -(m e' + Kp e)/Ki, written without the cancellation
  const double phi = v_ref * t - z, v = v_ref - e, x = std::cos(phi), y = std::sin(phi);
  return make_state(t, {.q = {x, y},
                        .v = {-v * y, v * x},
                        .a = {e_dot * y - v * v * x, -e_dot * x - v * v * y},
                        .lambda = {(m * v * v + F) / 2},
                        .s = {z}});
}

std::unique_ptr<System> make_circular_track() { return std::make_unique<LawSystem<CircularTrack>>("circular_track"); }
std::optional<State> circular_track_reference(double t) { return CircularTrack().exact(t); }

}  // namespace daedalus
