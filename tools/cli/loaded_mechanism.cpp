#include "loaded_mechanism.hpp"

#include "ctrl_c.hpp"

namespace daedalus::cli {

Mechanism load(const MechanismRequest& request) {
  const SignalsEndAtOnce while_reading;
  return load_mechanism(request);
}

Result run_until(const Mechanism& mechanism, double t) {
  return run(mechanism, {.t_end = t, .cancel = &stop_requested_by_signals()}).result;
}

}  // namespace daedalus::cli
