// recorder.hpp: takes the samples of a loop, watches constraints and energy, and hands them on to be written down.
//
// It runs beside the loop, on equations of its own, whose inputs it sets to those of each sample.
//
// Spurious energy is the first sign of an unstable run: EnergyBalance::gain().
#pragma once

#include <functional>
#include <utility>

#include "daedalus/integrate/monitor.hpp"
#include "daedalus/realtime/sample_ring.hpp"

namespace daedalus {

class Recorder {
 public:
  using OnSample = std::function<void(const State&, const StepInfo&)>;
  Recorder(const System& system, OnSample on_sample) : eq_(system), on_sample_(std::move(on_sample)) {}

  // Everything that is in the ring now; how many samples that were.
  std::size_t drain(SampleRing& ring);

  const Monitor& monitor() const { return monitor_; }
  std::size_t samples() const { return samples_; }
  double gain() const { return monitor_.energy().gain(); }
  double largest_gain() const { return largest_gain_; }
  static constexpr double alarming_gain = 0.5;

 private:
  void take(const Sample& sample);

  Equations eq_;
  OnSample on_sample_;
  Monitor monitor_;
  std::size_t samples_ = 0;
  double largest_gain_ = 0;
};

}  // namespace daedalus
