// measure_force.hpp: from a law along measures, written once, to everything a formulation asks for.
//
//   struct SpringDamper {
//     static constexpr int measures = 1, states = 0;
//     template <class S> void act(const MeasureInput<S>& in, MeasureOutput<S>& out) const {
//       out.force[0] = k * (in.y[0] - rest) + c * in.y_dot[0];          // > 0 pulls P and Q together
//     }
//     template <class S> S potential(const MeasureInput<S>& in) const;    // optional
//   };
//
// The part of F that the potential explains is stored energy; the rest is dissipated, or supplied when the law says
// `static constexpr bool is_active = true`; a law that does both says which power is supplied by `supplied(in, force)`.
// Derivatives come from duals in the 2·measures + states inputs.
#pragma once

#include <array>

#include "daedalus/base/expects.hpp"
#include "daedalus/math/dual.hpp"
#include "daedalus/model/forces/force_element.hpp"

namespace daedalus {

template <class S>
struct MeasureInput {
  double t = 0;
  const S* y = nullptr;
  const S* y_dot = nullptr;
  const S* s = nullptr;
  const InputValues* inputs = nullptr;  // of the run; none: their first values
};
template <class S>
struct MeasureOutput {
  S* force = nullptr;
  S* sigma = nullptr;
};

// n elements of one type. Element e owns y[e·measures ..], s[e·states ..], switches[e·switches ..].
class MeasureForceGroup {
 public:
  virtual ~MeasureForceGroup() = default;

  virtual void add(const ForceElement& element) = 0;
  virtual Index size() const = 0;
  virtual Index measures() const = 0;  // per element
  virtual Index states() const = 0;
  virtual Index switches() const = 0;

  virtual void act(const MeasureInput<double>& in, const MeasureOutput<double>& out) const = 0;

  // Per element a matrix of (measures + states) rows, forces over sigma, and (2·measures + states) columns, y over y'
  // over s, row by row.
  virtual void differentiate(const MeasureInput<double>& in, double* derivatives) const = 0;

  // power[e] of every element; y_t are the parts of y' that time alone causes (moving supports).
  virtual void account(const MeasureInput<double>& in, const double* y_t, ElementPower* power) const = 0;
  virtual void switching(const MeasureInput<double>& in, double* values) const = 0;
};

// Declared by the model's author: too fast for explicit steps, or left to the method.
enum class SpringRate { any, stiff };

template <class Law>
class MeasureForce final : public ForceElement {
 public:
  MeasureForce(std::string name, Law law) : ForceElement(std::move(name)), law_(std::move(law)) {
    if constexpr (requires { law_.prepare(); }) law_.prepare();  // what it looks up once
  }

  const Law& law() const { return law_; }
  const char* type() const override { return Law::type; }
  std::vector<Measure> measures() const override {
    const auto list = law_.measure_list();
    return {list.begin(), list.end()};
  }
  std::vector<MeasureNames> measure_names() const override {
    if constexpr (requires { Law::measure_names; }) return {Law::measure_names.begin(), Law::measure_names.end()};
    return {};
  }
  ControlTarget target() const override {
    if constexpr (requires { law_.control_target(); }) return law_.control_target();
    return {};
  }
  double free_value() const override {
    if constexpr (requires { law_.free; }) return law_.free;
    return 0;
  }
  std::vector<StateInfo> states() const override {
    if constexpr (Law::states > 0) return law_.state_list();
    return {};
  }
  std::vector<std::string> switches() const override {
    if constexpr (requires { law_.switch_list(); }) return law_.switch_list();
    return {};
  }
  double second_weight() const override {
    if constexpr (requires { law_.factor; }) return law_.factor;
    return 0;
  }
  StiffSpring stiff_spring() const override {
    if constexpr (requires { law_.declared_rate; })
      return law_.declared_rate == SpringRate::stiff ? StiffSpring::declared : StiffSpring::unless_declared;
    return StiffSpring::never;
  }
  TimeBreaks time_breaks() const override {
    TimeBreaks breaks;
    if constexpr (requires { law_.list_breaks(breaks); }) law_.list_breaks(breaks);
    return breaks;
  }
  std::unique_ptr<MeasureForceGroup> make_measure_group() const override;

