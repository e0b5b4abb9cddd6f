// prk.cpp: the step of a dual-rate partitioned Runge-Kutta method                     [SHJ04, Eq. (2)], tableaus: prk_tableau.hpp.
//
// The seam gives z' = (v, a, sigma) of z = (q, v, s); a rate group named 'fast' (Layout::rate_groups) is the fast part, all else
// the slow one. At a slow stage the accelerations of everything are solved for, at the other stages those of the fast group
// alone, which touches only its elements. The derivatives at the accepted state serve as stage 1 of the next step, so that a step
// costs |J| full evaluations where 1 ∈ J, and one more (for a and lambda at its end) where not.
//
// Departs from the paper, which integrates independent coordinates: constraints are met by accelerations of index 1 at
// each slow stage and a projection after each step, which moves y by its local error.
// [SHJ04] Shome, Haug, Jay, Mech. Based Des. Struct. Mach. 32, 253-282 (2004).
#include "daedalus/integrate/methods/prk.hpp"

#include <fmt/format.h>

#include "daedalus/integrate/shared/hermite.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"

namespace daedalus {
namespace {

const char* const fast_group = "fast";

}  // namespace

MethodRecord Prk::make_record() {
  MethodRecord record = make_record(*find_prk_tableau(default_prk_tableau));
  record.name = "prk";
  record.title = fmt::format("dual-rate partitioned Runge-Kutta, {}", default_prk_tableau);
  record.use_for =
      "models with a cheap fast part (tires, drivelines) and a costly slow one, at fixed steps; other tableaus by "
      "name: prk-2-5, opt-2-8, a file";
  return record;
}

MethodRecord Prk::make_record(const PrkTableau& tableau) {
  const std::vector<double> beta = stability_polynomial(tableau.fast);
  return {.name = tableau.name,
          .title = tableau.title,
          .use_for = tableau.is_single_rate() ? "the same step with one rate, for comparison"
                                              : "models with a cheap fast part and a costly slow one",
          .family = "dual-rate Runge-Kutta",
          .order_q = tableau.order,
          .order_v = tableau.order,
          .order_lambda = tableau.order,
          .dense_order = std::min(tableau.order, 3),
          .index = 1,
          .control = tableau.has_estimate() ? StepControl::fixed_or_adaptive : StepControl::fixed_only,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.real_limit = stable_interval(beta, StabilizedAxis::real),
                        .imaginary_limit = stable_interval(beta, StabilizedAxis::imaginary),
                        .remark = "of the fast part alone; coupling with the slow part may lower the limits"},
          .needs = Equations::acceleration_needs | Projection::needs,
          .source = tableau.source,
          .formula =
              "Xᵢ = x + h Σ Aᵢⱼ kⱼ,  Yᵢ = y + h Σ Âᵢⱼ lⱼ        x slow, y fast parts of (q, v, s)\n"
              "lᵢ = y'(Tᵢ, Xᵢ, Yᵢ) at every stage,  kᵢ = x'(Tᵢ, Xᵢ, Yᵢ) only at slow stages\n"
              "x⁺ = x + h Σ bᵢ kᵢ,  y⁺ = y + h Σ b̂ᵢ lᵢ,  then q⁺ to g = 0 and v⁺ to G v + g_t = 0"};
}

Prk::Prk(const Options& options)
    : Prk(make_record(), std::make_shared<PrkTableau>(*find_prk_tableau(default_prk_tableau)), options) {}

Prk::Prk(std::shared_ptr<const PrkTableau> tableau, const Options& options)
    : Prk(make_record(*tableau), tableau, options) {}

Prk::Prk(MethodRecord record, std::shared_ptr<const PrkTableau> tableau, const Options& options)
    : Method(std::move(record), list_options(options)), tableau_(std::move(tableau)), projection_(options.projection) {
  nodes_ = tableau_->fast.c();
  for (int i = 0; i < tableau_->stages(); ++i) {
    slow_.emplace_back(tableau_->slow.A.row(i));
    fast_.emplace_back(tableau_->fast.A.row(i));
    is_slow_stage_.push_back(tableau_->is_slow_stage(i));
  }
}

void Prk::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  tolerances_ = tolerances;
  group_ = find_rate_group(eq.layout(), fast_group);
  if (group_ != all_rates) eq.prepare_group(group_, x);
  stages_.resize(eq.layout(), group_, tableau_->stages());
  projection_.resize(eq.layout());
  at_ = x;
  eq.evaluate(Want::sigma, x);
  sigma_ = eq.value.sigma;
  sigma_next_ = sigma_;
}

StepStatus Prk::evaluate_stage(Equations& eq, int stage) {
  const bool is_whole = group_ == all_rates || is_slow_stage_[static_cast<std::size_t>(stage)];
  const FactorStatus status = is_whole ? eq.solve_acceleration(at_) : eq.solve_acceleration(at_, group_);
  if (status != FactorStatus::ok) return status_of(status);
  if (is_whole) stages_.set(stage, at_, eq.value.sigma);
  else stages_.set_fast(stage, at_, eq.value.sigma);
  return StepStatus::ok;
}

StepOutcome Prk::step(Equations& eq, const State& x, double h, State& y) {
  StepOutcome outcome;
  stages_.set(0, x, sigma_);
  for (int i = 1; i < tableau_->stages(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    stages_.combine(slow_[row], fast_[row], i, x, h, at_);
    at_.t = x.t + nodes_[i] * h;
    outcome.status = evaluate_stage(eq, i);
    if (!outcome.ok()) return outcome;
  }
  stages_.combine(tableau_->slow.b, tableau_->fast.b, tableau_->stages(), x, h, y);
  y.t = x.t + h;
  outcome = projection_.project(eq, y);
  if (!outcome.ok()) return outcome;

  outcome.status = status_of(eq.solve_acceleration(y));
  if (!outcome.ok()) return outcome;
  sigma_next_ = eq.value.sigma;
  if (tableau_->has_estimate()) {
    outcome.error = stages_.error(*tableau_, tolerances_, x, h, y);
    outcome.error_exponent = tableau_->order;
  }
  return outcome;
}

void Prk::accept(const State&, const State&, double) { sigma_.swap(sigma_next_); }

void Prk::interpolate(const State& x, const State& y, double theta, State& at) const {
  hermite(theta, x, sigma_next_, y, sigma_, at);  // accept() has swapped the two
}

void Prk::report(Report& report) const {
  if (group_ == all_rates && !tableau_->is_single_rate())
    report.warnings.push_back(fmt::format(
        "nothing in this model is declared fast, so that each step took {} full evaluations. Declare 'rate: "
        "fast' on bodies or on force elements with states ('daedalus rates' suggests which), or use --method "
        "rk4 or dopri5.",
        tableau_->stages()));
}

void Prk::exchange(Archive& archive) { archive("prk.sigma", sigma_); }

}  // namespace daedalus
