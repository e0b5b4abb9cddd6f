#include "ctrl_c.hpp"

#include <csignal>

namespace daedalus::cli {
namespace {

std::atomic<bool> stop_requested = false, ends_at_once = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void on_signal(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);  // the second one ends the program
  if (ends_at_once) std::raise(signal);
}

// One that was ignored from the start stays so: nohup, and Ctrl-C for programs in the background of a script.
void install(int signal) {
  if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

std::atomic<bool>& stop_requested_by_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) install(signal);
  return stop_requested;
}

SignalsEndAtOnce::SignalsEndAtOnce() : before_(ends_at_once.exchange(true)) {}

SignalsEndAtOnce::~SignalsEndAtOnce() { ends_at_once = before_; }

}  // namespace daedalus::cli
