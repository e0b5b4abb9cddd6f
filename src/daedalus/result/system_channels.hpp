// system_channels.hpp: the channels every system has, whatever it is made of.
#pragma once

#include "daedalus/result/channels.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

// step.h, step.newton_iterations, step.rejected; energy.kinetic, .potential, .total, .work,
// .dissipated_power, .supplied_power; residual.position, .velocity, .acceleration (largest absolute values).
class SystemChannels : public ChannelSource {
 public:
  explicit SystemChannels(const System& system);

  const std::vector<ChannelInfo>& channels() const override { return channels_; }
  void evaluate(const State& x, const StepInfo& step, double* values) override;

  // For sources that have these channels among theirs: energy and residuals, all behind the first three, only where
  // they are wanted.
  enum class Metrics { skipped, computed };
  static constexpr std::size_t first_metric = 3;
  void evaluate(const State& x, const StepInfo& step, double* values, Metrics metrics);

 private:
  Equations eq_;
  std::vector<ChannelInfo> channels_;
  VecX level_;  // (nc) scratch
};

// What the layout names, q.<coordinate>, v.<coordinate>, lambda.<constraint row> and s.<state>, then SystemChannels.
class LayoutChannels : public ChannelSource {
 public:
  explicit LayoutChannels(const System& system);

  const std::vector<ChannelInfo>& channels() const override { return channels_; }
  void evaluate(const State& x, const StepInfo& step, double* values) override;

 private:
  SystemChannels shared_;
  std::vector<ChannelInfo> channels_;
};

}  // namespace daedalus
