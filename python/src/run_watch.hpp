// run_watch.hpp: looks after a run for Python: Ctrl-C, progress, and events written in Python.
#pragma once

#include <atomic>
#include <chrono>

#include "bindings.hpp"
#include "daedalus/integrate/integration.hpp"

namespace daedalus::python {

class RunWatch {
 public:
  explicit RunWatch(nb::object progress) : progress_(std::move(progress)), outer_(of_this_thread()) {
    of_this_thread() = this;
  }
  ~RunWatch() { of_this_thread() = outer_; }
  RunWatch(const RunWatch&) = delete;
  RunWatch& operator=(const RunWatch&) = delete;

  // The run that goes on in this thread; null: none.
  static RunWatch*& of_this_thread() {
    thread_local RunWatch* watch = nullptr;
    return watch;
  }

  const std::atomic<bool>* cancel() const { return &cancel_; }
  void request_end() { cancel_ = true; }

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
  RunWatch* outer_;
  std::atomic<bool> cancel_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// What a Python function gives. Where Ctrl-C comes while it runs, the run is told to end after this step, for which the function is
// asked again.
template <class Call>
auto uninterrupted(Call&& call) {
  try {
    return call();
  } catch (nb::python_error& error) {
    RunWatch* watch = RunWatch::of_this_thread();
    if (!watch || !error.matches(PyExc_KeyboardInterrupt)) throw;
    watch->request_end();
  }
  return call();
}

}  // namespace daedalus::python
