// simbody_peer.hpp: the chain of points integrated by Simbody.
#pragma once

#include "mechanism.hpp"
#include "swing.hpp"

namespace daedalus::peers {

enum class SimbodyIntegrator { runge_kutta_merson, cpodes_adams };

bool simbody_is_here();

class SimbodySwing {
 public:
  SimbodySwing(int N, double angle);
  ~SimbodySwing();
  Swing run(double t_end, SimbodyIntegrator integrator, double accuracy);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace daedalus::peers
