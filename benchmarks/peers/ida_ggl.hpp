// ida_ggl.hpp: any of our systems integrated by SUNDIALS IDA in the stabilised index-2 form of Gear, Gupta and Leimkuhler,
//
//   0 = q' - v + Gᵀ mu,    0 = M v' + Gᵀ lambda - f,    0 = G v + g_t,    0 = g,    0 = s' - sigma
//
// with y = (q, v, lambda, mu, s), the exact Jacobian F_y + c F_y' composed from our tangents, and lambda, mu left out of the
// error test. The model code is ours on both sides of the comparison: what differs is the integrator.
#pragma once

#include "daedalus/system/system.hpp"

namespace daedalus::peers {

enum class IdaLinear { dense, klu_amd };

struct IdaRun {
  bool done = false;
  State final;
  long steps = 0, residuals = 0, jacobians = 0;
};

// From a consistent state x to t_end. Only holonomic constraints.
IdaRun run_ida(const System& system, const State& x, double t_end, double rtol, double atol, IdaLinear linear);

}  // namespace daedalus::peers
