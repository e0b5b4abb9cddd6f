// stepping.hpp: a mechanism stepped by its owner: inputs are set and channels read between steps.
//
//   Stepping sim(car, {.method = "rt-euler", .h = 1e-3});
//   sim.set("throttle", 0.3);
//   sim.advance(0.1);
//   const double z = sim.channel("chassis.z");
#pragma once

#include <memory>
#include <string>

#include "daedalus/integrate/stepped_run.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus {

class Stepping {
 public:
  // Method, step or tolerances, inputs and events of the request count; its files and samples do not. The mechanism is
  // kept. Throws ModelError or OptionError.
  Stepping(Mechanism mechanism, const RunRequest& request);

  // One step, as long as the method likes it. False: it could not be taken, or an event has ended the run.
  bool step() { return advance_by_steps(1); }
  // Steps to t, where the last one ends with error control; with fixed steps it is the first one that ends at t or
  // behind it. `on_step` may stop it before.
  bool advance(double t, const std::function<bool()>& on_step = {});
  // Steps to t, where the last one ends: a fixed step is cut short for that.
  bool advance_exactly(double t, const std::function<bool()>& on_step = {});

  const Mechanism& mechanism() const { return mechanism_; }
  double t() const { return run_->integration().state().t; }
  State state() const { return run_->state(); }
  const Integration& integration() const { return run_->integration(); }
  RunStatus status() const { return run_->status(); }
  const std::optional<Failure>& failure() const { return run_->failure(); }

  // Inputs hold their values until they are set again. Throws OptionError for a name or a value that is not accepted.
  double input(const std::string& name) const;
  void set(const std::string& name, double value);

  double channel(const std::string& name);  // throws OptionError when there is none of this name

  Checkpoint save() const { return run_->save(); }
  // Goes on from there, bit for bit. Throws OptionError or FileError for a checkpoint of another run.
  void restore(const Checkpoint& checkpoint);

 private:
  bool advance_by_steps(long count);
  bool model_has_controllers() const { return mechanism_.model && !mechanism_.model->controllers().empty(); }
  double far_ahead() const;
  void begin(const Checkpoint* restart);
  void follow();
  std::size_t place_of_input(const std::string& name) const;

  Mechanism mechanism_;
  RunRequest request_;
  std::unique_ptr<Method> method_;
  std::unique_ptr<SampledInputs> controllers_;
  std::unique_ptr<SteppedRun> run_;
  std::unique_ptr<ChannelSource> channels_;
  std::vector<double> values_;  // of channels_, at t_values_
  bool are_values_current_ = false;
};

}  // namespace daedalus
