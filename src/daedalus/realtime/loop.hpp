// loop.hpp: steps of fixed size in time with the wall clock:
//
//   each tick:   wait for it,   take inputs,   one step,   send outputs,   hand a sample on,   look at the deadline
//
// Nothing here asks for memory, locks, throws or prints: what is to be known afterwards is counted in fixed memory.
// Inputs are set between steps. Switching functions and events are not looked for: a step goes over them.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "daedalus/integrate/integration.hpp"
#include "daedalus/integrate/sampled_inputs.hpp"
#include "daedalus/realtime/histogram.hpp"
#include "daedalus/realtime/overruns.hpp"
#include "daedalus/realtime/sample_ring.hpp"
#include "daedalus/realtime/signal_port.hpp"
#include "daedalus/realtime/thread_usage.hpp"
#include "daedalus/realtime/yardstick.hpp"
#include "daedalus/result/sampling.hpp"

namespace daedalus {

// What a tick waits for.
enum class Pace {
  wall_clock,  // the grid of the pacer
  none,        // nothing: as fast as it goes, for measuring
  lockstep,    // an answer to the outputs sent before, however long it takes: for tests and co-simulation
};

enum class LoopEnd { done, cancelled, overrun, failed, no_answer };
const char* text_of(LoopEnd end);

struct LoopOptions {
  double h = 1e-3;          // s
  std::uint64_t ticks = 0;  // 0: until it is stopped
  Pace pace = Pace::wall_clock;
  double speed = 1;  // s of model time per s of wall time
  OverrunPolicy policy = OverrunPolicy::skip;
  std::uint64_t send_every = 1;     // ticks between outputs
  std::uint64_t record_every = 10;  // ticks between samples
  double patience = 10;             // s that lockstep waits for an answer
  bool has_yardstick = false;       // what is left of a tick may be used to measure the machine (yardstick.hpp)
  const std::atomic<bool>* cancel = nullptr;
};

struct LoopReport {
  LoopEnd ended = LoopEnd::done;
  std::uint64_t ticks = 0;        // steps taken
  Histogram wake;                 // behind the beginning of the tick on the grid; Pace::wall_clock only
  Histogram step_wall, step_cpu;  // of a step alone, on the wall clock and of this thread
  Histogram tick;                 // from waking to having done everything, on the wall clock
  Histogram yardstick;            // of a fixed computation as long as the median of steps, on the wall clock
  ThreadUsage usage;              // during the ticks
  Overruns overruns;
  std::uint64_t samples_lost = 0;  // the ring was full
  Nanoseconds wall = 0, cpu = 0;   // from the first tick to the end of the last; of this thread
};

// Values on their way from the ports to the equations of the integration.
struct InputLine {
  Equations& to;
  InputValues* from = nullptr;       // none: nobody sets any
  SampledInputs* sampled = nullptr;  // controllers, which set some of them before the steps at their instants

  void pass_on() const {
    if (from) to.inputs().set(from->values());
  }
};

class Loop {
 public:
  // All are used by the thread that calls run(); `outputs` may be null when there are no ports.
  Loop(Clock& clock, Integration& integration, InputLine inputs, std::vector<SignalPort*> ports,
       SelectedChannels* outputs, SampleRing& samples, const LoopOptions& options);

  void run();
  const LoopReport& report() const { return report_; }
  const std::optional<Failure>& failure() const { return failure_; }  // of a controller

  // How far it is, for other threads.
  std::uint64_t ticks_so_far() const { return ticks_so_far_.load(std::memory_order_relaxed); }
  std::uint64_t overruns_so_far() const { return overruns_so_far_.load(std::memory_order_relaxed); }

 private:
  bool cancelled() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }
  bool take_inputs();
  bool take_sample();
  bool step();
  void send();
  void record();
  void measure_machine();
  StepInfo last_step() const { return {.h = integration_.last_h(), .inputs = inputs_.to.inputs().values()}; }
  double period() const { return options_.h / options_.speed * 1e9; }

  Clock& clock_;
  Integration& integration_;
  InputLine inputs_;
  std::vector<SignalPort*> ports_;
  SelectedChannels* outputs_;
  SampleRing& samples_;
  LoopOptions options_;
  LoopReport report_;
  Yardstick yardstick_;
  std::optional<Failure> failure_;
  std::vector<InputSetting> settings_;  // of the last sample
  std::atomic<std::uint64_t> ticks_so_far_ = 0, overruns_so_far_ = 0;
};

}  // namespace daedalus
