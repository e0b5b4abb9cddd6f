// comparison.hpp: several methods on one problem, each with several step sizes or tolerances, against one reference:
// how large the error is, what it costs, and how it falls with the step (observed_order.hpp). The reference has an
// error of its own: where it is a run, a second one with four times its tolerance tells how large it is, and errors
// that are not clear of it say nothing about the order.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/analysis/observed_order.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/result/result.hpp"
#include "daedalus/result/state_error.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// 'hht-i3:alpha=-0.3:newton.jacobian=every_step': a method with some of its options.
struct MethodChoice {
  std::string label;  // as it was written
  std::string name;
  std::vector<OptionSetting> options;
};
MethodChoice parse_method_choice(const std::string& text);  // throws OptionError for an unknown name or option

struct ComparisonOptions {
  std::vector<MethodChoice> methods;
  std::vector<double> h;     // s, fixed steps; or
  std::vector<double> rtol;  // error control; atol is a hundredth
  double t_end = 0;          // s
  std::string reference_method = "dopri5";
  double reference_rtol = 1e-12;
  // the state at t_end that is known to be right; none: a run of the reference method
  std::optional<State> reference;
  std::optional<StateError> reference_error;  // of that state; none: it is right to double precision
  int instants = 0;     // over the run, at which errors are compared as well, where the reference is a run; 0: none
  int repetitions = 3;  // of short runs: the fastest counts
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& run, double t)> on_step;  // 'run 3 of 12: rk4, h = 0.001 s'
};

struct ComparedRun {
  std::size_t method = 0;             // in Comparison::methods
  double h = 0, rtol = 0;             // one of them is 0
  std::string failure;                // "" when it came to the end
  State final;                        // at t_end, when it came there
  StateError error;                   // at t_end
  std::optional<StateError> largest;  // at any instant, relative to the largest component over the run
  Report report;
  double seconds = 0;  // CPU time of the fastest repetition

  bool done() const { return failure.empty(); }
};

struct ComparedOrder {
  ObservedOrder q, v, lambda;
};

struct Comparison {
  std::string system;
  double t_start = 0, t_end = 0;
  std::string reference;  // where it comes from, in words
  State reference_state;
  StateError reference_error;  // an estimate, relative
  bool redundant = false;      // multipliers are not unique: their errors say nothing
  std::vector<MethodChoice> methods;
  std::vector<ComparedRun> runs;      // method by method
  std::vector<ComparedOrder> orders;  // of each method; empty without fixed steps
  bool cancelled = false;
};

// Those that are worth comparing on any model: with fixed steps, or under error control.
std::vector<MethodChoice> usual_methods(const ComparisonOptions& options);

// Throws OptionError for options that make no sense, ModelError when there is no consistent start, OptionError when the
// reference run fails.
Comparison compare_methods(const System& system, const State& start, const ComparisonOptions& options);

}  // namespace daedalus
