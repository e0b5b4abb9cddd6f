#include "daedalus/analysis/agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

constexpr std::string_view adaptive_method = "dopri5", fixed_method = "rk4", implicit_method = "infl-sdirk";
constexpr double stability_of_rk4 = 2.8;  // h |λ| on the real axis and on the imaginary one

struct Record {
  AgreementRun run;
  std::vector<MotionSample> samples;
};

// One formulation of the model, and runs of it from sample to sample.
class Formulated {
 public:
  Formulated(const Model& model, const std::string& name, const AgreementOptions& options, double t_end)
      : options_(options), name_(name), system_(make_system(model, name)) {
    Start start = find_start(model, *system_);
    if (!start.assembly.assembled) throw ModelError(fmt::format("{} ({}): {}", model.name(), name, start.assembly.failure));
    start_ = std::move(start.state);
    for (int k = 0; k <= options.samples; ++k)
      times_.push_back(start_.t + (t_end - start_.t) * k / options.samples);
    times_.back() = t_end;
  }

  Record run_with_error_control(std::string_view method, double rtol, std::vector<State>* states = nullptr) const { return run(method, 0, rtol, states); }
  // So many steps of equal length from each sample to the next. The states are kept when asked for.
  Record run_with_steps(std::string_view method, long steps, std::vector<State>* states = nullptr) const { return run(method, steps, 0, states); }

  bool cancelled() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }
  double sample_interval() const { return times_[1] - times_[0]; }
  double duration() const { return times_.back() - times_.front(); }
  const System& system() const { return *system_; }
  double fastest_eigenvalue() const {
    const std::vector<Mode> modes = find_modes(linearize(*system_, start_));
    return modes.empty() ? 0 : std::abs(modes.back().eigenvalue);
  }

 private:
  Record run(std::string_view method_name, long steps, double rtol, std::vector<State>* states) const {
    Record record{.run = {.formulation = name_, .method = std::string(method_name)}};
    AgreementRun& run = record.run;
    run.coordinates = system_->layout().nq;
    run.constraints = system_->layout().nc();
    if (steps > 0) run.h = (times_[1] - times_[0]) / static_cast<double>(steps);
    else run.rtol = rtol;

    const ModelSystem& of_model = as_model_system(*system_);
    MotionSampler sampler(of_model);
    const auto method = make_method(method_name);
    State x = start_;
    const auto keep = [&] {
      record.samples.push_back(sampler.at(x));
      if (states) states->push_back(x);
    };
    keep();
    for (std::size_t k = 1; k < times_.size(); ++k) {
      SolveOptions options{.t_end = times_[k], .output = Output::end_only, .monitoring = Monitoring::off};
      options.integration.h = steps > 0 ? (times_[k] - times_[k - 1]) / static_cast<double>(steps) : 0;
      // A Newton iteration cannot go below rounding, which for a velocity near 0 is a matter of the others.
      if (steps == 0) options.integration.tolerances = {.rtol = rtol, .atol = method_name == implicit_method ? rtol : rtol / 100};
      options.cancel = options_.cancel;
      if (options_.on_step)
        options.on_step = [&](const Integration& integration) { options_.on_step(run.name(), integration.state().t); };
      Result result = solve(*system_, *method, x, options);
      run.steps += result.report.steps.accepted;
      run.seconds += result.report.cpu_seconds;
      run.solver = result.report.solver.linear.reason;
      if (result.status != RunStatus::done) {
        run.failure = result.failure ? result.failure->message() : fmt::format("stopped at t = {:.6g} s on request.", result.final.t);
        return record;
      }
      x = std::move(result.final);
      keep();
    }
    return record;
  }

  const AgreementOptions& options_;
  std::string name_;
  std::unique_ptr<System> system_;
  State start_;
  std::vector<double> times_;
};

