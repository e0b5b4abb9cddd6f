// newmark_family.hpp: Newmark's method, that of Hilber, Hughes and Taylor, and generalized-alpha on constrained
// equations of motion: newmark, hht-i3, hht-si2, generalized-alpha.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/low_order/first_step.hpp"
#include "daedalus/integrate/low_order/tolerance_share.hpp"
#include "daedalus/integrate/shared/consistent_accelerations.hpp"
#include "daedalus/integrate/shared/scheme_method.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

struct AlphaCoefficients {
  double alpha_m = 0, alpha_f = 0, beta = 0.25, gamma = 0.5;

  double shift() const { return alpha_m - alpha_f; }                      // Δ
  double position_error() const { return 1.0 / 6 - shift() / 2 - beta; }  // times h³ w'
  double velocity_error_1() const { return 0.5 - gamma - shift(); }       // times h² w'; 0 at second order
  double velocity_error_2() const;                                        // times h³ w''
  bool second_order() const { return std::abs(velocity_error_1()) < 1e-12; }

  static AlphaCoefficients newmark(double beta, double gamma) { return {.beta = beta, .gamma = gamma}; }
  static AlphaCoefficients hht(double alpha) {
    return {.alpha_f = -alpha, .beta = (1 - alpha) * (1 - alpha) / 4, .gamma = (1 - 2 * alpha) / 2};
  }
  static AlphaCoefficients generalized_alpha(double rho_infinity);
};

class AlphaScheme {
 public:
  AlphaScheme(const AlphaCoefficients& coefficients, Stabilization stabilization, const NewtonOptions& newton,
              ErrorBudget budget = ErrorBudget::run)
      : coefficients_(coefficients), step_(newton, stabilization), share_(budget) {}

  void start(Equations& eq, const State& x, const Tolerances& tolerances);
  void restart(Equations& eq, const State& x);
  StepOutcome step(Equations& eq, const State& x, double h, State& y);
  void accept(const State& x, const State& y, double h);
  void interpolate(const State& x, const State& y, double theta, State& at) const {
    step_.interpolate(x, y, theta, at);
  }
  void report(Report& report) const { report.corrector = step_.solver_report(); }
  void exchange(Archive& archive);

 private:
  void forget_history(const State& x);
  bool starts() const { return steps_ == 0 && coefficients_.shift() != 0; }
  StepOutcome solve_first(Equations& eq, const State& x, double h, State& y);
  StepOutcome solve(Equations& eq, const State& x, double h, State& y);
  double error(Equations& eq, const State& x, double h, const State& y);

  AlphaCoefficients coefficients_;
  ConstrainedStep step_;
  FirstStep first_;
  ConsistentAccelerations consistent_;
  Tolerances tolerances_;
  ToleranceShare share_;

  // History: a and its like for s at the end of the last step, and how long that step was.
  VecX a_, as_, das_;  // das_ = as⁺ − as of the last step
  VecX w_, w_next_;    // line 3's; with error control the state has those of the descriptor system
  double h_old_ = 0;
  long steps_ = 0;

  // The proposal: a and as moved to the new h, their successors, the parts of line 3 that are known.
  VecX a_here_, as_here_, a_next_, as_next_, rest_, rest_s_;
  VecX d_, d_next_;  // w⁺ − w of the last step and of the proposal
  VecX error_q_, error_v_, error_s_;
};

struct NewmarkOptions {
  double gamma = 0.6;
  double beta = 0;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("gamma", gamma, in_range(0.5, 1.5), "1/2 is second order without damping, more is first order with damping");
    v("beta", beta, in_range(0, 1), "0 takes (gamma + 1/2)^2/4, the most damping of high frequencies");
    v("newton", newton);
  }
};

struct NewmarkDefinition {
  using Options = NewmarkOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
  static std::vector<std::string> concerns(double h);
};
using Newmark = SchemeMethod<NewmarkDefinition>;

struct HhtOptions {
  double alpha = -0.3;
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, in_range(-1.0 / 3, 0), "numerical damping; 0 is the trapezoidal rule");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

struct HhtI3Definition {
  using Options = HhtOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using HhtI3 = SchemeMethod<HhtI3Definition>;

struct HhtSi2Definition {
  using Options = HhtOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using HhtSi2 = SchemeMethod<HhtSi2Definition>;

struct GeneralizedAlphaOptions {
  double rho_infinity = 0.8;
  ErrorBudget tolerance = ErrorBudget::run;
  NewtonOptions newton = constrained_newton();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("rho_infinity", rho_infinity, in_range(0, 1), "spectral radius at infinity; 1 does not damp, 0 damps most");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
  }
};

struct GeneralizedAlphaDefinition {
  using Options = GeneralizedAlphaOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using GeneralizedAlpha = SchemeMethod<GeneralizedAlphaDefinition>;

}  // namespace daedalus
