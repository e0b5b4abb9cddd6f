#include "daedalus/closed_form/stop_block.hpp"

#include <cmath>
#include <numbers>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {

StopBlock::Phases StopBlock::phases() const {
  const double w = std::sqrt(k / m), W = std::sqrt((k + K) / m), center = K * d / (k + K);
  const double phase = std::asin(w * d / u0);  // of the free motion on arrival; on leaving it is π - phase
  const double u1 = u0 * std::cos(phase);
  return {.first_arrival = phase / w,
          .contact = 2 * std::atan2(u1 / W, d - center) / W,  // symmetric about the deepest point
          .flight = (std::numbers::pi + 2 * phase) / w,
          .u1 = u1};
}

double StopBlock::crossing_time(int n) const {
  const Phases p = phases();
  return p.first_arrival + (n / 2) * (p.contact + p.flight) + (n % 2) * p.contact;
}

State StopBlock::exact(double t) const {
  const Phases p = phases();
  const double w = std::sqrt(k / m), W = std::sqrt((k + K) / m), center = K * d / (k + K);
  const auto state = [&](double x, double v, double a) { return make_state(t, {.q = {x}, .v = {v}, .a = {a}}); };
  const auto free = [&](double phase) {
    return state(u0 / w * std::sin(phase), u0 * std::cos(phase), -u0 * w * std::sin(phase));
  };
  if (t < p.first_arrival) return free(w * t);
  const double since = std::fmod(t - p.first_arrival, p.contact + p.flight);  // time since the last arrival
  if (since >= p.contact) return free(std::numbers::pi - w * p.first_arrival + w * (since - p.contact));
  const double c = std::cos(W * since), s = std::sin(W * since), x0 = d - center;
  return state(center + x0 * c + p.u1 / W * s, p.u1 * c - x0 * W * s, -W * (x0 * W * c + p.u1 * s));
}

std::unique_ptr<System> make_stop_block() { return std::make_unique<LawSystem<StopBlock>>("stop_block"); }
std::optional<State> stop_block_reference(double t) { return StopBlock().exact(t); }

}  // namespace daedalus
