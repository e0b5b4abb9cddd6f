// ctrl_c.hpp: the first Ctrl-C (or SIGTERM) asks the run to stop and keep its results, the second ends the program.
#pragma once

#include <atomic>

namespace daedalus::cli {

std::atomic<bool>& stop_requested_by_signals();  // installs the handlers at the first call

}  // namespace daedalus::cli
