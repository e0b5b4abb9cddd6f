// sample_ring.hpp: states on their way from the loop to whoever writes them down: one writer, one reader, fixed memory,
// no lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "daedalus/result/channels.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

struct Sample {
  State state;
  StepInfo step;
  std::vector<double> inputs;  // that led to the state: where step.inputs points to
};

class SampleRing {
 public:
  SampleRing(const Layout& layout, std::size_t capacity)
      : samples_(capacity, Sample{State(layout), {}, std::vector<double>(layout.inputs.size())}) {}

  // The writer's side. False when it is full: the sample is not taken.
  bool push(const State& x, const StepInfo& step) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head - tail_.load(std::memory_order_acquire) == samples_.size()) return false;
    Sample& sample = samples_[head % samples_.size()];
    sample.state = x;  // of the same sizes: no memory is asked for
    sample.step = step;
    std::copy(step.inputs.begin(), step.inputs.end(), sample.inputs.begin());
    sample.step.inputs = sample.inputs;
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  // The reader's side: the oldest sample, or nothing; it is free for the writer after pop().
  const Sample* front() const {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    return tail == head_.load(std::memory_order_acquire) ? nullptr : &samples_[tail % samples_.size()];
  }
  void pop() { tail_.store(tail_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

  std::size_t capacity() const { return samples_.size(); }

 private:
  std::vector<Sample> samples_;
  alignas(64) std::atomic<std::size_t> head_ = 0;  // samples ever pushed
  alignas(64) std::atomic<std::size_t> tail_ = 0;  // samples ever popped
};

}  // namespace daedalus
