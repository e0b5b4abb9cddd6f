// loaded_mechanism.hpp: the mechanism that a command works on, loaded while a signal ends the program at once, and its
// motion up to a time.
#pragma once

#include "daedalus/simulation/run.hpp"
#include "settings.hpp"

namespace daedalus::cli {

Mechanism load(const MechanismRequest& request);

// The motion up to t, as the model suggests to compute it. It may end earlier, which is when a look is most wanted.
Result run_until(const Mechanism& mechanism, double t);

}  // namespace daedalus::cli
