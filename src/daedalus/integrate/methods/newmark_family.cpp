// newmark_family.cpp: Newmark, HHT and generalized-alpha on constrained equations of motion: one step, four numbers,
// with and without the velocity constraints.
//
//   q⁺ = q + h v + h² [(1/2 − β) a + β a⁺]                                                                      line 1
//   v⁺ = v + h [(1 − γ) a + γ a⁺]                                          s⁺ alike, with σ for w               line 2
//   (1 − α_m) a⁺ + α_m a = (1 − α_f) w⁺ + α_f w                                                                 line 3
//
// w is the true acceleration: M(q⁺) w⁺ + Gᵀλ⁺ = f⁺ with the constraints of constrained_step.hpp. a is the method's own
// variable and belongs to the time t + Δ h, Δ = α_m − α_f                                              [AB07, CH93].
// Newmark has α_m = α_f = 0; HHT α_m = 0, α_f = −α.
//
// First step, where a is not known at t + Δ h: that of first_step.hpp, and then a = w⁺ + Δ h w' with the slope w'
// between its stages.
// Newmark's method, Δ = 0, begins with its own formula: a is the acceleration at t.
// Change of step size: a is moved to the time that the new h asks for, a ← w + h/h_old (a − w)   [JN07].
// Local error (low_order_scheme.hpp): of line 1 (1/6 − Δ/2 − β) h³ w'     [NROS07; with Δ = α their coefficient];
// of line 2 (1/2 − γ − Δ) h² w' where it is first order, else velocity_error_2() h³ w''.
//
// [AB07] Arnold, Brüls, Multibody Syst. Dyn. 18, 185 (2007).   [CH93] Chung, Hulbert, J. Appl. Mech. 60, 371 (1993).
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
// [JN07] Jay, Negrut, ETNA 26, 190 (2007).   [NROS07] Negrut, Rampalli, Ottarsson, Sajdak, J. Comput. Nonlinear Dyn. 2,
// 73 (2007).
#include "daedalus/integrate/methods/newmark_family.hpp"

