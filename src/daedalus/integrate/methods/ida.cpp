// ida.cpp: SUNDIALS IDA [HBG05] as a method: a step of the run is a step of IDA. What it solves: external/ida_solver.hpp.
//
// IDA chooses step and order and accepts a step by its own test, inside. The run proposes the h that IDA said it would try
// next, or a shorter one where the run has to end a step; IDA is then told to stop there. Where IDA takes a shorter step
// than proposed, the proposal comes back as rejected with the length that IDA has taken, and when the run proposes just
// that, the step is there already. A step that the run does not accept, an event and a restart from a checkpoint begin at
// x without history: the memory of IDA can neither be taken back nor be saved.
// [HBG05] Hindmarsh et al., SUNDIALS: suite of nonlinear and differential/algebraic equation solvers, ACM Trans. Math. Softw.
// 31, 363 (2005).
#include "daedalus/integrate/methods/ida.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/integrate/run/initial_step.hpp"

namespace daedalus {

MethodRecord Ida::make_record() {
  return {.name = "ida",
          .title = "SUNDIALS IDA, variable-order BDF on the stabilized index-2 equations",
          .use_for = "independent check of stiff runs: other code on the same equations",
          .family = "BDF",
          .order_q = 5,
          .order_v = 5,
          .order_lambda = 5,
          .dense_order = 1,
          .order_varies = true,
          .index = 2,
          .control = StepControl::adaptive_only,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.radius_at_infinity = 0,
                        .imaginary_limit = 0,
                        .remark = "formulas as those of bdf: L-stable up to order 2"},
          .needs = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::residual | Want::sigma |
                   Want::residual_tangent | Want::reaction_tangent | Want::velocity_tangent | Want::sigma_tangent |
                   Equations::acceleration_needs,
          .source =
              "Hindmarsh et al., SUNDIALS, ACM Trans. Math. Softw. 31, 363 (2005); Gear, Leimkuhler, Gupta, J. "
              "Comput. Appl. Math. 12-13, 77 (1985)",
          .formula =
              "q' = v − Gᵀμ,  M v' + Gᵀλ = f,  s' = σ,  g = 0,  G v + g_t = 0,  W v + w = 0\n"
              "y = (q, v, λ, μ, s) by IDA's BDF of order 1 … 5; λ and μ are out of its error test",
          .external = {.library = "SUNDIALS IDA", .how_to_get_it = IdaSolver::how_to_get_it()}};
}

void Ida::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  solver_.start(eq, x, tolerances, {.max_order = options_.max_order, .matrix = options_.matrix});
  from_ = x;
  continues_ = is_ahead_ = was_restored_ = false;
}

void Ida::restart(Equations&, const State&, const Tolerances&) { continues_ = is_ahead_ = false; }

// Left alone, IDA starts so small that at tight tolerances its matrix is singular to working precision.
double Ida::choose_first_step(Equations& eq, const State& x, double h) const {
  return std::min(h, options_.first_step * choose_initial_step(eq, x, tolerances_, 1, h));
}

StepOutcome Ida::step(Equations& eq, const State& x, double h, State& y) {
  const double t_end = x.t + h;
  const double roundoff = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_end), h);
  const auto is_at_the_end = [&] { return std::abs(solver_.t() - t_end) <= roundoff; };
  const bool is_taken = continues_ && is_ahead_ && x == from_ && is_at_the_end();
  int iterations = 0;
  if (!is_taken) {
    if (!continues_ || is_ahead_ || !(x == from_)) solver_.restart(eq, x, choose_first_step(eq, x, h));
    continues_ = false;
    // A step a little longer than its own, as before an event, is taken in two halves and not as one with a sliver behind.
    const double own = solver_.next_h();
    const double t_stop = h > own * (1 + 1e-12) && h < 2 * own ? x.t + h / 2 : t_end;
    const long before = solver_.counts().iterations;
    const StepStatus status = solver_.advance(eq, t_stop);
    iterations = static_cast<int>(solver_.counts().iterations - before);
    if (status != StepStatus::ok) return {.status = status, .newton_iterations = iterations};
    continues_ = is_ahead_ = true;
    from_ = x;
    if (!is_at_the_end())  // any error above 1
      return {.error = 2, .suggested_h = solver_.t() - x.t, .newton_iterations = iterations};
  }
  solver_.read(y);
  y.t = t_end;
  return {.error = 1, .suggested_h = solver_.next_h(), .newton_iterations = iterations};  // accepted by IDA
}

void Ida::accept(const State&, const State& y, double) {
  from_ = y;
  is_ahead_ = false;
}

void Ida::interpolate(const State& x, const State& y, double theta, State& at) const {
  at.t = x.t + theta * (y.t - x.t);
  solver_.interpolate(at.t, at);
}

void Ida::report(Report& report) const {
  if (was_restored_)
    report.warnings.emplace_back(
        "ida started from the checkpoint without history: SUNDIALS cannot save its memory. The run agrees with an "
        "uninterrupted one to the tolerances, not bit for bit.");
}

void Ida::exchange(Archive& archive) {
  if (!archive.loading()) return;
  continues_ = is_ahead_ = false;
  was_restored_ = true;
}

}  // namespace daedalus
