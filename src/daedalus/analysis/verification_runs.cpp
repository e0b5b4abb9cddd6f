#include "daedalus/analysis/verification_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

constexpr double stability_of_rk4 = 2.8;   // h |λ| on the real axis and on the imaginary one
constexpr double steps_of_a_decade = 2.5;  // in steps, of a tolerance ten times tighter with a method of order 4

bool is_implicit(std::string_view method) {
  return method == verification_methods::implicit || method == verification_methods::third;
}

// How much the last refinement of a run changed it, in units of what is asked for.
double change_of(const VerificationRun& run, const VerificationOptions& options) {
  return std::max(run.change_of_motion / options.motion, run.change_of_reactions / options.reactions);
}

// Notes what the change from a coarser run means, and returns it.
double settle(const RecordComparison& comparison, const VerificationRecord& coarse, VerificationRecord& fine) {
  const Deviations change = comparison(coarse, fine);
  fine.run.change_of_motion = change.motion();
  fine.run.change_of_reactions = change.reactions();
  const double now = change_of(fine.run, comparison.options);
  fine.run.settled = now <= 1;
  return now;
}

std::string unsettled_by(const char* refinement, const VerificationRun& run) {
  if (run.change_of_motion == 0 && run.change_of_reactions == 0)
    return fmt::format("the work budget did not allow a {}", refinement);
  return unsettled(refinement, run.change_of_motion, run.change_of_reactions);
}

}  // namespace

std::string unsettled(const char* refinement, double motion, double reactions) {
  return fmt::format("the last {} still changed the motion by {:.1e} and the reactions by {:.1e}", refinement, motion,
                     reactions);
}

bool agree(const Deviations& deviations, const VerificationOptions& options) {
  return deviations.motion() <= options.motion && deviations.reactions() <= options.reactions;
}

Deviations RecordComparison::operator()(const VerificationRecord& first, const VerificationRecord& second) const {
  return compare(model, first.samples, second.samples, left_out, fastest, whole);
}

FormulatedModel::FormulatedModel(const Model& model, std::string formulation, const VerificationOptions& options)
    : model_(model), options_(options), name_(std::move(formulation)), system_(make_system(model, name_)) {
  Start start = find_start(*system_);
  if (!start.assembly.assembled)
    throw ModelError(fmt::format("{} ({}): {}", model.name(), name_, start.assembly.failure));
  start_ = std::move(start.state);
}

FormulatedModel::~FormulatedModel() = default;

bool FormulatedModel::is_cancelled() const {
  return options_.cancel && options_.cancel->load(std::memory_order_relaxed);
}

double FormulatedModel::fastest_eigenvalue() const {
  const std::vector<Mode> modes = find_modes(linearize(*system_, start_));
  return modes.empty() ? 0 : std::abs(modes.back().eigenvalue);
}

long FormulatedModel::most_steps(std::string_view method) const {
  constexpr double work = 8e6, of_implicit_step = 2.5, besides_unknowns = 20;
  const double of_step = besides_unknowns + static_cast<double>(system_->layout().nq + system_->layout().nc());
  return std::lround(std::max(1.0, options_.effort * work / of_step / (is_implicit(method) ? of_implicit_step : 1.0)));
}

VerificationRecord FormulatedModel::run(std::string_view method_name, double h, double rtol, long most_steps,
                                        std::vector<State>* states) const {
  VerificationRecord record{.run = {.formulation = name_, .method = std::string(method_name), .h = h, .rtol = rtol},
                            .samples = {}};
  VerificationRun& run = record.run;
  run.coordinates = system_->layout().nq;
  run.constraints = system_->layout().nc();
  MotionSampler sampler(*system_);
  const auto method = make_method(method_name);
  State x = start_;
  const auto keep = [&] {
    record.samples.push_back(sampler.at(x));
    if (states) states->push_back(x);
    run.t_end = x.t;
  };
  keep();
  for (std::size_t k = 1; k < times_.size(); ++k) {
    SolveOptions options{.t_end = times_[k], .output = Output::end_only, .monitoring = Monitoring::off};
    const double interval = times_[k] - times_[k - 1];
    if (h > 0) options.integration.h = interval / std::max(1.0, std::ceil(interval / h - 1e-6));
    // A Newton iteration cannot go below rounding, which for a velocity near 0 is a matter of the others.
    else options.integration.tolerances = {.rtol = rtol, .atol = is_implicit(method_name) ? rtol : rtol / 100};
    const long left = most_steps - run.steps;
    if (left <= 0 || (h > 0 && interval / options.integration.h > static_cast<double>(left) + 0.5)) {
      run.cut = true;
      return record;
    }
    options.max_steps = left;
    options.cancel = options_.cancel;
    if (options_.on_step)
      options.on_step = [&](const Integration& integration) { options_.on_step(run.name(), integration.state().t); };
    Result result = solve(*system_, *method, x, options);
    run.steps += result.report.steps.accepted;
    run.seconds += result.report.cpu_seconds;
    run.solver = result.report.solver.linear.reason;
    if (result.failure && result.failure->kind == "too_many_steps") {
      run.cut = true;
      return record;
    }
    if (result.status != RunStatus::done) {
      run.failure = result.failure ? result.failure->message()
                                   : fmt::format("stopped by the user at t = {:.6g} s.", result.final.t);
      return record;
    }
    x = std::move(result.final);
    keep();
  }
  return record;
}

