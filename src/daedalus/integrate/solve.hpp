// solve.hpp: from a system and a guess to a Result.
#pragma once

#include <atomic>
#include <functional>

#include "daedalus/integrate/events.hpp"
#include "daedalus/integrate/integration.hpp"
#include "daedalus/integrate/residual_verdicts.hpp"
#include "daedalus/integrate/sampled_inputs.hpp"
#include "daedalus/result/channels.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus {

enum class Output {
  every_step,    // each accepted step
  filled_steps,  // each accepted step, and states between where a step is longer than `every`: for animations
  interval,      // at t_start + k · every, from dense output, made consistent
  instants,      // at `times`, likewise
  end_only,      // first and last state
};
enum class Monitoring { off, on };

struct SolveOptions {
  double t_end = 1;  // s
  IntegrationOptions integration = {};
  Output output = Output::every_step;
  double every = 0;                // s, with Output::interval
  std::vector<double> times = {};  // s, with Output::instants; rising, not before the start
  Monitoring monitoring = Monitoring::on;
  // of the constraint residuals, instead of those of the rule (residual_verdicts.hpp)
  GivenBounds bounds = {};
  SolverKind solver = SolverKind::automatic;
  std::vector<Event> events = {};
  // values of Layout::inputs over the run; those not named keep their initial values, or those of the restart
  std::vector<InputSetting> inputs = {};
  SampledInputs* sampled = nullptr;  // sets inputs at instants of its own; steps end there
  long max_steps = 100'000'000;
  const Checkpoint* restart = nullptr;  // go on from here; the guess is not used

  // Set one of them to stop: after the step that is under way, or inside it where it takes long (cancellation.hpp).
  const std::atomic<bool>* cancel = nullptr;  // from a signal handler or another thread
  const std::atomic<bool>* stop = nullptr;    // from the callbacks below: after the step
  // Takes the samples instead of Result::trajectory; the step is the one that ends at the state or has it inside.
  std::function<void(const State&, const StepInfo&)> on_sample;
  std::function<void(const Integration&)> on_step;
  // The last step, which the motion follows up to the time given: Integration::interpolate() is valid.
  std::function<void(const Integration&, double)> on_segment;
  std::function<void(const std::string&)> on_notice;  // what is worth saying while the run goes on; also in the report
  long checkpoint_every = 0;                          // steps; 0 is never
  double checkpoint_seconds = 0;                      // s of wall time, looked at after each step; 0 is never
  std::function<void(const Checkpoint&)> on_checkpoint;
};

// Throws ModelError or OptionError before the first step; after it every failure is part of the Result.
Result solve(const System& system, Method& method, const State& guess, const SolveOptions& options);

}  // namespace daedalus
