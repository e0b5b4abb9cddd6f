#include "ida_ggl.hpp"

#include <algorithm>

#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/run/initial_step.hpp"

namespace daedalus::peers {

IdaRun run_ida(const System& system, const State& x, double t_end, const IdaOptions& options) {
  const Tolerances tolerances{.rtol = options.rtol, .atol = options.atol};
  Equations eq(system);
  IdaSolver ida;
  ida.start(eq, x, tolerances, {.matrix = options.matrix, .roots = options.roots});
  const auto restart = [&](const State& from) {
    const double h = choose_initial_step(eq, from, tolerances, 1, t_end - from.t);
    ida.restart(eq, from, std::min(options.first_step * h, t_end - from.t));
  };
  restart(x);

  // The two wheels of an axle meet an edge at instants that differ by rounding: that is one restart.
  constexpr double together = 1e-7;
  IdaRun run;
  run.final = x;
  run.done = true;
  double t_restart = x.t - 1;
  while (run.done && t_end - ida.t() > 1e-12 * t_end) {
    run.done = ida.advance(eq, t_end) == StepStatus::ok;
    ida.read(run.final);
    run.final.t = ida.t();
    if (ida.found_root() && ida.t() - t_restart > together) {
      ++run.restarts;
      t_restart = ida.t();
      State from = run.final;
      run.done = run.done && make_consistent(eq, from).outcome.ok();
      restart(from);
    }
    if (options.on_step) options.on_step(run.final);
  }
  run.counts = ida.counts();
  return run;
}

}  // namespace daedalus::peers
