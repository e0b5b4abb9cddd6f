// nstiff.cpp: BDF of order 2 on constrained equations of motion, with and without the velocity constraints: nstiff,
// nstiff-si2.
//
// y₋ in the formula of the record is one step (h₋) before y. With q'⁺ = v⁺ (plus a correction, velocity_correction.hpp)
// and v'⁺ = w⁺ it reads
//   v⁺ = v̂ + C h w⁺,   v̂ = A v + B v₋,      q⁺ = A q + B q₋ + C h v̂ + (C h)² w⁺                               line 1
//
// First step: first_step.hpp.
// Local error: −κ h³ y''',  κ = (1+r)²/(6 r (1+2r)); h q''' is taken as d = w⁺ − w, h² v''' from divided differences of
// d over two steps, both filtered, h² s''' from those of s'; times the weight of tolerance_share.hpp. w there solves
// the descriptor system at both ends: accelerations of line 1 across the constraints are off by O(h) and jump when h
// changes, and G at the two ends of a step is not the same for the filter to take that out.
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/nstiff.hpp"

namespace daedalus {

void Bdf2Scheme::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  share_.start(x.t);
  step_.start(eq, x);
  first_.start(eq.layout());
  consistent_.start(eq.layout());
  forget_history(x);
}

void Bdf2Scheme::restart(Equations& eq, const State& x) {
  step_.restart(eq, x);
  forget_history(x);
}

void Bdf2Scheme::forget_history(const State& x) {
  q_before_ = error_q_ = error_v_ = d_ = d_next_ = x.q;
  v_before_ = x.v;
  s_before_ = error_s_ = x.s;
  h_old_ = 0;
}

StepOutcome Bdf2Scheme::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome = starts() ? first_.solve(eq, step_, x, h, y) : solve(eq, x, h, y);
  if (!outcome.ok() || !tolerances_.apply) return outcome;
  outcome.status = consistent_.find(eq, y);
  if (!outcome.ok()) return outcome;
  outcome.error = error(eq, x, h, y);
  outcome.error_exponent = share_.exponent();
  return outcome;
}

StepOutcome Bdf2Scheme::solve(Equations& eq, const State& x, double h, State& y) {
  const auto [A, B, C, kappa] = Bdf2Coefficients::of_ratio(h / h_old_);
  step_.bv = C * h;
  step_.bq = step_.bv * step_.bv;
  step_.vh = A * x.v + B * v_before_;  // line 1
  step_.qh = A * x.q + B * q_before_ + step_.bv * step_.vh;
  step_.sh = A * x.s + B * s_before_;
  return step_.solve(eq, x, h, y);
}

double Bdf2Scheme::error(Equations& eq, const State& x, double h, const State& y) {
  const double kappa = Bdf2Coefficients::of_ratio(h_old_ > 0 ? h / h_old_ : 1).error;
  d_next_ = y.a - x.a;
  error_s_ = step_.rate_proposed() - step_.rate();
  if (starts()) {
    d_next_ = first_.a_change();
    error_s_ = first_.rate_change();
  }
  error_q_ = kappa * h * h * d_next_;
  step_.filter(eq, y, error_q_);
  ErrorNorm norm(tolerances_);
  norm.add(error_q_, x.q, y.q);
  if (!starts()) {
    const double curvature = kappa * h * 2 * h / (h + h_old_);
    error_v_ = curvature * (d_next_ - h / h_old_ * d_);
    step_.filter(eq, y, error_v_);
    ToleranceShare::without_rounding(kappa, h, y.q, error_v_);
    norm.add(error_v_, x.v, y.v);
    error_s_ -= h / h_old_ * (step_.rate() - step_.rate_before());
    error_s_ *= curvature;
  } else {
    error_s_ *= kappa * h;
  }
  norm.add(error_s_, x.s, y.s);
  return share_.of(norm.value(), x.t, h);
}

void Bdf2Scheme::accept(const State& x, const State&, double h) {
  step_.accept(x, h);
  q_before_ = x.q;
  v_before_ = x.v;
  s_before_ = x.s;
  d_.swap(d_next_);
  h_old_ = h;
}

void Bdf2Scheme::exchange(Archive& archive) {
  archive("bdf2.q", q_before_);
  archive("bdf2.v", v_before_);
  archive("bdf2.s", s_before_);
  archive("bdf2.h_old", h_old_);
  archive("bdf2.d", d_);
  share_.exchange(archive);
  step_.exchange(archive);
}

// [NJK09, Eqs. (3), (4)]. Not here: the velocity constraint; nstiff-si2 enforces it.
MethodRecord NstiffDefinition::make_record() {
  return {.name = "nstiff",
          .title = "BDF of order 2 on the index-3 equations",
          .use_for = "stiff models, strongest damping",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true, .radius_at_infinity = 0},
          .needs = ConstrainedStep::needs | Equations::acceleration_needs,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (3), (4)",
          .formula =
              "y⁺ = A y + B y₋ + C h y'⁺   for y = q, v, s, with q' = v, v' = w;   r = h/h₋\n"
              "A = (1+r)²/(1+2r),  B = −r²/(1+2r),  C = (1+r)/(1+2r)   4/3, −1/3, 2/3 with equal steps\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

Bdf2Scheme NstiffDefinition::make_scheme(const Options& o) { return {Stabilization::none, o.newton, o.tolerance}; }

// [NJK09, Eqs. (9), (10)] with b = C h: 0 = v⁺ − q'⁺ + b e, 0 = M(q⁺) e − G⁺ᵀμ, 0 = (G⁺v⁺ + g_t)/b. q'⁺ is eliminated:
// q⁺ = A q + B q₋ + b v⁺ + b² e, the form of velocity_correction.hpp with bq = b². μ vanishes with h.
// Departs from Eq. (10), where e is G⁺ᵀμ/b: with M⁻¹ the direction of this small correction does not depend on the
// units of the coordinates (meters, radians), and M e is a reaction force, which the solution exploits. The Newton
// matrix printed after Eq. (10) lacks −b Q_v, has the sign of (Φᵀμ)_q wrong and two columns exchanged.
MethodRecord NstiffSi2Definition::make_record() {
  return {.name = "nstiff-si2",
          .title = "BDF of order 2, stabilized index 2",
          .use_for = "stiff models, strongest damping, exact velocities: friction, controllers",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.A_stable = true, .radius_at_infinity = 0},
          .needs = ConstrainedStep::needs | Equations::acceleration_needs,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (9), (10)",
          .formula =
              "y⁺ = A y + B y₋ + C h y'⁺   for y = q, v, s, with q'⁺ = v⁺ + C h e, v' = w;   r = h/h₋\n"
              "A = (1+r)²/(1+2r),  B = −r²/(1+2r),  C = (1+r)/(1+2r)   4/3, −1/3, 2/3 with equal steps\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  M e = Gᵀμ,  g⁺ = 0,  G v⁺ + g_t = 0,  W v⁺ + w = 0"};
}

Bdf2Scheme NstiffSi2Definition::make_scheme(const Options& o) {
  return {Stabilization::velocities, o.newton, o.tolerance};
}

}  // namespace daedalus
