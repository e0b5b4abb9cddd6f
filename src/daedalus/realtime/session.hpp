// session.hpp: a run in real time from beginning to end: a thread for the loop, and the caller's thread for everything
// that takes its time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "daedalus/integrate/residual_verdicts.hpp"
#include "daedalus/realtime/loop.hpp"
#include "daedalus/realtime/recorder.hpp"
#include "daedalus/realtime/scheduling.hpp"
#include "daedalus/result/result.hpp"
#include "daedalus/result/sampling.hpp"

namespace daedalus {

// What the loop works on. Nobody else touches it during the run.
struct LoopSubject {
  const System& system;
  Method& method;
  State start;  // made consistent before the first step
  // where the ports put what they receive: in force with the next step; none: first values
  InputValues* inputs = nullptr;
  SampledInputs* sampled = nullptr;  // controllers, whose settings go to `inputs`
  std::vector<SignalPort*> ports;
  SelectedChannels* outputs = nullptr;
};

struct SessionProgress {
  std::uint64_t ticks = 0, overruns = 0;
  const Recorder& recorder;
};

struct SessionOptions {
  LoopOptions loop;                                     // its cancel may be null
  std::optional<SchedulingHints> scheduling;            // of the thread of the loop; none: as it is
  std::size_t ring_capacity = 4096;                     // samples
  GivenBounds bounds = {};                              // of constraint residuals, see residual_verdicts.hpp
  std::function<void(const SessionProgress&)> on_idle;  // by the caller's thread, about a hundred times a second
};

struct SessionResult {
  Result result;  // as of solve(); residuals and energy are those of the samples
  LoopReport loop;
  Scheduling scheduling;
};

// Throws ModelError or OptionError before the first step.
SessionResult run_in_real_time(const LoopSubject& subject, Recorder& recorder, Clock& clock,
                               const SessionOptions& options);

}  // namespace daedalus
