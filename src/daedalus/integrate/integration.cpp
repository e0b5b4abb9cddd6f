#include "daedalus/integrate/integration.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/run/initial_step.hpp"
#include "daedalus/integrate/run/interpolation_error.hpp"
#include "daedalus/integrate/run/singular_passage.hpp"

namespace daedalus {

Integration::Integration(Equations& eq, Method& method, const State& x, double t_end, const IntegrationOptions& options)
    : eq_(eq), method_(method), options_(options), controller_(options.control), x_before_(x), x_(x), y_(x) {
  if (!is_fixed() && method.record().control == StepControl::fixed_only)
    throw OptionError(fmt::format("method {} has no error estimate: specify a step size, for example --h {:.3g}.",
                                  method.record().name, (t_end - x.t) / 1000));
  if (is_fixed() && method.record().control == StepControl::adaptive_only)
    throw OptionError(fmt::format(
        "method {} chooses its own steps: specify tolerances, for example --rtol 1e-5, instead of a step size (--h).",
        method.record().name));
  options_.tolerances.apply = !is_fixed();
  method_.expect(t_end - x.t, options_.h);
  method_.start(eq_, x_, options_.tolerances);
  t_grid_ = x.t;
  h_ = options_.h;
  if (!is_fixed() && t_end > x.t)
    h_ = options_.control.h_initial > 0
             ? std::min(options_.control.h_initial, t_end - x.t)
             : choose_initial_step(eq_, x_, options_.tolerances, method.record().order_q, t_end - x.t);
  if (options_.control.h_max > 0) h_ = std::min(h_, options_.control.h_max);
  passage_ = std::make_unique<SingularPassage>(eq_.layout(), x_, options_.tolerances, options_.h);
}

Integration::~Integration() = default;

const std::vector<double>& Integration::passed_singularities() const { return passage_->instants(); }

// Where the next step ends. A remainder below 1 % of a step is not left over: the step before takes it along.
double Integration::next_time(double t_limit) const {
  const double wanted = is_fixed() ? t_grid_ + static_cast<double>(n_grid_ + 1) * h_ : x_.t + h_;
  const double slack = is_fixed() ? 1e-9 * h_ : 0.01 * h_;
  return wanted + slack >= t_limit ? t_limit : wanted;
}

bool Integration::advance(double t_limit) {
  const BeforeStep before{h_, controller_, counts_, eq_.counts, next_look_};
  passed_ = false;
  for (long rejections = 0;; ++rejections) {
    const double t_next = next_time(t_limit);
    const bool cut_short = t_next == t_limit;
    const double clock_roundoff = 4 * std::numeric_limits<double>::epsilon() * std::abs(t_next);
    const bool on_grid = is_fixed() && std::abs(t_next - x_.t - h_) <= 1e-9 * h_ + clock_roundoff;
    // A step that is not cut short is the same number every time, whatever the clock rounds: multistep methods look for
    // equal steps.
    const double h = on_grid || (!is_fixed() && !cut_short) ? h_ : t_next - x_.t;
    if (!(t_next > x_.t)) return give_up({}, h, rejections);  // a step of no length would be accepted for ever
    StepOutcome outcome = method_.step(eq_, x_, h, y_);
    counts_.newton_iterations += outcome.newton_iterations;

    const bool usable = outcome.ok() && y_.is_finite();
    if (usable && !is_fixed() && outcome.error == 0) {
      outcome.error = interpolation_error(options_.tolerances, x_, y_, h);
      outcome.error_exponent = interpolation_exponent;
      outcome.suggested_h = 0;
    }
    if (usable && (is_fixed() || outcome.error <= 1)) {
      y_.t = t_next;
      method_.accept(x_, y_, h);
      passage_->remember(y_);
      troubled_ = rejections > 0 ? troubled_ + 1 : 0;
      std::swap(x_before_, x_);
      std::swap(x_, y_);
      ++counts_.accepted;
      n_grid_ = on_grid ? n_grid_ + 1 : 0;
      if (!on_grid) t_grid_ = x_.t;
      if (!is_fixed()) {
        const double next = outcome.suggested_h > 0
                                ? outcome.suggested_h
                                : controller_.after_acceptance(h, outcome.error, outcome.error_exponent);
        h_ = cut_short && next > h ? std::max(h_, next) : next;  // a step cut short says nothing against longer ones
        if (options_.control.h_max > 0) h_ = std::min(h_, options_.control.h_max);
      }
      return true;
    }

    if (eq_.cancellation.is_due()) return cancel(before);
    ++counts_.rejected;
    // One rejection is the daily business of error control; a failure, or several, may be a singular position ahead.
    constexpr long several = 2, pause = 4;
    const bool may_look = !usable || rejections + 1 >= several || troubled_ >= several;
    if (may_look && (is_fixed() || counts_.accepted >= next_look_)) {
      if (pass_singularity(h, t_limit)) {
        h_ = before.h;
        return true;
      }
      next_look_ = counts_.accepted + pause;
      if (eq_.cancellation.is_due()) return cancel(before);
    }
    if (is_fixed()) return give_up(outcome, h, rejections + 1);
    h_ = !usable                   ? controller_.after_failure(h)
         : outcome.suggested_h > 0 ? outcome.suggested_h
                                   : controller_.after_rejection(h, outcome.error, outcome.error_exponent);
    const double smallest = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(x_.t), h);
    if (h_ <= smallest || rejections + 1 >= options_.control.max_rejections)
      return give_up(outcome, h_, rejections + 1);
  }
}

