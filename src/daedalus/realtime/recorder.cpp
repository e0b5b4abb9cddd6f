#include "daedalus/realtime/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace daedalus {

Recorder::Recorder(const System& system, std::vector<HeldInput*> inputs, OnSample on_sample)
    : eq_(system), inputs_(std::move(inputs)), on_sample_(std::move(on_sample)) {}

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
  for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i]->value = sample.inputs[i];
  if (samples_++ == 0) monitor_.start(eq_, sample.state);
  else monitor_.observe(eq_, sample.state);

  largest_gain_ = std::max(largest_gain_, gain());

  StepInfo step = sample.step;
  step.work = monitor_.energy().work;
  if (on_sample_) on_sample_(sample.state, step);
}

}  // namespace daedalus
