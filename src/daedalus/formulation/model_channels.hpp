// model_channels.hpp: the signals of a model by name, the same whatever the formulation.
//
//   body     .x .y .z of its center of mass, .vx .. .ax .., .theta .omega .alpha (planar) or .e0 .. .e3 .wx .wy .wz
//            (spatial) and of a flexible body: .<mode> and .<mode>_rate, '.y1'; the center of mass is that of the
//            undeformed body
//   joint    .<freedom> and .<freedom>_rate; reaction on P at P in world axes: .fx .fy .fz .tx .ty .tz
//   driver   .force it exerts along its measure
//   measure  its name, and _rate
//   force    .length .rate .force along its measure (numbered when it has several), or .fx .. .tz on P; .<state>
//   input    input.<name>
// and the channels of every system (result/system_channels.hpp).
//
// p and −p are the same rotation. A formulation without Euler parameters shows those nearest to the sample before, at
// first nearest to the start orientation of the body.
#pragma once

#include "daedalus/formulation/model_system.hpp"
#include "daedalus/result/system_channels.hpp"

namespace daedalus {

class ModelChannels final : public ChannelSource {
 public:
  explicit ModelChannels(const ModelSystem& system);

  const std::vector<ChannelInfo>& channels() const override { return channels_; }
  void evaluate(const State& x, const StepInfo& step, double* values) override;
  void follow(const State& x) override;
  void exchange(Archive& archive) override;

 private:
  // Channels side by side that are evaluated together.
  struct Part {
    std::size_t first = 0, count = 0;
  };
  struct BodyProbe {
    BodyId id = 0;
    Vec4 orientation = Vec4::Zero();  // as last shown
    Part part = {};
  };
  Part since(std::size_t first) const { return {first, channels_.size() - first}; }
  bool wants(const Part& part) const { return wants_any(part.first, part.count); }
  void add(std::string name, const char* unit, const char* meaning) {
    channels_.push_back({std::move(name), unit, meaning});
  }
  void add_body(BodyId id);
  void add_measure(const std::string& name, const Measure& measure, const char* meaning);
  void add_forces();
  void add_drivers();
  void add_markers();
  double unwrapped(std::size_t measure, double t, double angle, double rate) const;
  bool wants_measure(std::size_t k) const { return wants_any(of_measures_.first + 2 * k, 2); }
  void write_body(BodyProbe& probe, double* values) const;
  void write_drivers(double t, double* values);
  void write_forces(const State& x, double* values);

  const ModelSystem& system_;
  SystemChannels shared_;
  std::unique_ptr<Workspace> workspace_;
  ModelElements::Scratch scratch_;
  Evaluation value_;
  std::vector<BodyMotion> motion_;
  std::vector<Wrench<double>> reactions_;
  VecX driver_forces_;
  std::vector<ChannelInfo> channels_;
  std::vector<BodyProbe> bodies_;
  std::vector<ModalRange> modal_;
  std::vector<MeasureKinematics> measures_;
  // A wrapped angle at the end of the last step. Unknown as long as nobody follows the run: then turns are not counted.
  struct LastAngle {
    bool is_known = false;
    double t = 0, angle = 0, rate = 0;
  };
  std::vector<LastAngle> angles_;  // of measures_
  // What a driver holds at its target, Σ w y.
  struct DriverProbe {
    const ConstraintRow* row = nullptr;
    std::vector<MeasureKinematics> measures = {};
  };
  std::vector<DriverProbe> drivers_;
  struct ForceProbe {
    Index first = 0, count = 0;  // measures
    std::vector<MeasureNames> names = {};
    ControlTarget target = {};
  };
  std::vector<ForceProbe> forces_;
  std::vector<MarkerId> markers_;
  Part of_drivers_, of_markers_;
  Part of_bodies_, of_modes_, of_measures_, of_reactions_, of_forces_, of_states_, of_metrics_;
  std::size_t first_shared_ = 0;
};

}  // namespace daedalus
