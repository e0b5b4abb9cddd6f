// prk.hpp: dual-rate integration by explicit partitioned Runge-Kutta methods. One class, its tableaus are data.
#pragma once

#include <memory>

#include "daedalus/integrate/explicit/dual_rate_stages.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/shared/projection.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"

namespace daedalus {

class Prk final : public Method {
 public:
  using Options = ProjectedStepOptions;
  // The default tableau, under the name of the family.
  explicit Prk(const Options& options = {});
  Prk(std::shared_ptr<const PrkTableau> tableau, const Options& options);
  static MethodRecord make_record();
  static MethodRecord make_record(const PrkTableau& tableau);

  const PrkTableau& tableau() const { return *tableau_; }

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override;
  void exchange(Archive& archive) override;

 private:
  Prk(MethodRecord record, std::shared_ptr<const PrkTableau> tableau, const Options& options);
  StepStatus evaluate_stage(Equations& eq, int stage);

  std::shared_ptr<const PrkTableau> tableau_;
  VecX nodes_;                     // (s) ĉ
  std::vector<VecX> slow_, fast_;  // rows of A and Â
  std::vector<bool> is_slow_stage_;
  Index group_ = all_rates;  // the fast rate group; all_rates: everything is fast
  Tolerances tolerances_;
  DualRateStages stages_;
  Projection projection_;
  State at_;         // the stage being evaluated
  VecX sigma_;       // (ns) s' at the accepted state: the first stage of the next step
  VecX sigma_next_;  // (ns) s' at the proposed state
};

}  // namespace daedalus
