#include "ctrl_c.hpp"

#include <csignal>

namespace daedalus::cli {
namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void on_signal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

std::atomic<bool>& stop_requested_by_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return stop_requested;
}

}  // namespace daedalus::cli
