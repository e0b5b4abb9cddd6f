// ida_ggl.hpp: any of our systems integrated by SUNDIALS IDA in the stabilized index-2 form of Gear, Gupta and
// Leimkuhler,
//
//   0 = q' - v + Gᵀ mu,    0 = M v' + Gᵀ lambda - f,    0 = G v + g_t,    0 = g,    0 = s' - sigma
//
// with y = (q, v, lambda, mu, s), the exact Jacobian F_y + c F_y' composed from our tangents, and lambda, mu left out
// of the error test. The model code is ours on both sides of the comparison: what differs is the integrator.
#pragma once

#include <functional>

#include "daedalus/system/system.hpp"

namespace daedalus::peers {

enum class IdaLinear { dense, klu };

// Where the equations change branch.
enum class IdaBranches {
  by_error_test,  // IDA is not told: steps over such a point are refused until they are short enough
  restart,        // IDA finds the zeros of the switching functions; it goes on from a consistent state, without history
};

struct IdaOptions {
  double rtol = 0, atol = 0;
  IdaLinear linear = IdaLinear::klu;
  IdaBranches branches = IdaBranches::by_error_test;
  double first_step = 1;  // in units of choose_initial_step() for order 1, at the start and after a restart
  std::function<void(const State&)> on_step = {};  // after each step
};

struct IdaRun {
  bool done = false;
  State final;
  long steps = 0, rejected = 0, residuals = 0, jacobians = 0, restarts = 0;
};

// From a consistent state x to t_end. Only holonomic constraints.
IdaRun run_ida(const System& system, const State& x, double t_end, const IdaOptions& options);

}  // namespace daedalus::peers
