// ida_ggl.hpp: any of our systems integrated by SUNDIALS IDA alone, with its own step loop and root finding. The coupling is
// that of the method ida (daedalus/integrate/external/ida_solver.hpp): the model code is ours on both sides of the
// comparison, what differs is the integrator.
#pragma once

#include <functional>

#include "daedalus/integrate/external/ida_solver.hpp"

namespace daedalus::peers {

struct IdaOptions {
  double rtol = 0, atol = 0;
  IdaMatrix matrix = IdaMatrix::klu;
  // Where the equations change branch: not told, steps over such a point are refused until they are short enough; told, IDA
  // goes on from a consistent state, without history.
  IdaRoots roots = IdaRoots::none;
  double first_step = 1;  // in units of choose_initial_step() for order 1, at the start and after a restart
  std::function<void(const State&)> on_step = {};  // after each step
};

struct IdaRun {
  bool done = false;
  State final;
  IdaCounts counts;
  long restarts = 0;
};

// From a consistent state x to t_end.
IdaRun run_ida(const System& system, const State& x, double t_end, const IdaOptions& options);

}  // namespace daedalus::peers
