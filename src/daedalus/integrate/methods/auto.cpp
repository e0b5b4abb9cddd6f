// auto.cpp: the table of auto_choice.hpp, applied. After 10 accepted steps, and then less and less often, the mean step is
// compared with the largest eigenvalue (spectral_radius.hpp). Three looks in a row that speak against the method in use
// change it; the next one starts from the last accepted state like after an event. A change that is taken back makes the
// next one four times as hard.
//
// Looks and changes happen at the first proposal after an accepted step and depend on accepted steps alone, so that
// rejected steps leave no trace and a checkpoint goes on bit for bit.
#include "daedalus/integrate/methods/auto.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/integrate/methods/bdf.hpp"
#include "daedalus/integrate/methods/dopri5.hpp"
#include "daedalus/integrate/methods/infl_sdirk.hpp"

namespace daedalus {
namespace {

constexpr long shortest_wait_of_auto = 10, longest_wait_of_auto = 160;  // steps
constexpr double growing = 1.5;                                         // from one look to the next
constexpr long first_patience = 3, harder = 4, most_patience = 1'000'000;

}  // namespace

MethodRecord Auto::make_record() {
  const MethodRecord explicit_one = Dopri5::make_record(), multistep = Bdf::make_record(),
                     implicit_one = InflSdirk::make_record();
  return {.name = "auto",
          .title = "dopri5, bdf or infl-sdirk, as the model needs",
          .use_for = "any model; switches between explicit and implicit methods during the run",
          .family = "automatic",
          .order_q = 5,
          .order_v = 5,
          .order_lambda = 5,
          .dense_order = implicit_one.dense_order,
          .order_varies = true,
          .index = 2,
          .control = StepControl::fixed_or_adaptive,
          .satisfies = ConstraintLevel::position_and_velocity,
          .stability = {.radius_at_infinity = 0,
                        .imaginary_limit = 0,
                        .remark = "that of the method in use; dopri5 is left where it would limit the steps"},
          .needs = explicit_one.needs | multistep.needs | implicit_one.needs,
          .source =
              "decision table: auto_choice.hpp; switching by the step and the largest eigenvalue: Petzold, SIAM J. "
              "Sci. Stat. Comput. 4, 136 (1983)",
          .formula =
              "λ: largest eigenvalue of the equations of motion, by power iteration;  h: mean accepted step\n"
              "dopri5 → bdf      h |λ| > 2 if damped, > 0.9 if not\n"
              "bdf → dopri5      h |λ| < 0.3;   order 2 at most where λ is undamped\n"
              "infl-sdirk → bdf  h |λ| < 6, or damped"};
}

Auto::Auto(const Options& options) : Method(make_record(), list_options(options)), options_(options) {
  methods_ = {std::make_unique<Dopri5>(), std::make_unique<Bdf>(), std::make_unique<Bdf>(BdfOptions{.max_order = 2}),
              std::make_unique<InflSdirk>()};
  changes_.reserve(most_changes);
}

void Auto::expect(double interval, double h) {
  interval_ = interval;
  fixed_h_ = h;
}

void Auto::start(Equations& eq, const State& x, const Tolerances& tolerances) {
  eq_ = &eq;
  begun_at_ = x;
  tolerances_ = tolerances;
  was_used_ = {};
  radius_.resize(eq.layout());
  changes_.clear();
  change_count_ = 0;
  patience_ = first_patience;
  radius_.estimate(eq, x);
  const AutoDecision first = choose_first(evidence(), interval_, fixed_h_);
  used_ = first.method;
  note(x.t, first, fixed_h_);
  method().start(eq, x, tolerances_);
  has_changed_ = false;
  begin_waiting(x);
}

void Auto::begin_waiting(const State& x) {
  t_look_ = x.t;
  steps_ = 0;
  wait_ = shortest_wait_of_auto;
  against_ = 0;
  h_before_ = 0;
  look_is_due_ = false;
}

void Auto::restart(Equations& eq, const State& x, const Tolerances&) {
  method().restart(eq, x, tolerances_);
  has_changed_ = false;
  t_look_ = x.t;
  steps_ = 0;
  look_is_due_ = false;
}

void Auto::note(double t, const AutoDecision& decision, double h) {
  was_used_[static_cast<std::size_t>(decision.method)] = true;
  ++change_count_;
  if (changes_.size() < most_changes)
    changes_.push_back({t, radius_.value(), radius_.damping(), h, decision.method, decision.reason});
}

void Auto::look(Equations& eq, const State& x) {
  const double h = (x.t - t_look_) / static_cast<double>(steps_);
  radius_.estimate(eq, x);
  look_is_due_ = false;
  t_look_ = x.t;
  steps_ = 0;
  // steps that still grow, as after a start, say nothing about what will limit them
  const bool grows = h > growing * h_before_;
  h_before_ = h;
  const std::optional<AutoDecision> other = grows ? std::nullopt : choose_other(used_, evidence(), h);
  against_ = other ? against_ + 1 : 0;
  wait_ = other || grows ? shortest_wait_of_auto : std::min(2 * wait_, longest_wait_of_auto);
  if (other && against_ >= patience_) change_to(eq, x, *other, h);
}

void Auto::change_to(Equations& eq, const State& x, const AutoDecision& decision, double h) {
  if (was_used_[static_cast<std::size_t>(decision.method)]) patience_ = std::min(harder * patience_, most_patience);
  from_ = x;
  if (eq.solve_acceleration(from_) != FactorStatus::ok) return;  // the next look will tell
  used_ = decision.method;
  note(x.t, decision, h);
  method().start(eq, from_, tolerances_);  // also where it was used before: a checkpoint does not keep what it knew
  has_changed_ = true;
  begin_waiting(x);
}

StepOutcome Auto::step(Equations& eq, const State& x, double h, State& y) {
  if (look_is_due_) look(eq, x);
  return method().step(eq, has_changed_ ? from_ : x, h, y);
}

void Auto::accept(const State& x, const State& y, double h) {
  method().accept(has_changed_ ? from_ : x, y, h);
  has_changed_ = false;
  const bool may_look = options_.may_switch() && fixed_h_ == 0;
  look_is_due_ = ++steps_ >= wait_ && may_look;
}

void Auto::interpolate(const State& x, const State& y, double theta, State& at) const {
  method().interpolate(x, y, theta, at);
}

void Auto::report(Report& report) const {
  method().report(report);
  for (const Change& change : changes_)
    report.method_changes.push_back({.t = change.t,
                                     .method = text_of(change.method),
                                     .reason = text_of(change.reason),
                                     .lambda = change.lambda,
                                     .damping = change.damping,
                                     .h = change.h});
  if (change_count_ > static_cast<long>(changes_.size()))
    report.warnings.push_back(
        fmt::format("auto changed its method {} times: choose one (--method) to save that", change_count_ - 1));
}

void Auto::exchange(Archive& archive) {
  const AutoChoice begun_with = used_;
  archive("auto.used", used_, AutoChoice::dopri5, AutoChoice::infl_sdirk);
  for (bool& was_used : was_used_) archive("auto.was_used", was_used);
  if (archive.loading() && used_ != begun_with) method().start(*eq_, begun_at_, tolerances_);
  method().exchange(archive);
  radius_.exchange(archive);
  archive("auto.t_look", t_look_);
  archive("auto.steps", steps_);
  archive("auto.wait", wait_);
  archive("auto.against", against_);
  archive("auto.h_before", h_before_);
  archive("auto.patience", patience_);
  archive("auto.look_is_due", look_is_due_);
  archive("auto.change_count", change_count_);
  std::size_t kept = changes_.size();
  archive("auto.changes", kept, std::size_t{0}, most_changes);
  changes_.resize(kept);
  for (Change& change : changes_) {
    archive("auto.change.t", change.t);
    archive("auto.change.lambda", change.lambda);
    archive("auto.change.damping", change.damping);
    archive("auto.change.h", change.h);
    archive("auto.change.method", change.method, AutoChoice::dopri5, AutoChoice::infl_sdirk);
    archive("auto.change.reason", change.reason, AutoReason::not_stiff, AutoReason::vibrations_are_damped);
  }
  has_changed_ = false;
}

}  // namespace daedalus
