// fmu_controllers.hpp: the controllers of a model in FMUs, as they run beside the motion.
//
// At t_k the controller makes its step from t_{k−1} with what it read there, then reads the channels at t_k and gives its
// outputs, which hold until t_{k+1}. So an output that follows from what is read at once has no delay, and one that is a state
// of the controller none but that of sampling.
#pragma once

#include <memory>
#include <vector>

#include "daedalus/cosimulation/fmu_archive.hpp"
#include "daedalus/cosimulation/fmu_slave.hpp"
#include "daedalus/integrate/sampled_inputs.hpp"
#include "daedalus/model/fmu_controller.hpp"
#include "daedalus/result/channels.hpp"

namespace daedalus {

class FmuControllers final : public SampledInputs {
 public:
  // `inputs` are those of the equations. Throws ModelError, OptionError or FileError for what does not fit together.
  FmuControllers(const std::vector<FmuController>& controllers, std::unique_ptr<ChannelSource> channels,
                 const std::vector<HeldInputPtr>& inputs, double t_start);

  double next() const override;
  std::optional<Failure> sample(const State& x, std::span<const double> inputs,
                                std::vector<InputSetting>& settings) override;

 private:
  struct Running {
    std::string name;
    std::unique_ptr<FmuArchive> archive;
    std::unique_ptr<FmuSlave> slave;
    double every = 0;
    long count = 0;  // of looks so far
    std::vector<fmi::Reference> reads, outputs;
    std::vector<std::size_t> channels;  // for `reads`
    std::vector<std::size_t> inputs;    // of the equations, for `outputs`
    std::vector<double> read, given;
  };
  Running start(const FmuController& controller, const std::vector<HeldInputPtr>& inputs) const;
  double time_of(const Running& running) const { return t_start_ + static_cast<double>(running.count) * running.every; }
  void look(Running& running, double t);

  std::unique_ptr<ChannelSource> channels_;
  std::vector<double> values_;  // of channels_
  std::vector<Running> running_;
  const std::vector<HeldInputPtr>& inputs_;
  double t_start_;
};

}  // namespace daedalus
