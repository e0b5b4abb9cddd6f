// comparison.hpp: several methods on one problem, each with several step sizes or tolerances, against one reference: how large the error
// is, what it costs, and how it falls with the step.
//
//   order p of a method at fixed steps:   log error = p log h + c,  the straight line nearest to the runs in its last decade that is
//   neither lost in the rounding of the reference nor outside of the asymptotic range
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/result/result.hpp"
#include "daedalus/result/state_error.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

// 'hht-i3:alpha=-0.3:newton.jacobian=every_step': a method with some of its options.
struct MethodChoice {
  std::string label;                    // as it was written
  std::string name;
  std::vector<OptionSetting> options;
};
MethodChoice parse_method_choice(const std::string& text);  // throws OptionError for an unknown name or option

struct ComparisonOptions {
  std::vector<MethodChoice> methods;
  std::vector<double> h;                // s, fixed steps; or
  std::vector<double> rtol;             // error control; atol is a hundredth
  double t_end = 0;                     // s
  std::string reference_method = "dopri5";
  double reference_rtol = 1e-12;
  std::optional<State> reference;       // the state at t_end that is known to be right; none: a run of the reference method
  int repetitions = 3;                  // of short runs: the fastest counts
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& run, double t)> on_step;  // 'rk4, h = 0.001 s'
};

struct ComparedRun {
  std::size_t method = 0;               // in Comparison::methods
  double h = 0, rtol = 0;               // one of them is 0
  std::string failure;                  // "" when it came to the end
  StateError error;
  Report report;
  double seconds = 0;                   // CPU time of the fastest repetition

  bool done() const { return failure.empty(); }
};

// The slopes of log error over log h; none where fewer than two runs tell.
struct ComparedOrder {
  std::optional<double> q, v, lambda;
};

struct Comparison {
  std::string system;
  double t_start = 0, t_end = 0;
  std::string reference;                // where it comes from, in words
  bool redundant = false;               // multipliers are not unique: their errors say nothing
  std::vector<MethodChoice> methods;
  std::vector<ComparedRun> runs;        // method by method
  std::vector<ComparedOrder> orders;    // of each method; empty without fixed steps
  bool cancelled = false;
};

// Throws OptionError for options that make no sense, ModelError when there is no consistent start, OptionError when the reference run fails.
Comparison compare_methods(const System& system, const State& start, const ComparisonOptions& options);

// The slope of the straight line nearest to log y over log x; none with fewer than two points. Zeros are left out.
std::optional<double> log_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace daedalus
