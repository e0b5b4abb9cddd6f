// rt_ros2.hpp: a linear-implicit step of order 2 with fixed cost: two stages, one matrix, any Jacobian.
#pragma once

#include <numbers>

#include "daedalus/integrate/corrector/tangents.hpp"
#include "daedalus/integrate/fixed_cost/fixed_projection.hpp"
#include "daedalus/integrate/fixed_cost/linear_implicit_matrix.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct RtRos2Options {
  double gamma = 1 - 1 / std::numbers::sqrt2;
  int newton_steps = 1;
  int rate_group = 0;
  int refresh = 1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("gamma", gamma, in_range(0.25, 2), "L-stable with 1 - 1/√2 and 1 + 1/√2; the order is 2 with any");
    v("newton_steps", newton_steps, in_range(1, 20), "of the position projection, always as many");
    v("rate_group", rate_group, at_least(0),
      "0: the whole Jacobian; k: only the rows and columns of the k-th rate group, where the stiff elements are");
    v("refresh", refresh, in_range(1, 10000),
      "steps between evaluations of the Jacobian; the step that evaluates costs more than the others");
  }
};

class RtRos2 final : public Method {
 public:
  using Options = RtRos2Options;
  explicit RtRos2(const Options& options = {}) : Method(make_record(), list_options(options)), options_(options) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State&, const State&, double) override { tangents_.accept(); }
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override { report.corrector = matrix_.report(); }
  void exchange(Archive& archive) override;

 private:
  struct Increment {
    VecX q, v, s;
  };
  StepStatus compose(Equations& eq, const State& x, double h);
  void solve_stage(Equations& eq, double h, Increment& k);

  Options options_;
  LinearImplicitMatrix matrix_;
  Tangents tangents_, here_;  // of forces and σ, perhaps some steps old; M and G at x
  FixedProjection projection_;
  State at_;  // the stage being evaluated
  Increment k1_, k2_;
  VecX top_, rows_, none_;  // right sides; zero multipliers to begin with
  VecX sigma_;              // (ns) at x, for dense output
};

}  // namespace daedalus
