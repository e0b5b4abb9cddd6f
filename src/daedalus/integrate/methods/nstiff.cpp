// nstiff.cpp: BDF of order 2 on constrained equations of motion, with and without the velocity constraints: nstiff,
// nstiff-si2.
//
// y₋ in the formula of the record is one step (h₋) before y. With q'⁺ = v⁺ (plus a correction, velocity_correction.hpp)
// and v'⁺ = w⁺ it reads
//   v⁺ = v̂ + C h w⁺,   v̂ = A v + B v₋,      q⁺ = A q + B q₋ + C h v̂ + (C h)² w⁺                               line 1
//
// Local error (low_order_scheme.hpp): −κ h³ y''',  κ = (1+r)²/(6 r (1+2r)).
// [NJK09] Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009).
#include "daedalus/integrate/methods/nstiff.hpp"

namespace daedalus {

void Bdf2Formula::prepare(const State& x, double h, double h_old, ConstrainedStep& step) const {
  const auto [A, B, C, kappa] = Bdf2Coefficients::of_ratio(h / h_old);
  step.bv = C * h;
  step.bq = step.bv * step.bv;
  step.vh = A * x.v + B * v_before_;  // line 1
  step.qh = A * x.q + B * q_before_ + step.bv * step.vh;
  step.sh = A * x.s + B * s_before_;
}

LowOrderErrors Bdf2Formula::errors(double ratio) {
  const double kappa = Bdf2Coefficients::of_ratio(ratio).error;
  return {.q = kappa, .v = kappa};
}

void Bdf2Formula::accept(const State& x) {
  q_before_ = x.q;
  v_before_ = x.v;
  s_before_ = x.s;
}

void Bdf2Formula::exchange(Archive& archive) {
  archive("bdf2.q", q_before_);
  archive("bdf2.v", v_before_);
  archive("bdf2.s", s_before_);
}

// [NJK09, Eqs. (3), (4)]. Not here: the velocity constraint; nstiff-si2 enforces it.
MethodRecord NstiffDefinition::make_record() {
  return {.name = "nstiff",
          .title = "BDF of order 2 on the index-3 equations",
          .use_for = "stiff models; strongest numerical damping",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 3,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position,
          .stability = {.A_stable = true, .radius_at_infinity = 0},
          .needs = Bdf2Scheme::needs,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (3), (4)",
          .formula =
              "y⁺ = A y + B y₋ + C h y'⁺   for y = q, v, s, with q' = v, v' = w;   r = h/h₋\n"
              "A = (1+r)²/(1+2r),  B = −r²/(1+2r),  C = (1+r)/(1+2r)   4/3, −1/3, 2/3 with equal steps\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  g⁺ = 0,  W v⁺ + w = 0"};
}

Bdf2Scheme NstiffDefinition::make_scheme(const Options& o) {
  return {{}, Stabilization::none, o.newton, o.jacobian, o.tolerance};
}

// [NJK09, Eqs. (9), (10)] with b = C h: 0 = v⁺ − q'⁺ + b e, 0 = M(q⁺) e − G⁺ᵀμ, 0 = (G⁺v⁺ + g_t)/b. q'⁺ is eliminated:
// q⁺ = A q + B q₋ + b v⁺ + b² e, the form of velocity_correction.hpp with bq = b². μ vanishes with h.
// Departs from Eq. (10), where e is G⁺ᵀμ/b: with M⁻¹ the direction of this small correction does not depend on the
// units of the coordinates (meters, radians), and M e is a reaction force, which the solution exploits. The Newton
// matrix printed after Eq. (10) lacks −b Q_v, has the sign of (Φᵀμ)_q wrong and two columns exchanged.
MethodRecord NstiffSi2Definition::make_record() {
  return {.name = "nstiff-si2",
          .title = "BDF of order 2, stabilized index 2",
          .use_for = "stiff models with friction or controllers: exact velocity constraints, strongest damping",
          .family = "BDF",
          .order_q = 2,
          .order_v = 2,
          .order_lambda = 2,
          .dense_order = 2,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.A_stable = true, .radius_at_infinity = 0},
          .needs = Bdf2Scheme::needs,
          .source = "Negrut, Jay, Khude, J. Comput. Nonlinear Dyn. 4, 021008 (2009), Eqs. (9), (10)",
          .formula =
              "y⁺ = A y + B y₋ + C h y'⁺   for y = q, v, s, with q'⁺ = v⁺ + C h e, v' = w;   r = h/h₋\n"
              "A = (1+r)²/(1+2r),  B = −r²/(1+2r),  C = (1+r)/(1+2r)   4/3, −1/3, 2/3 with equal steps\n"
              "M w⁺ + Gᵀλ⁺ = f⁺,  M e = Gᵀμ,  g⁺ = 0,  G v⁺ + g_t = 0,  W v⁺ + w = 0"};
}

Bdf2Scheme NstiffSi2Definition::make_scheme(const Options& o) {
  return {{}, Stabilization::velocities, o.newton, o.jacobian, o.tolerance};
}

}  // namespace daedalus