// dopri5 with error control, or with the model's own step where that gives up.
Record run_adaptive(const Formulated& formulated, const Model& model, double rtol, std::vector<State>* states) {
  Record record = formulated.run_with_error_control(adaptive_method, rtol, states);
  const double h = model.run().h;
  if (record.run.done() || !(h > 0) || formulated.cancelled()) return record;
  if (states) states->clear();
  const long steps = std::max(1L, std::lround(std::ceil(formulated.sample_interval() / h - 1e-9)));
  Record fixed = formulated.run_with_steps(adaptive_method, steps, states);
  fixed.run.settled = false;
  fixed.run.note = "error control gave up; this is the fixed step that the model suggests. " + record.run.failure;
  return fixed;
}

bool agree(const Deviations& deviations, const AgreementOptions& options) {
  return deviations.motion() <= options.motion && deviations.reactions() <= options.reactions;
}

// How records are compared.
struct Comparison {
  const Model& model;
  const AgreementOptions& options;
  std::set<std::string> left_out = {};
  double fastest = 0;
  Deviations operator()(const Record& first, const Record& second) const {
    return compare(model, first.samples, second.samples, left_out, fastest);
  }
  // Notes what the change from a coarser run means.
  void settle(const Record& coarse, Record& fine) const {
    const Deviations change = (*this)(coarse, fine);
    fine.run.change_of_motion = change.motion();
    fine.run.change_of_reactions = change.reactions();
    fine.run.settled = agree(change, options);
  }
};

// rk4 with steps halved until its last two runs agree.
Record run_fixed(const Formulated& formulated, long steps, const AgreementOptions& options, const Comparison& comparison) {
  std::optional<Record> coarse;
  for (int halving = 0;; ++halving, steps *= 2) {
    Record fine = formulated.run_with_steps(fixed_method, steps);
    if (formulated.cancelled()) return fine;
    if (coarse && coarse->run.done() && !fine.run.done()) {
      coarse->run.note = "smaller steps do not come to the end: " + fine.run.failure;
      return *std::move(coarse);
    }
    fine.run.settled = false;
    if (coarse && coarse->run.done() && fine.run.done()) comparison.settle(*coarse, fine);
    const bool is_last = halving >= options.halvings || 2 * steps * options.samples > options.steps;
    if (fine.run.settled || is_last) {
      if (fine.run.done() && !fine.run.settled)
        fine.run.note = fmt::format("the last halving of its step still changed the motion by {:.1e} and reactions by {:.1e}",
                                    fine.run.change_of_motion, fine.run.change_of_reactions);
      return fine;
    }
    coarse = std::move(fine);
  }
}

// infl-sdirk with tolerances made tighter until its last two runs agree.
Record run_implicit(const Formulated& formulated, const AgreementOptions& options, const Comparison& comparison) {
  constexpr double first_rtol = 1e-8;
  std::optional<Record> coarse;
  for (double rtol = first_rtol;; rtol /= 10) {
    Record fine = formulated.run_with_error_control(implicit_method, rtol);
    if (formulated.cancelled()) return fine;
    fine.run.settled = false;
    if (coarse && !fine.run.done()) {
      coarse->run.note = "tighter tolerances do not come to the end: " + fine.run.failure;
      return *std::move(coarse);
    }
    if (coarse) comparison.settle(*coarse, fine);
    if (!fine.run.done() || fine.run.settled) return fine;
    if (rtol < 10.1 * options.least_rtol) {
      fine.run.note = fmt::format("the last change of its tolerance still changed the motion by {:.1e} and reactions by {:.1e}",
                                  fine.run.change_of_motion, fine.run.change_of_reactions);
      return fine;
    }
    coarse = std::move(fine);
  }
}

// The method that is compared with dopri5. Steps of equal length do not end where the equations change: a last halving then says little of
// the error that is left.
Record run_second(const Formulated& formulated, long steps, const AgreementOptions& options, const Comparison& comparison) {
  const double for_stability = comparison.fastest * formulated.duration() / stability_of_rk4;
  const bool too_stiff = for_stability > static_cast<double>(options.stability_steps);
  const bool has_branches = !formulated.system().layout().switches.empty();
  std::optional<Record> fixed;
  if (!too_stiff && !has_branches) {
    fixed = run_fixed(formulated, steps, options, comparison);
    if (fixed->run.settled || formulated.cancelled()) return *std::move(fixed);
  }
  Record implicit = run_implicit(formulated, options, comparison);
  if (formulated.cancelled()) return implicit;
  if (!implicit.run.settled && !too_stiff) return fixed ? *std::move(fixed) : run_fixed(formulated, steps, options, comparison);
  if (implicit.run.note.empty())
    implicit.run.note = fixed       ? "instead of rk4: " + fixed->run.note
                        : too_stiff ? fmt::format("instead of rk4, which would need {:.2g} steps to be stable (eigenvalue {:.2g} 1/s)", for_stability, comparison.fastest)
                                    : "instead of rk4, whose steps do not end where the equations change";
  return implicit;
}

