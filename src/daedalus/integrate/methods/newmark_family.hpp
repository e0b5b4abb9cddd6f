// newmark_family.hpp: Newmark's method, that of Hilber, Hughes and Taylor, and generalized-alpha on constrained
// equations of motion: newmark, hht-i3, hht-si2, generalized-alpha.
#pragma once

#include "daedalus/integrate/low_order/low_order_scheme.hpp"
#include "daedalus/integrate/shared/scheme_method.hpp"

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

class AlphaFormula {
 public:
  explicit AlphaFormula(const AlphaCoefficients& coefficients) : c_(coefficients) {}

  bool starts_by_itself() const { return c_.shift() == 0; }
  void forget_history(const State& x, const VecX& rate);
  void prepare(const State& x, double h, double h_old, ConstrainedStep& step);
  void note(const State& y, const ConstrainedStep& step);
  void note_first(const State& y, const ConstrainedStep& step, const FirstStep& first);
  LowOrderErrors errors(double ratio) const;
  void accept(const State& x);
  void exchange(Archive& archive);

 private:
  // The a of line 3, for w or for s': at the end of the last step, moved to the new h, at the end of the proposal; and
  // the part of line 3 that is known.
  struct Shifted {
    VecX last, here, next, rest;
  };
  double weight() const { return (1 - c_.alpha_f) / (1 - c_.alpha_m); }  // line 3: a⁺ = weight w⁺ + rest
  void prepare(const VecX& w, double ratio, Shifted& a) const;

  AlphaCoefficients c_;
  Shifted a_, as_;
  VecX w_, w_next_;  // line 3's; with error control the state has those of the descriptor system
};
using AlphaScheme = LowOrderScheme<AlphaFormula>;

struct NewmarkOptions {
  double gamma = 0.6;
  double beta = 0;
  NewtonOptions newton = constrained_newton();
  JacobianOptions jacobian = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("gamma", gamma, in_range(0.5, 1.5), "1/2 is second order without damping, more is first order with damping");
    v("beta", beta, in_range(0, 1), "0 takes (gamma + 1/2)^2/4, the most damping of high frequencies");
    v("newton", newton);
    v("jacobian", jacobian);
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
  JacobianOptions jacobian = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, in_range(-1.0 / 3, 0), "numerical damping; 0 is the trapezoidal rule");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
    v("jacobian", jacobian);
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
  JacobianOptions jacobian = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("rho_infinity", rho_infinity, in_range(0, 1), "spectral radius at infinity; 1 does not damp, 0 damps most");
    v("tolerance", tolerance, error_budgets, error_budget_text);
    v("newton", newton);
    v("jacobian", jacobian);
  }
};

struct GeneralizedAlphaDefinition {
  using Options = GeneralizedAlphaOptions;
  static MethodRecord make_record();
  static AlphaScheme make_scheme(const Options& options);
};
using GeneralizedAlpha = SchemeMethod<GeneralizedAlphaDefinition>;

}  // namespace daedalus
