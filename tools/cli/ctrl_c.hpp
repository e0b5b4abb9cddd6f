// ctrl_c.hpp: Ctrl-C, SIGTERM and SIGHUP (the terminal has gone) stop a run and keep its results; a second one ends the
// program.
#pragma once

#include <atomic>

namespace daedalus::cli {

std::atomic<bool>& stop_requested_by_signals();  // installs the handlers

// While it lives a signal ends the program at once: for reading, assembling and looking at a model, which do not look
// at the flag and have nothing to lose.
class SignalsEndAtOnce {
 public:
  SignalsEndAtOnce();
  ~SignalsEndAtOnce();
  SignalsEndAtOnce(const SignalsEndAtOnce&) = delete;
  SignalsEndAtOnce& operator=(const SignalsEndAtOnce&) = delete;

 private:
  bool before_;
};

}  // namespace daedalus::cli
