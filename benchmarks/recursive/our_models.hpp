// our_models.hpp: the mechanisms as Daedalus models, and the formulations they are measured in.
#pragma once

#include <map>

#include "daedalus/formulation/formulation.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/system/equations.hpp"
#include "mechanism.hpp"

namespace daedalus::peers {

// Those of them that there are, in this order: ratios are against the first.
inline constexpr const char* wanted_formulations[] = {"joint", "cartesian"};
std::vector<std::string> formulations();

Model model_of(const Mechanism& mechanism, const Motion& motion);     // spatial bodies and revolute joints
Model points_and_rods(const Mechanism& chain, const Motion& motion);  // points that move in x, y and `distance` joints

// Channels of a run by name, whatever the coordinates are.
class Signals {
 public:
  explicit Signals(const ModelSystem& system);
  void read(const State& x) { source_->evaluate(x, {}, values_.data()); }
  double operator[](const std::string& name) const { return values_[at_.at(name)]; }

 private:
  std::unique_ptr<ChannelSource> source_;
  std::map<std::string, std::size_t> at_;
  std::vector<double> values_;
};

// A model in a formulation, at its start.
struct Prepared {
  Prepared(const Model& model, const std::string& formulation);  // throws ModelError, OptionError
  Model model;
  std::unique_ptr<ModelSystem> system;
  State start;
};

class OurForwardDynamics final : public ForwardDynamics {
 public:
  // The second state has the same positions and velocities times `factor`.
  OurForwardDynamics(const Model& model, const std::string& formulation, double factor);
  void run(int state) override {
    eq_.solve_acceleration(x_[state]);
    last_ = state;
  }
  std::vector<Vector3> com_accelerations() override;

 private:
  Prepared prepared_;
  Equations eq_;
  State x_[2];
  int last_ = 0;
};

Entry our_forward_dynamics(const Model& model, const std::string& formulation, double factor, const std::string& note);

}  // namespace daedalus::peers
