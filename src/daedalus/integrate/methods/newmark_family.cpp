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
// Local error: of line 1, h² (1/6 − Δ/2 − β)(a⁺ − a), O(h³)              [NROS07; with Δ = α their coefficient];
// with w⁺ − w for a⁺ − a, of the descriptor system at both ends, filtered (constrained_step.hpp): across the
// constraints the accelerations of line 3 are off by O(h) and jump when h changes;
// of line 2, h (1/2 − γ − Δ)(a⁺ − a) where it is first order, else O(h³), by second differences of a and σ; the latter
// times the weight of tolerance_share.hpp. (At order 1 errors per time would take 1/tol steps: single steps are
// controlled.)
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

void AlphaScheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  share_.start(x.t);
  step_.start(eq, x);
  first_.start(eq.layout());
  consistent_.start(eq.layout());
  forget_history(x);
}

void AlphaScheme::restart(Equations& eq, const State& x) {
  step_.restart(eq, x);
  forget_history(x);
}

void AlphaScheme::forget_history(const State& x) {
  a_ = a_here_ = a_next_ = rest_ = w_ = w_next_ = x.a;
  as_ = as_here_ = as_next_ = rest_s_ = step_.rate();
  das_ = VecX::Zero(x.s.size());
  error_q_ = error_v_ = d_ = d_next_ = VecX::Zero(x.q.size());
  error_s_ = VecX::Zero(x.s.size());
  h_old_ = 0;
  steps_ = 0;
}

StepOutcome AlphaScheme::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = starts() ? solve_first(eq, x, h, y) : solve(eq, x, h, y);
  w_next_ = y.a;
  if (!outcome.ok() || !tolerances_.apply) return outcome;
  outcome.status = consistent_.find(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = coefficients_.second_order() ? share_.exponent() : 2;
  return outcome;
}

StepOutcome AlphaScheme::solve_first(Equations& eq, const State& x, double h, State& y) {
  const StepOutcome outcome = first_.solve(eq, step_, x, h, y);
  a_next_ = y.a + coefficients_.shift() * first_.a_change();
  as_next_ = step_.rate_proposed() + coefficients_.shift() * first_.rate_change();
  a_here_ = a_next_ - first_.a_change();
  as_here_ = as_next_ - first_.rate_change();
  return outcome;
}

StepOutcome AlphaScheme::solve(Equations& eq, const State& x, double h, State& y) {
  const auto [alpha_m, alpha_f, beta, gamma] = coefficients_;
  const double ratio = h_old_ > 0 ? h / h_old_ : 1;
  const VecX& c = step_.rate();
  a_here_ = w_ + ratio * (a_ - w_);
  as_here_ = c + ratio * (as_ - c);

  const double weight = (1 - alpha_f) / (1 - alpha_m);  // line 3: a⁺ = weight w⁺ + rest
  rest_ = (alpha_f * w_ - alpha_m * a_here_) / (1 - alpha_m);
  rest_s_ = (alpha_f * c - alpha_m * as_here_) / (1 - alpha_m);
  step_.bq = beta * h * h * weight;
  step_.bv = gamma * h * weight;
  step_.qh = x.q + h * x.v + h * h * ((0.5 - beta) * a_here_ + beta * rest_);  // line 1
  step_.vh = x.v + h * ((1 - gamma) * a_here_ + gamma * rest_);                // line 2
  step_.sh = x.s + h * ((1 - gamma) * as_here_ + gamma * rest_s_);

  const StepOutcome outcome = step_.solve(eq, x, h, y);
  a_next_ = weight * y.a + rest_;
  as_next_ = weight * step_.rate_proposed() + rest_s_;
  return outcome;
}

double AlphaScheme::error(Equations& eq, const State& x, double h, const State& y) {
  d_next_ = y.a - x.a;
  if (starts()) d_next_ = first_.a_change();
  error_q_ = d_next_;
  step_.filter(eq, y, error_q_);
  error_s_ = as_next_ - as_here_;
  ErrorNorm norm(tolerances_);
  error_v_ = h * coefficients_.velocity_error_1() * error_q_;
  error_q_ *= h * h * coefficients_.position_error();
  norm.add(error_q_, x.q, y.q);
  if (!coefficients_.second_order()) {
    error_s_ *= h * coefficients_.velocity_error_1();
    norm.add(error_v_, x.v, y.v);
    norm.add(error_s_, x.s, y.s);
    return norm.value();
  }
  double curvature = h * coefficients_.velocity_error_2();
  if (steps_ > 0) {
    curvature *= 2 * h / (h + h_old_);
    error_v_ = curvature * (d_next_ - (h / h_old_) * d_);
    step_.filter(eq, y, error_v_);
    ToleranceShare::without_rounding(coefficients_.velocity_error_2(), h, y.q, error_v_);
    norm.add(error_v_, x.v, y.v);
    error_s_ -= (h / h_old_) * das_;
  }
  error_s_ *= curvature;
  norm.add(error_s_, x.s, y.s);
  return share_.of(norm.value(), x.t, h);
}

