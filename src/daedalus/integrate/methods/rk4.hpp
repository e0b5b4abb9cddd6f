// rk4.hpp: the classical Runge-Kutta method with fixed step on the index-1 form, projected after each step.
#pragma once

#include "daedalus/integrate/explicit/explicit_stages.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/shared/projection.hpp"

namespace daedalus {

class Rk4 final : public Method {
 public:
  using Options = ProjectedStepOptions;
  explicit Rk4(const Options& options = {})
      : Method(make_record(), list_options(options)), projection_(options.projection) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void exchange(Archive& archive) override { archive("rk4.sigma", sigma_); }

 private:
  ExplicitStages<4> stages_;
  Projection projection_;
  VecX sigma_;       // (ns) s' at the accepted state: the first stage of the next step
  VecX sigma_next_;  // (ns) s' at the proposed state
};

}  // namespace daedalus