 private:
  Law law_;
};

template <class Law>
class MeasureForceGroupOf final : public MeasureForceGroup {
 public:
  static constexpr int nm = Law::measures, ns = Law::states, width = 2 * nm + ns;
  static constexpr int nswitch = [] {
    if constexpr (requires { Law::switch_count; }) return Law::switch_count;
    else return 0;
  }();
  static constexpr bool is_active = requires { Law::is_active; };
  using D = Dual<double, width>;

  void add(const ForceElement& element) override {
    const auto* mine = dynamic_cast<const MeasureForce<Law>*>(&element);
    expects(mine != nullptr, "a group holds forces of one type");
    laws_.push_back(mine->law());
  }
  Index size() const override { return static_cast<Index>(laws_.size()); }
  Index measures() const override { return nm; }
  Index states() const override { return ns; }
  Index switches() const override { return nswitch; }

  void act(const MeasureInput<double>& in, const MeasureOutput<double>& out) const override {
    for (Index e = 0; e < size(); ++e) {
      MeasureOutput<double> to{out.force + e * nm, out.sigma + e * ns};
      law(e).act(input(in, e), to);
    }
  }

  void differentiate(const MeasureInput<double>& in, double* derivatives) const override {
    for (Index e = 0; e < size(); ++e) {
      const Variables x(input(in, e));
      std::array<D, nm + ns> value;
      MeasureOutput<D> to{value.data(), value.data() + nm};
      law(e).act(x.input(in), to);
      for (const D& row : value)
        for (const double partial : row.partial) *derivatives++ = partial;
    }
  }

  void account(const MeasureInput<double>& in, const double* y_t, ElementPower* power) const override {
    for (Index e = 0; e < size(); ++e) {
      const MeasureInput<double> at = input(in, e);
      std::array<double, nm> force;
      std::array<double, ns + 1> sigma;
      MeasureOutput<double> to{force.data(), sigma.data()};
      law(e).act(at, to);
      ElementPower& sum = power[e] = {};
      double stored[nm] = {};
      if constexpr (requires(MeasureInput<D> x) { law(e).potential(x); }) {
        const Variables x(at);
        const D potential = law(e).potential(x.input(in));
        sum.potential = potential.value;
        for (int k = 0; k < nm; ++k) stored[k] = potential.partial[k];
      }
      for (int k = 0; k < nm; ++k) {
        const double rest = force[k] - stored[k];
        const double taken = rest * at.y_dot[k];
        (is_active ? sum.supplied : sum.dissipated) += is_active ? -taken : taken;
        sum.supplied += force[k] * y_t[e * nm + k];
      }
      if constexpr (requires { law(e).supplied(at, force.data()); }) {  // a part of the rest that is not dissipated
        const double supplied = law(e).supplied(at, force.data());
        sum.supplied += supplied;
        sum.dissipated += supplied;
      }
    }
  }

  void switching(const MeasureInput<double>& in, double* values) const override {
    if constexpr (nswitch > 0)
      for (Index e = 0; e < size(); ++e) law(e).switching(input(in, e), values + e * nswitch);
    else (void)in, (void)values;
  }

 private:
  // The inputs of one element as dual variables.
  struct Variables {
    explicit Variables(const MeasureInput<double>& in) {
      for (int k = 0; k < nm; ++k) {
        x[k] = D::variable(in.y[k], k);
        x[nm + k] = D::variable(in.y_dot[k], nm + k);
      }
      for (int k = 0; k < ns; ++k) x[2 * nm + k] = D::variable(in.s[k], 2 * nm + k);
    }
    MeasureInput<D> input(const MeasureInput<double>& in) const {
      return {in.t, x.data(), x.data() + nm, x.data() + 2 * nm, in.inputs};
    }
    std::array<D, width> x;
  };

  const Law& law(Index e) const { return laws_[e]; }
  static MeasureInput<double> input(const MeasureInput<double>& in, Index e) {
    return {in.t, in.y + e * nm, in.y_dot + e * nm, in.s + e * ns, in.inputs};
  }

  std::vector<Law> laws_;
};

template <class Law>
std::unique_ptr<MeasureForceGroup> MeasureForce<Law>::make_measure_group() const {
  return std::make_unique<MeasureForceGroupOf<Law>>();
}

}  // namespace daedalus
