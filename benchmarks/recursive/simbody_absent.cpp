#include "simbody_peer.hpp"

namespace daedalus::peers {

bool simbody_is_here() { return false; }

Entry simbody_forward_dynamics(const Mechanism&, const Motion&, const Motion&) {
  return {"Simbody", nullptr, "built without libsimbody-dev"};
}

struct SimbodySwing::Parts {};
SimbodySwing::SimbodySwing(int, double) {}
SimbodySwing::~SimbodySwing() = default;
Swing SimbodySwing::run(double, SimbodyIntegrator, double) { return {}; }

}  // namespace daedalus::peers
