#include "daedalus/closed_form/knife_edge.hpp"

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {

State SlidingKnifeEdge::exact(double t) const {
  const double theta = omega * t, s = std::sin(theta), c = std::cos(theta);
  const double size = slope / (2 * omega * omega), speed = slope / omega * s;  // along the edge
  return make_state(t, {.q = {size * s * s, size * (theta - s * c), theta},
                        .v = {speed * c, speed * s, omega},
                        .a = {slope * (c * c - s * s), 2 * slope * s * c, 0.0},
                        .lambda = {2 * m * slope * s}});
}

std::unique_ptr<System> make_knife_edge() { return std::make_unique<LawSystem<SlidingKnifeEdge>>("knife_edge"); }
std::optional<State> knife_edge_reference(double t) { return SlidingKnifeEdge().exact(t); }

}  // namespace daedalus