namespace daedalus {

// a = w(t + Δh) + κ h² w'' where line 3 is in balance; the rest is the Taylor series of line 2.
double AlphaCoefficients::velocity_error_2() const {
  const double d = shift();
  const double kappa = ((1 - alpha_f) - (1 - alpha_m) * (1 + d) * (1 + d) - alpha_m * d * d) / 2;
  return 1.0 / 6 - ((1 - gamma) * d * d + gamma * (1 + d) * (1 + d)) / 2 - kappa;
}

AlphaCoefficients AlphaCoefficients::generalized_alpha(double rho) {
  AlphaCoefficients c;
  c.alpha_m = (2 * rho - 1) / (rho + 1);  // [CH93]: least damping of low frequencies
  c.alpha_f = rho / (rho + 1);
  c.gamma = 0.5 - c.alpha_m + c.alpha_f;           // second order
  c.beta = (c.gamma + 0.5) * (c.gamma + 0.5) / 4;  // two equal eigenvalues at infinity
  return c;
}

void AlphaFormula::forget_history(const State& x, const VecX& rate) {
  a_ = {x.a, x.a, x.a, x.a};
  as_ = {rate, rate, rate, rate};
  w_ = w_next_ = x.a;
}

void AlphaFormula::prepare(const VecX& w, double ratio, Shifted& a) const {
  a.here = w + ratio * (a.last - w);
  a.rest = (c_.alpha_f * w - c_.alpha_m * a.here) / (1 - c_.alpha_m);
}

void AlphaFormula::prepare(const State& x, double h, double h_old, ConstrainedStep& step) {
  const double beta = c_.beta, gamma = c_.gamma, ratio = h_old > 0 ? h / h_old : 1;
  prepare(w_, ratio, a_);
  prepare(step.rate(), ratio, as_);
  step.bq = beta * h * h * weight();
  step.bv = gamma * h * weight();
  step.qh = x.q + h * x.v + h * h * ((0.5 - beta) * a_.here + beta * a_.rest);  // line 1
  step.vh = x.v + h * ((1 - gamma) * a_.here + gamma * a_.rest);                // line 2
  step.sh = x.s + h * ((1 - gamma) * as_.here + gamma * as_.rest);
}

void AlphaFormula::note(const State& y, const ConstrainedStep& step) {
  a_.next = weight() * y.a + a_.rest;
  as_.next = weight() * step.rate_proposed() + as_.rest;
  w_next_ = y.a;
}

void AlphaFormula::note_first(const State& y, const ConstrainedStep& step, const FirstStep& first) {
  a_.next = y.a + c_.shift() * first.a_change();
  as_.next = step.rate_proposed() + c_.shift() * first.rate_change();
  w_next_ = y.a;
}

LowOrderErrors AlphaFormula::errors(double) const {
  return {.q = c_.position_error(), .v = c_.velocity_error_2(), .first = c_.second_order() ? 0 : c_.velocity_error_1()};
}

void AlphaFormula::accept(const State&) {
  a_.last.swap(a_.next);
  as_.last.swap(as_.next);
  w_.swap(w_next_);
}

void AlphaFormula::exchange(Archive& archive) {
  archive("alpha.a", a_.last);
  archive("alpha.as", as_.last);
  archive("alpha.w", w_);
}

// [NJK09, Eq. (5)]: α_m = α_f = 0, so that a is the true acceleration at either end.
MethodRecord NewmarkDefinition::make_record() {
  return {
      .name = "newmark",
      .title = "Newmark's method on the index-3 equations",
      .use_for = "comparison with other codes; first order where it damps",
      .family = "Newmark",
      .order_q = 1,
      .order_v = 1,
      .order_lambda = 1,
      .dense_order = 1,
      .index = 3,
      .control = StepControl::fixed_or_adaptive,
      .satisfies = ConstraintLevel::position,
      .stability =
          {.A_stable = true,
           .radius_at_infinity = 1.8 / 2.2,
           .remark =
               "the radius is (3 - 2 gamma)/(1 + 2 gamma) for beta = (gamma + 1/2)^2/4; A-stable for beta >= gamma/2"},
      .needs = AlphaScheme::needs,
      .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (5)",
      .formula =
          "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
          "M a⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

std::vector<std::string> NewmarkDefinition::concerns(double h) {
  if (h > 0) return {};
  return {
      "newmark has order 1: the tolerance is that of single steps, and their errors add up to 10 to 10 000 times as "
      "much. hht-i3 and nstiff keep a "
      "tolerance over the whole run."};
}

AlphaScheme NewmarkDefinition::make_scheme(const Options& o) {
  const double beta = o.beta > 0 ? o.beta : (o.gamma + 0.5) * (o.gamma + 0.5) / 4;
  return {AlphaFormula(AlphaCoefficients::newmark(beta, o.gamma)), Stabilization::none, o.newton, o.jacobian};
}

// [NJK09, Eq. (8)]: a⁺ = (1+α) w⁺ − α w with γ = (1 − 2α)/2, β = (1 − α)²/4, which the paper does not state.
// Departs from it: the paper pairs M(q⁺) with a⁺, which is first order when M depends on q. Solving for the true
// acceleration w⁺ is the same method for constant M and keeps order 2 (tests: low_order_convergence_test.cpp). Not
// here: the velocity constraint; hht-si2 enforces it.
MethodRecord HhtI3Definition::make_record() {
  return {.name = "hht-i3",
          .title = "Hilber-Hughes-Taylor on the index-3 equations",
          .use_for = "stiff models with adjustable numerical damping; velocities satisfy joints approximately",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 0.7 / 1.3,
                        .remark = "the radius is (1 + alpha)/(1 - alpha)"},
          .needs = AlphaScheme::needs,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (8), corrected for M(q)",
          .formula =
              "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

AlphaScheme HhtI3Definition::make_scheme(const Options& o) {
  return {AlphaFormula(AlphaCoefficients::hht(o.alpha)), Stabilization::none, o.newton, o.jacobian, o.tolerance};
}

// [NJK09, Eqs. (12), (13)]: hht-i3 with q⁺ = ... + bq e, 0 = M(q⁺) e − G⁺ᵀμ and 0 = (G⁺v⁺ + g_t) / bv; the paper's ā is
// 2 bq/h² e. e and μ belong to the step alone and vanish with h.
// Departs from Eq. (13), which has M̄ = M(t + (1+α)h, q + (1+α)h v) with a⁺ and with ā, and the forces of both ends of
// the step: with the true acceleration w⁺ as unknown no shifted mass matrix is needed. For constant M the two are the
// same method; for M(q) both have order 2 and differ by O(h²). As printed, the last line of Eq. (13) divides only Φ_t
// by h; the whole bracket is meant.
MethodRecord HhtSi2Definition::make_record() {
  return {
      .name = "hht-si2",
      .title = "Hilber-Hughes-Taylor, stabilized index 2",
      .use_for = "stiff models with friction or controllers: exact velocity constraints, adjustable damping",
      .family = "Newmark",
      .order_q = 2,
      .order_v = 2,
      .order_lambda = 2,
      .dense_order = 2,
      .index = 2,
      .control = StepControl::fixed_or_adaptive,
      .satisfies = ConstraintLevel::position_and_velocity,
      .stability = {.A_stable = true,
                    .radius_at_infinity = 0.7 / 1.3,
                    .remark = "the radius is (1 + alpha)/(1 - alpha)"},
      .needs = AlphaScheme::needs,
      .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (12), (13), corrected for M(q)",
      .formula =
          "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
          "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺] + bq e,  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
          "M w⁺ + Gᵀλ⁺ = f⁺,  M e = Gᵀμ,  g⁺ = 0,  G v⁺ + g_t = 0,  W v⁺ + w = 0"};
}

AlphaScheme HhtSi2Definition::make_scheme(const Options& o) {
  return {AlphaFormula(AlphaCoefficients::hht(o.alpha)), Stabilization::velocities, o.newton, o.jacobian, o.tolerance};
}

// [AB07], with the four numbers of [CH93]; ρ is the spectral radius at infinity. HHT is the case α_m = 0, α_f = −α.
MethodRecord GeneralizedAlphaDefinition::make_record() {
  return {.name = "generalized-alpha",
          .title = "generalized-alpha on the index-3 equations",
          .use_for = "stiff models with adjustable numerical damping, low frequencies damped least",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true, .radius_at_infinity = 0.8, .remark = "the radius is rho_infinity"},
          .needs = AlphaScheme::needs,
          .source =
              "Chung, Hulbert, J. Appl. Mech. 60, 371 (1993); constrained: Arnold, Bruls, Multibody Syst. Dyn. 18, 185 "
              "(2007)",
          .formula =
              "(1−α_m) a⁺ + α_m a = (1−α_f) w⁺ + α_f w\n"
              "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0\n"
              "α_m = (2ρ−1)/(ρ+1),  α_f = ρ/(ρ+1),  γ = 1/2 − α_m + α_f,  β = (γ + 1/2)²/4"};
}

AlphaScheme GeneralizedAlphaDefinition::make_scheme(const Options& o) {
  return {AlphaFormula(AlphaCoefficients::generalized_alpha(o.rho_infinity)), Stabilization::none, o.newton, o.jacobian,
          o.tolerance};
}

}  // namespace daedalus
