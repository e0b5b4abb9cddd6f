// for_sdirk.hpp: SDIRK of order 4 on the first-order equations in independent coordinates.
#pragma once

#include <array>

#include "daedalus/integrate/corrector/corrector.hpp"
#include "daedalus/integrate/corrector/corrector_matrix.hpp"
#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/state_space/reduced_equations.hpp"
#include "daedalus/integrate/tableaus/dirk.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct ForSdirkOptions {
  ErrorEstimate estimate = ErrorEstimate::filtered;
  ErrorBudget tolerance = ErrorBudget::run;
  StageNewtonOptions newton = {};
  PartitionOptions partition = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("estimate", estimate, Choices<ErrorEstimate>{{"filtered", ErrorEstimate::filtered}, {"raw", ErrorEstimate::raw}},
      "of the local error: passed through (I - h gamma J)^-1, or as the formulas give it");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
    v("partition", partition);
  }
};

class ForSdirk final : public Method {
 public:
  using Options = ForSdirkOptions;
  explicit ForSdirk(const Options& options = {});
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override {
    reduced_.partition.report(report);
    report.corrector = corrector_.report();
  }
  void exchange(Archive& archive) override;

 private:
  static constexpr int stages = 5;
  void residual(Equations& eq, VecX& r);
  const SparseMatrix& compose(Equations& eq);
  void correct(const VecX& dk);
  void rebuild(const Layout& layout);
  void forget_history(Equations& eq, const State& x);
  double error(Equations& eq, double h);

  Options options_;
  Tolerances tolerances_;
  ReducedEquations reduced_;
  Corrector corrector_;
  CorrectorMatrix matrix_;  // I − hA J

  // The stage being solved: k of F(t, yh_ + hA_ k) = k.
  double t_ = 0, hA_ = 0, weight_ = 1;
  VecX k_, yh_, Y_, dY_;
  State at_;                             // state of the last evaluation of F
  StepOutcome evaluation_;               // how that went
  std::array<VecX, stages> K_;           // of the stages
  VecX y_, y_next_, F_, error_;          // reduced states at both ends
  VecX rate_, rate_before_, rate_next_;  // s' at the accepted state, before it, and at the proposal
  Pattern full_;
  SparseMatrix J_;  // F_y
  State jacobian_at_;
  bool has_jacobian_ = false;
};

}  // namespace daedalus
