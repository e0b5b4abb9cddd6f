// dopri5.hpp: the Dormand-Prince 5(4) pair on the index-1 form, projected after each step; adaptive or fixed.
#pragma once

#include "daedalus/integrate/explicit/explicit_stages.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/shared/projection.hpp"

namespace daedalus {

class Dopri5 final : public Method {
 public:
  using Options = ProjectedStepOptions;
  explicit Dopri5(const Options& options = {})
      : Method(make_record(), list_options(options)), projection_(options.projection) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void exchange(Archive& archive) override { archive("dopri5.sigma", sigma_); }

 private:
  Tolerances tolerances_;
  ExplicitStages<7> stages_;
  Projection projection_;
  VecX sigma_;  // (ns) s' at the accepted state
};

}  // namespace daedalus
