// run_watch.hpp: looks after a run for Python: Ctrl-C, progress, and events written in Python.
#pragma once

#include <atomic>
#include <chrono>

#include "bindings.hpp"
#include "daedalus/integrate/integration.hpp"

namespace daedalus::python {

class RunWatch {
 public:
  explicit RunWatch(nb::object progress) : progress_(std::move(progress)) {}

  const std::atomic<bool>* cancel() const { return &cancel_; }

  // After each step, without the interpreter's lock: a few times a second it is taken. Throws what Python throws, but a
  // KeyboardInterrupt ends the run.
  void on_step(const Integration& integration) {
    constexpr std::chrono::milliseconds pause{50};
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < pause) return;
    last_ = now;
    nb::gil_scoped_acquire lock;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!progress_.is_none()) progress_(integration.state().t);
    } catch (nb::python_error& error) {
      if (!error.matches(PyExc_KeyboardInterrupt)) throw;
      cancel_ = true;
    }
  }

 private:
  nb::object progress_;
  std::atomic<bool> cancel_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace daedalus::python
