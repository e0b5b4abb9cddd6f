// run_samples.hpp: which states of a run are shown, and what of them.
#pragma once

#include "daedalus/integrate/run/run_parts.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"

namespace daedalus {

class RunSamples {
 public:
  explicit RunSamples(RunParts& run) : run_(run), inside_(run.start) {}

  void emit_start();
  void emit_inside(double t);  // the samples inside the last step, up to t
  void emit_end_of_step();
  State shown();  // the state at the end of the last step as samples show it
  // The last state, if it was not shown yet. Returns it as it is shown.
  State finish();

  long count() const { return samples_; }
  void exchange(Archive& archive);

 private:
  const State& reported(const State& x);
  void emit(const State& x);
  void emit_filling(double t);
  template <class TimeOf>
  void emit_instants(double t, TimeOf&& time_of);

  RunParts& run_;
  State inside_;    // scratch
  State reported_;  // the last one
  ConsistentAccelerations consistent_;
  double t_last_ = 0;
  long next_ = 1, samples_ = 0;
};

}  // namespace daedalus
