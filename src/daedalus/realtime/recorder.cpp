#include "daedalus/realtime/recorder.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {

std::size_t Recorder::drain(SampleRing& ring) {
  std::size_t count = 0;
  for (; count < ring.capacity(); ++count) {  // a loop that does not wait could go on filling it
    const Sample* sample = ring.front();
    if (!sample) break;
    take(*sample);
    ring.pop();
  }
  return count;
}

void Recorder::take(const Sample& sample) {
  eq_.inputs().set(sample.inputs);
  if (samples_++ == 0) monitor_.start(eq_, sample.state);
  else monitor_.observe(eq_, sample.state);

  largest_gain_ = std::max(largest_gain_, gain());

  StepInfo step = sample.step;
  step.work = monitor_.energy().work;
  if (on_sample_) on_sample_(sample.state, step);
}

}  // namespace daedalus
