#include "daedalus/analysis/linear_ports.hpp"
#include "daedalus/result/sampling.hpp"

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/model/functions/constant.hpp"
#include "daedalus/model/model_builder.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

template <class Load>
bool add_unit_load(ModelBuilder& build, const ForceElement& force, const std::string& name) {
  const auto* load = dynamic_cast<const FrameForce<Load>*>(&force);
  if (!load) return false;
  Load unit = load->law();
  unit.size = ConstantFunction{.value = 1}.make();
  build.force(name, unit);
  return true;
}

// The model with a unit of one more force: what it adds to f is the column of the input.
Model with_unit_force(const Model& model, const std::string& input) {
  constexpr const char* name = "unit_input";
  ModelBuilder build(model);
  if (const std::optional<Measure> measure = build.find_freedom(input)) {
    FreedomSpring push;
    push.acts_on.measure = *measure;
    push.preload = -1;
    build.force(name, push);
    return build.finish();
  }
  for (const ForcePtr& force : model.forces())
    if (force->name() == input &&
        (add_unit_load<PointForce>(build, *force, name) || add_unit_load<PointTorque>(build, *force, name)))
      return build.finish();
  const std::vector<std::string> names = input_names(model);
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw OptionError(unknown_name("input", input, known));
}

VecX force_of(const System& system, const State& at) {
  Equations eq(system);
  eq.evaluate(Want::force, at);
  return eq.value.f;
}

// The selected channels at a state, with the accelerations it has.
class ChannelProbe {
 public:
  ChannelProbe(const ModelSystem& system, const std::vector<std::string>& patterns)
      : channels_(make_channels(system)), selected_(*channels_, patterns) {}
  const std::vector<ChannelInfo>& columns() const { return selected_.columns(); }  // the first is the time
  VecX at(const State& x) {
    const auto row = selected_.row(x, {}).subspan(1);
    return Eigen::Map<const VecX>(row.data(), static_cast<Index>(row.size()));
  }

 private:
  std::unique_ptr<ChannelSource> channels_;
  SelectedChannels selected_;
};

// Accelerations and multipliers without the rows that are redundant: off the motion, by no more than a difference, they
// would be independent.
class Solver {
 public:
  Solver(const System& system, const std::vector<Index>& redundant) : eq_(system), all_(system) {
    eq_.drop_rows(redundant);
  }
  void solve(State& x) {
    eq_.solve_acceleration(x);
    spread_multipliers(eq_, all_, x);
  }

 private:
  Equations eq_, all_;
};

MatX differentiate(ChannelProbe& probe, const System& system, const Linearization& linear, Index outputs) {
  Solver solver(system, linear.redundant_rows);
  MatX C(outputs, linear.size());
  for (Index k = 0; k < linear.size(); ++k) {
    const VecX unit = VecX::Unit(linear.size(), k);
    const VecX y = unit.head(linear.positions), z = unit.segment(linear.positions, linear.velocities);
    const VecX dq = linear.N_q * y, dv = linear.N_v * z + linear.R * y, ds = unit.tail(linear.states);
    const double step =
        1e-5 / std::max({dq.size() ? dq.cwiseAbs().maxCoeff() : 0.0, dv.size() ? dv.cwiseAbs().maxCoeff() : 0.0,
                         ds.size() ? ds.cwiseAbs().maxCoeff() : 0.0});
    const auto moved = [&](double h) {
      State x = linear.at;
      x.q += h * dq;
      x.v += h * dv;
      x.s += h * ds;
      solver.solve(x);
      return probe.at(x);
    };
    C.col(k) = (moved(step) - moved(-step)) / (2 * step);
  }
  return C;
}

}  // namespace

std::vector<std::string> input_names(const Model& model) {
  std::vector<std::string> names = ModelBuilder(model).freedom_names();
  for (const ForcePtr& force : model.forces())
    if (const std::string_view type = force->type(); type == PointForce::type || type == PointTorque::type)
      names.push_back(force->name());
  return names;
}

LinearPorts find_ports(const ModelSystem& system, const Linearization& linear, const std::vector<std::string>& inputs,
                       const std::vector<std::string>& outputs) {
  const Model& model = system.given_model();
  LinearPorts ports;
  ports.inputs = inputs;
  ChannelProbe probe(system, outputs);
  Solver solver(system, linear.redundant_rows);
  State at = linear.at;
  solver.solve(at);
  const VecX nominal = probe.at(at);
  for (std::size_t i = 1; i < probe.columns().size(); ++i) {
    ports.outputs.push_back(probe.columns()[i].name);
    ports.units.push_back(probe.columns()[i].unit);
  }
  const auto columns = static_cast<Index>(inputs.size());
  ports.B.setZero(linear.size(), columns);
  ports.D.setZero(nominal.size(), columns);
  ports.C = differentiate(probe, system, linear, nominal.size());

  const VecX f = force_of(system, at);
  for (Index k = 0; k < columns; ++k) {
    const Model pushed = with_unit_force(model, inputs[k]);
    const auto other = make_system(pushed, system.formulation());
    const VecX push = force_of(*other, at) - f;
    ports.B.block(linear.positions, k, linear.velocities, 1) = linear.N_v.transpose() * push;
    State x = at;
    Solver(*other, linear.redundant_rows).solve(x);
    ports.D.col(k) = ChannelProbe(*other, ports.outputs).at(x) - nominal;
  }
  return ports;
}

}  // namespace daedalus
