// cartesian_channels.hpp: the signals of a model in absolute coordinates, by name.
//
//   body     .x .y .z of its centre of mass, .vx .. .ax .., .theta .omega .alpha (planar) or .e0 .. .e3 .wx .wy .wz (spatial)
//   joint    .<freedom> and .<freedom>_rate; reaction on P at P in world axes: .fx .fy .fz .tx .ty .tz
//   driver   .force it exerts along its measure
//   measure  its name, and _rate
//   force    .length .rate .force along its measure (numbered when it has several), or .fx .. .tz on P; .<state>
// and the channels of every system (result/system_channels.hpp).
#pragma once

#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/result/system_channels.hpp"

namespace daedalus {

class CartesianChannels final : public ChannelSource {
 public:
  explicit CartesianChannels(const CartesianSystem& system);

  const std::vector<ChannelInfo>& channels() const override { return channels_; }
  void evaluate(const State& x, const StepInfo& step, double* values) override;

 private:
  struct Probe {                       // a measure with its own little frame
    LocalFrame frame;
    std::vector<MeasureKinematics> kinematics;
  };
  struct ReactionRow {                 // share of one constraint row in the reaction of a joint
    Index row = 0;
    std::vector<RowTerm> terms;
  };
  struct JointProbe {
    MarkerId P = -1;
    std::vector<ReactionRow> rows;
    const RateConstraint* rates = nullptr;
    MarkerId Q = -1;
    Index first_rate_row = 0;
  };
  void add(std::string name, const char* unit, const char* meaning) { channels_.push_back({std::move(name), unit, meaning}); }
  void add_body(BodyId id);
  void add_measure(const std::string& name, const Measure& measure, const char* meaning);
  void add_joint(const Joint& joint, Index& row, Index& rate_row);
  Wrench<double> reaction(const JointProbe& joint, const State& x) const;

  const CartesianSystem& system_;
  SystemChannels shared_;
  CartesianSystem::Scratch* scratch_ = nullptr;
  std::unique_ptr<Workspace> workspace_;
  Evaluation value_;
  std::vector<ChannelInfo> channels_;
  std::vector<BodyId> bodies_;
  std::vector<Probe> probes_;
  std::vector<JointProbe> joints_;
  std::vector<Index> drivers_;         // their constraint rows
};

}  // namespace daedalus