VerificationRecord FormulatedModel::run_adaptive(double rtol, long most_steps, std::vector<State>* states) const {
  VerificationRecord record = run(verification_methods::adaptive, 0, rtol, most_steps, states);
  const double h = model_.run().h;
  if (record.run.done() || !(h > 0) || is_cancelled()) return record;
  if (states) states->clear();
  VerificationRecord fixed = run(verification_methods::adaptive, h, 0, most_steps, states);
  fixed.run.settled = false;
  fixed.run.note = "error control failed; this run uses the model's fixed step. " + record.run.failure;
  return fixed;
}

VerificationRecord FormulatedModel::run_fixed(long steps, const RecordComparison& comparison) const {
  constexpr int most_in_vain = 2;  // halvings that changed as much as the one before: what is left is rounding
  long left = 2 * most_steps(verification_methods::fixed);
  double h = duration() / static_cast<double>(steps), before = 0;
  int in_vain = 0;
  std::optional<VerificationRecord> coarse;
  for (int halving = 0;; ++halving, h /= 2) {
    VerificationRecord fine = run(verification_methods::fixed, h, 0, left);
    left -= fine.run.steps;
    if (is_cancelled()) return fine;
    if (coarse && coarse->run.done() && !fine.run.done()) {
      coarse->run.note = "smaller steps do not reach the end: " + fine.run.failure;
      return *std::move(coarse);
    }
    fine.run.settled = false;
    if (coarse && coarse->run.done() && fine.run.done()) {
      const double now = settle(comparison, *coarse, fine);
      in_vain = before > 0 && now > before / 2 ? in_vain + 1 : 0;
      before = now;
    }
    if (fine.run.settled) return fine;
    const bool is_last = halving >= options_.halvings || 2 * fine.run.steps > left || in_vain >= most_in_vain;
    if (is_last) {
      if (fine.run.done())
        fine.run.note = unsettled_by("halving of the step", fine.run) +
                        (in_vain > 0 ? ", no less than the previous one: round-off" : "");
      return fine;
    }
    coarse = std::move(fine);
  }
}

VerificationRecord FormulatedModel::run_implicit(const RecordComparison& comparison) const {
  constexpr double first_rtol = 1e-8;
  long left = 2 * most_steps(verification_methods::implicit);
  std::optional<VerificationRecord> coarse;
  for (double rtol = first_rtol;; rtol /= 10) {
    VerificationRecord fine = run(verification_methods::implicit, 0, rtol, left);
    left -= fine.run.steps;
    if (is_cancelled()) return fine;
    fine.run.settled = false;
    if (coarse && (!fine.run.done() || fine.run.t_end < coarse->run.t_end)) {
      coarse->run.note = unsettled_by("tightening of the tolerance", coarse->run) +
                         (fine.run.cut ? "" : "; tighter tolerances do not reach the end: " + fine.run.failure);
      return *std::move(coarse);
    }
    if (coarse) settle(comparison, *coarse, fine);
    if (!fine.run.done() || fine.run.settled) return fine;
    const bool is_last = rtol < 10.1 * options_.least_rtol ||
                         steps_of_a_decade * static_cast<double>(fine.run.steps) > static_cast<double>(left);
    if (is_last) {
      fine.run.note = unsettled_by("tightening of the tolerance", fine.run);
      return fine;
    }
    coarse = std::move(fine);
  }
}

// Steps of equal length do not end where the equations change: a last halving then says little of the error that is
// left.
VerificationRecord FormulatedModel::run_refined(long steps, const RecordComparison& comparison) const {
  const double for_stability = comparison.fastest * duration() / stability_of_rk4;
  const bool too_stiff = for_stability > static_cast<double>(std::min(options_.stability_steps,
                                                                      most_steps(verification_methods::fixed) / 2));
  const bool has_branches = !system_->layout().switches.empty();
  std::optional<VerificationRecord> fixed;
  if (!too_stiff && !has_branches) {
    constexpr double clear = 1.3;  // of the limit of stability
    steps = std::max(steps, std::lround(clear * for_stability));
    fixed = run_fixed(steps, comparison);
    if (fixed->run.settled || is_cancelled()) return *std::move(fixed);
  }
  VerificationRecord implicit = run_implicit(comparison);
  if (is_cancelled() || too_stiff) {
    if (implicit.run.note.empty())
      implicit.run.note =
          fmt::format("instead of rk4, which would need {:.2g} steps to be stable (eigenvalue {:.2g} 1/s)",
                      for_stability, comparison.fastest);
    return implicit;
  }
  if (!implicit.run.settled) {
    if (!fixed) fixed = run_fixed(steps, comparison);
    const bool is_better = fixed->run.done() && (!implicit.run.done() ||
                                                 change_of(fixed->run, options_) <= change_of(implicit.run, options_));
    if (is_better) return *std::move(fixed);
  }
  if (implicit.run.note.empty())
    implicit.run.note = fixed ? "instead of rk4: " + fixed->run.note
                              : "instead of rk4, whose fixed steps do not end where the equations change";
  return implicit;
}

VerificationRecord FormulatedModel::run_like(const VerificationRecord& implicit) const {
  VerificationRecord record =
      run(verification_methods::third, 0, implicit.run.rtol, 2 * most_steps(verification_methods::third));
  record.run.settled = implicit.run.settled;
  record.run.note =
      implicit.run.settled
          ? "runs to the end, which dopri5 did not reach; same tolerance as infl-sdirk, but different unknowns"
          : implicit.run.note;
  return record;
}

}  // namespace daedalus