// Makes error control tighter, in all formulations alike, until it agrees with every rk4 that has settled.
void tighten(const std::vector<std::unique_ptr<Formulated>>& formulated, const std::vector<Record>& fixed, const AgreementOptions& options,
             const Comparison& comparison, std::vector<Record>& adaptive) {
  for (const Record& record : adaptive)
    if (!record.run.done() || record.run.h > 0) return;
  const auto is_too_loose = [&] {
    for (std::size_t i = 0; i < fixed.size(); ++i)
      if (fixed[i].run.done() && fixed[i].run.settled && !agree(comparison(adaptive[i], fixed[i]), options))
        return true;
    return false;
  };
  for (double rtol = options.rtol / 10; rtol >= options.least_rtol * (1 - 1e-9) && is_too_loose(); rtol /= 10) {
    std::vector<Record> tighter;
    for (const auto& each : formulated) {
      tighter.push_back(each->run_with_error_control(adaptive_method, rtol));
      if (!tighter.back().run.done()) return;
      tighter.back().run.note = fmt::format("rtol {:.0e} was not enough for a run of this length", 10 * rtol);
    }
    adaptive = std::move(tighter);
  }
}

void judge(Agreement& all) {
  const auto of = [&](const AgreementPair& pair) { return fmt::format("{} and {}", all.runs[pair.first].name(), all.runs[pair.second].name()); };
  for (const AgreementRun& run : all.runs)
    if (!run.done()) {
      all.verdict = Verdict::not_verified;
      all.reason = fmt::format("{} did not come to the end: {}", run.name(), run.failure);
      return;
    }
  double motion = 0, reactions = 0;
  const AgreementPair* unsettled = nullptr;
  for (const AgreementPair& pair : all.pairs) {
    motion = std::max(motion, pair.deviations.motion());
    reactions = std::max(reactions, pair.deviations.reactions());
    if (pair.agrees) continue;
    if (!all.runs[pair.first].settled || !all.runs[pair.second].settled) {
      unsettled = &pair;
      continue;
    }
    all.verdict = Verdict::disagree;
    const bool same_formulation = all.runs[pair.first].formulation == all.runs[pair.second].formulation;
    all.reason = fmt::format("{} differ by {:.1e} in the motion and {:.1e} in the reactions{}", of(pair), pair.deviations.motion(),
                             pair.deviations.reactions(),
                             same_formulation ? ": an error of the time integration; try a shorter run (--t-end)" : "");
    if (same_formulation) return;  // deviations between formulations say little then
  }
  if (all.verdict == Verdict::disagree) return;
  if (unsettled) {
    all.verdict = Verdict::not_verified;
    const AgreementRun& first = all.runs[unsettled->first];
    const AgreementRun& cause = first.settled ? all.runs[unsettled->second] : first;
    all.reason = fmt::format("{} differ by {:.1e} in the motion and {:.1e} in the reactions, which says little: {}; try a shorter run (--t-end). {}: {}",
                             of(*unsettled), unsettled->deviations.motion(), unsettled->deviations.reactions(),
                             cause.method == adaptive_method ? "one of them has no error control"
                             : cause.method == fixed_method  ? "the steps of rk4 are not small enough"
                                                             : "the tolerance of infl-sdirk is not small enough",
                             cause.name(), cause.note);
    return;
  }
  all.verdict = Verdict::agree;
  std::size_t compared = 0;
  for (const AgreementPair& pair : all.pairs) compared = std::max(compared, pair.deviations.joints.size() + pair.deviations.drivers.size());
  all.reason = fmt::format("all runs agree: motion within {:.1e}", motion);
  if (compared > 0) all.reason += fmt::format(", reactions within {:.1e}", reactions);
  if (!all.left_out.empty())
    all.reason += fmt::format("; not compared: {} of {}, which redundant constraints leave open", compared > 0 ? "reactions" : "all reactions", fmt::join(all.left_out, ", "));
  else if (compared == 0)
    all.reason += "; there are no reactions to compare";
}

}  // namespace

