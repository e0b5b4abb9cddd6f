// stepped_run.hpp: a run whose steps are taken one by one by its owner, who may look at the state and set inputs between
// them: for co-simulation, controllers in other languages, interactive use. Everything else is as in solve(): events,
// breaks and switches, redundant rows, checkpoints.
//
//   SteppedRun run(system, *method, start, options);          // options.t_end: as far as it may go at first
//   while (run.step() && !done) run.set(controller(run.state()));
#pragma once

#include <memory>
#include <span>

#include "daedalus/integrate/solve.hpp"

namespace daedalus {

class SteppedRun {
 public:
  // System and method outlive it. Throws ModelError or OptionError. With options.restart it goes on from there, bit for
  // bit.
  SteppedRun(const System& system, Method& method, const State& guess, SolveOptions options);
  ~SteppedRun();

  // One accepted step, which ends at options.t_end at the latest; nothing where that has been reached. False when it failed,
  // was cancelled or an event has ended the run: see status().
  bool step();
  void go_to(double t_end);  // s, as far as steps may go from now on

  void set(std::span<const InputSetting> inputs);  // before the next step

  State state() const;  // after the last step, as samples show it
  const Integration& integration() const;
  const InputValues& inputs() const;
  RunStatus status() const;
  const std::optional<Failure>& failure() const;
  Checkpoint save() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace daedalus