void AlphaScheme::accept(const State& x, const State&, double h) {
  step_.accept(x, h);
  das_ = as_next_ - as_here_;
  d_.swap(d_next_);
  a_.swap(a_next_);
  w_.swap(w_next_);
  as_.swap(as_next_);
  h_old_ = h;
  ++steps_;
}

void AlphaScheme::exchange(Archive& archive) {
  archive("alpha.a", a_);
  archive("alpha.w", w_);
  archive("alpha.as", as_);
  archive("alpha.das", das_);
  archive("alpha.h_old", h_old_);
  archive("alpha.steps", steps_);
  archive("alpha.d", d_);
  share_.exchange(archive);
  step_.exchange(archive);
}

// [NJK09, Eq. (5)]: α_m = α_f = 0, so that a is the true acceleration at either end.
MethodRecord NewmarkDefinition::make_record() {
  return {.name = "newmark",
          .title = "Newmark's method on the index-3 equations",
          .use_for = "comparison with other programs; first order with damping",
          .family = "Newmark",
          .order_q = 1,
          .order_v = 1,
          .order_lambda = 1,
          .dense_order = 1,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true,
                        .radius_at_infinity = 1.8 / 2.2,
                        .remark = "the radius is (3 - 2 gamma)/(1 + 2 gamma) for beta = (gamma + 1/2)^2/4; with a "
                                  "smaller beta it is not A-stable"},
          .needs = ConstrainedStep::needs | Equations::acceleration_needs,
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
  return {AlphaCoefficients::newmark(beta, o.gamma), Stabilization::none, o.newton};
}

// [NJK09, Eq. (8)]: a⁺ = (1+α) w⁺ − α w with γ = (1 − 2α)/2, β = (1 − α)²/4, which the paper does not state.
// Departs from it: the paper pairs M(q⁺) with a⁺, which is first order when M depends on q. Solving for the true
// acceleration w⁺ is the same method for constant M and keeps order 2 (tests: low_order_convergence_test.cpp). Not
// here: the velocity constraint; hht-si2 enforces it.
MethodRecord HhtI3Definition::make_record() {
  return {
      .name = "hht-i3",
      .title = "Hilber-Hughes-Taylor on the index-3 equations",
      .use_for = "stiff models with adjustable damping, where small errors of the velocities at joints do not matter",
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
      .needs = ConstrainedStep::needs | Equations::acceleration_needs,
      .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eq. (8), corrected for M(q)",
      .formula =
          "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
          "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺],  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
          "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

AlphaScheme HhtI3Definition::make_scheme(const Options& o) {
  return {AlphaCoefficients::hht(o.alpha), Stabilization::none, o.newton, o.tolerance};
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
      .use_for = "stiff models with adjustable damping and exact velocities: friction, controllers",
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
      .needs = ConstrainedStep::needs | Equations::acceleration_needs,
      .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (12), (13), corrected for M(q)",
      .formula =
          "a⁺ = (1+α) w⁺ − α w,  γ = (1−2α)/2,  β = (1−α)²/4\n"
          "q⁺ = q + h v + h² [(1/2 − β) a + β a⁺] + bq e,  v⁺ = v + h [(1 − γ) a + γ a⁺],  s⁺ alike\n"
          "M w⁺ + Gᵀλ⁺ = f⁺,  M e = Gᵀμ,  g⁺ = 0,  G v⁺ + g_t = 0,  W v⁺ + w = 0"};
}

AlphaScheme HhtSi2Definition::make_scheme(const Options& o) {
  return {AlphaCoefficients::hht(o.alpha), Stabilization::velocities, o.newton, o.tolerance};
}

// [AB07], with the four numbers of [CH93]; ρ is the spectral radius at infinity. HHT is the case α_m = 0, α_f = −α.
MethodRecord GeneralizedAlphaDefinition::make_record() {
  return {.name = "generalized-alpha",
          .title = "generalized-alpha on the index-3 equations",
          .use_for = "stiff models with adjustable damping, the least of what the step resolves",
          .family = "Newmark",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true, .radius_at_infinity = 0.8, .remark = "the radius is rho_infinity"},
          .needs = ConstrainedStep::needs | Equations::acceleration_needs,
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
  return {AlphaCoefficients::generalized_alpha(o.rho_infinity), Stabilization::none, o.newton, o.tolerance};
}

}  // namespace daedalus