bool Integration::pass_singularity(double h, double t_limit) {
  if (!passage_->pass(eq_, x_, h, t_limit, y_)) return false;
  std::swap(x_before_, x_);
  std::swap(x_, y_);
  ++counts_.accepted;
  passed_ = true;
  troubled_ = 0;
  if (is_fixed()) {
    t_grid_ = x_.t;
    n_grid_ = 0;
  }
  method_.restart(eq_, x_, options_.tolerances);
  controller_.start();
  passage_->remember(x_);
  return true;
}

bool Integration::cancel(const BeforeStep& before) {
  h_ = before.h;
  controller_ = before.controller;
  counts_ = before.counts;
  eq_.counts = before.work;
  next_look_ = before.next_look;
  was_cancelled_ = true;
  return false;
}

bool Integration::give_up(const StepOutcome& outcome, double h, long rejections) {
  const bool failed = !outcome.ok();
  failure_.kind = failed           ? text_of(outcome.status)
                  : y_.is_finite() ? "step_too_small"
                                   : text_of(StepStatus::not_finite);
  failure_.t = x_.t;
  failure_.h = h;
  failure_.rejections = rejections;
  failure_.worst_equation.clear();
  if (failed && outcome.worst_constraint >= 0)
    failure_.worst_equation = eq_.layout().constraints[outcome.worst_constraint];
  failure_.advice = advice_on(outcome.status);
  return false;
}

std::string Integration::advice_on(StepStatus status) const {
  if (status == StepStatus::newton_stagnated)
    return is_fixed()
               ? "Newton's method stagnated at the round-off of very stiff forces, which smaller steps do not reduce. "
                 "Use error control (--rtol), a method for stiff models (infl-sdirk, hht-i3), or less stiffness."
               : "Newton's method stagnated at the round-off of very stiff forces, above the tolerance. Use larger "
                 "--rtol and --atol, or less stiffness.";
  return is_fixed() ? "Try a smaller step (--h) or a method with error control."
                    : "Often caused by a singular position or a discontinuity: examine the motion just before. The "
                      "tolerances may also be below round-off (--rtol, --atol).";
}

void Integration::restart(const State& x) {
  x_ = x;
  x_before_ = x;
  method_.restart(eq_, x_, options_.tolerances);
  controller_.start();
  passage_->restart(x_);
  t_grid_ = x.t;
  n_grid_ = 0;
}

void Integration::interpolate(double t, State& at) const {
  const double h = last_h();
  if (passed_) return passage_->interpolate(t, at);
  method_.interpolate(x_before_, x_, h > 0 ? (t - x_before_.t) / h : 1.0, at);
}

void Integration::exchange(Archive& archive) {
  x_.exchange(archive);
  archive("h", h_);
  archive("grid.t", t_grid_);
  archive("grid.n", n_grid_, 0, std::numeric_limits<int>::max());
  counts_.exchange(archive);
  passage_->exchange(archive);
  archive("troubled", troubled_);
  archive("next_look", next_look_);
  controller_.exchange(archive);
  method_.exchange(archive);
  eq_.exchange(archive);
  if (!archive.loading()) return;
  if (!x_.is_finite() || !std::isfinite(x_.t)) Archive::refuse("t", "the state is not finite");
  if (!(h_ >= 0 && std::isfinite(h_)) || (is_fixed() && h_ != options_.h))
    Archive::refuse("h", "it is not the step size of this run");
  x_before_ = x_;
}

}  // namespace daedalus