const char* text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::agree: return "agree";
    case Verdict::disagree: return "disagree";
    case Verdict::not_verified: return "not_verified";
  }
  return "unknown";
}

double Agreement::speed_up() const {
  const AgreementRun *first = nullptr, *last = nullptr;
  for (const AgreementRun& run : runs) {
    if (run.method != adaptive_method || !run.done()) continue;
    if (!first) first = &run;
    last = &run;
  }
  if (first == last || first->rtol != last->rtol || first->h != last->h || !(last->seconds > 0)) return 0;
  return first->seconds / last->seconds;
}

Agreement find_agreement(const Model& model, const AgreementOptions& options) {
  const double t_start = model.run().t_start;
  Agreement all{.model = model.name(), .t_start = t_start, .t_end = options.t_end > t_start ? options.t_end : model.run().t_end,
                .samples = options.samples, .motion_limit = options.motion, .reaction_limit = options.reactions};
  if (options.samples < 1) throw OptionError("at least one sample is needed to compare runs.");
  if (!(options.rtol > 0) || !(options.motion > 0) || !(options.reactions > 0))
    throw OptionError("tolerances must be positive numbers.");
  if (!std::isfinite(all.t_end)) throw OptionError("the end time is not a finite number.");
  if (options.t_end != 0 && options.t_end <= t_start)
    throw OptionError(fmt::format("the end time {:.6g} s does not lie after the start at {:.6g} s.", options.t_end, t_start));

  std::vector<std::unique_ptr<Formulated>> formulated;
  for (const std::string_view name : formulation_names())
    formulated.push_back(std::make_unique<Formulated>(model, std::string(name), options, all.t_end));

  Comparison comparison{.model = model, .options = options, .fastest = formulated.front()->fastest_eigenvalue()};
  all.fastest = comparison.fastest;
  std::set<std::string>& left_out = comparison.left_out;
  std::vector<Record> adaptive, fixed;
  for (const auto& each : formulated) {
    std::vector<State> states;
    adaptive.push_back(run_adaptive(*each, model, options.rtol, &states));
    if (left_out.empty())
      for (const State& x : states) left_out.merge(find_ambiguous_reactions(as_model_system(each->system()), x));
  }
  for (std::size_t i = 0; i < formulated.size(); ++i) {
    if (formulated[i]->cancelled()) break;
    const long steps = std::max(1L, adaptive[i].run.steps / options.samples);
    fixed.push_back(run_second(*formulated[i], steps, options, comparison));
  }
  tighten(formulated, fixed, options, comparison, adaptive);

  const std::size_t n = formulated.size();
  std::vector<const Record*> records;
  for (const Record& record : adaptive) records.push_back(&record);
  for (const Record& record : fixed) records.push_back(&record);
  for (const Record* record : records) all.runs.push_back(record->run);
  const auto compare_runs = [&](std::size_t i, std::size_t j) {
    if (j >= records.size() || !records[i]->run.done() || !records[j]->run.done()) return;
    AgreementPair pair{i, j, comparison(*records[i], *records[j])};
    pair.agrees = agree(pair.deviations, options);
    all.pairs.push_back(std::move(pair));
  };
  for (std::size_t i = 0; i < n; ++i) compare_runs(i, n + i);                        // methods in one formulation
  for (std::size_t i = 0; i + 1 < n; ++i)                                            // formulations with one method
    for (std::size_t j = i + 1; j < n; ++j) {
      compare_runs(i, j);
      compare_runs(n + i, n + j);
    }
  all.left_out.assign(left_out.begin(), left_out.end());
  judge(all);
  return all;
}

}  // namespace daedalus
