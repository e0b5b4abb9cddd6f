#include "daedalus/analysis/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/verification_runs.hpp"
#include "daedalus/analysis/verification_verdict.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/formulation.hpp"

namespace daedalus {
namespace {

using Record = VerificationRecord;
using Formulations = std::vector<std::unique_ptr<FormulatedModel>>;

void require_sense(const VerificationOptions& options, double t_start, double t_end) {
  if (options.samples < 1) throw OptionError("at least one sample is required to compare runs.");
  if (!(options.rtol > 0) || !(options.motion > 0) || !(options.reactions > 0))
    throw OptionError("tolerances must be positive numbers.");
  if (!(options.effort > 0)) throw OptionError("the effort must be a positive number.");
  if (!std::isfinite(t_end)) throw OptionError("the end time is not a finite number.");
  if (options.t_end != 0 && options.t_end <= t_start)
    throw OptionError(
        fmt::format("the end time {:.6g} s must be after the start time {:.6g} s.", options.t_end, t_start));
}

// Equal parts, and the first of them divided where an explicit method will not come far: `reach` is as far as stability
// alone lets its budget go.
std::vector<double> find_instants(double t_start, double t_end, int samples, double reach) {
  constexpr int parts = 4;
  constexpr double margin = 0.8;  // accuracy asks for shorter steps here and there
  std::vector<double> times;
  for (int k = 0; k <= samples; ++k) times.push_back(t_start + (t_end - t_start) * k / samples);
  times.back() = t_end;
  if (margin * reach >= times[1] - t_start) return times;
  for (int k = parts; k >= 1; --k) times.insert(times.begin() + 1, t_start + margin * reach * k / parts);
  return times;
}

// Makes error control tighter, in all formulations alike, until it agrees with every second method that has settled, or
// is as close to it as rounding lets it come.
void tighten(const Formulations& formulated, const std::vector<Record>& refined, const VerificationOptions& options,
             const RecordComparison& comparison, std::vector<Record>& adaptive) {
  for (const Record& record : adaptive)
    if (!record.run.done() || record.run.h > 0) return;
  // Of the deviations from second methods the largest, in units of what is asked for.
  const auto distance = [&](const std::vector<Record>& records) {
    double largest = 0;
    for (std::size_t i = 0; i < refined.size(); ++i) {
      if (!refined[i].run.done() || !refined[i].run.settled) continue;
      const Deviations deviations = comparison(records[i], refined[i]);
      largest = std::max({largest, deviations.motion() / options.motion, deviations.reactions() / options.reactions});
    }
    return largest;
  };
  std::vector<long> left;
  for (const auto& each : formulated) left.push_back(each->most_steps(verification_methods::adaptive));
  double best = distance(adaptive);
  for (double rtol = options.rtol / 10; rtol >= options.least_rtol * (1 - 1e-9) && best > 1; rtol /= 10) {
    std::vector<Record> tighter;
    for (std::size_t i = 0; i < formulated.size(); ++i) {
      Record record = formulated[i]->run_adaptive(rtol, left[i]);
      left[i] -= record.run.steps;
      const bool is_shorter = record.run.t_end < adaptive[i].run.t_end;
      if (!record.run.done() || record.run.h > 0 || (is_shorter && !adaptive[i].run.cut)) return;
      const Deviations change = comparison(adaptive[i], record);
      record.run.settled = agree(change, options);
      record.run.note = record.run.settled
                            ? fmt::format("rtol {:.0e} was not tight enough for a run of this length", 10 * rtol)
                            : unsettled("tightening of the tolerance", change.motion(), change.reactions());
      tighter.push_back(std::move(record));
    }
    const double now = distance(tighter);
    if (now < best) {
      adaptive = std::move(tighter);
      best = now;
      continue;
    }
    for (std::size_t i = 0; i < adaptive.size(); ++i)
      if (!tighter[i].run.settled) {
        adaptive[i].run.settled = false;
        adaptive[i].run.note = "a tighter tolerance does not reduce the difference: round-off";
      }
    return;
  }
}

}  // namespace

Verification verify_model(const Model& model, const VerificationOptions& options) {
  const double t_start = model.run().t_start;
  Verification all{.model = model.name(),
                   .t_start = t_start,
                   .t_end = options.t_end > t_start ? options.t_end : model.run().t_end,
                   .motion_limit = options.motion,
                   .reaction_limit = options.reactions};
  require_sense(options, t_start, all.t_end);

  Formulations formulated;
  for (const std::string_view name : formulation_names())
    formulated.push_back(std::make_unique<FormulatedModel>(model, std::string(name), options));
  RecordComparison comparison{.model = model, .options = options, .fastest = formulated.front()->fastest_eigenvalue()};
  all.fastest = comparison.fastest;
  constexpr double stability_of_dopri5 = 3.3;
  double reach = all.t_end - t_start;
  for (const auto& each : formulated)
    if (all.fastest > 0)
      reach = std::min(reach, static_cast<double>(each->most_steps(verification_methods::adaptive)) *
                                  stability_of_dopri5 / all.fastest);
  const std::vector<double> instants = find_instants(t_start, all.t_end, options.samples, reach);
  all.samples = static_cast<int>(instants.size()) - 1;
  for (const auto& each : formulated) each->compare_at(instants);

  std::set<std::string>& left_out = comparison.left_out;
  std::vector<Record> adaptive, refined, third;
  for (const auto& each : formulated) {
    std::vector<State> states;
    adaptive.push_back(each->run_adaptive(options.rtol, each->most_steps(verification_methods::adaptive), &states));
    if (left_out.empty())
      for (const State& x : states) left_out.merge(find_ambiguous_reactions(each->system(), x));
  }
  bool any_cut = false;
  for (std::size_t i = 0; i < formulated.size() && !formulated[i]->is_cancelled(); ++i) {
    any_cut = any_cut || adaptive[i].run.cut;
    const double share = (adaptive[i].run.t_end - t_start) / (all.t_end - t_start);  // of the way, for as many steps
    const double steps = share > 0 ? static_cast<double>(adaptive[i].run.steps) / share : options.samples;
    refined.push_back(formulated[i]->run_refined(std::max<long>(options.samples, std::lround(steps)), comparison));
  }
  for (const std::vector<Record>* of_method : {&adaptive, &refined})
    for (const Record& record : *of_method)
      if (record.samples.size() > comparison.whole.size()) comparison.whole = record.samples;
  tighten(formulated, refined, options, comparison, adaptive);
  // The first instants of a very stiff model: dopri5 in two formulations may differ by its error, where nothing has
  // shown how large that is.
  for (std::size_t i = 0; i < refined.size(); ++i)
    if (adaptive[i].run.cut && adaptive[i].run.settled && !refined[i].run.settled) {
      adaptive[i].run.settled = false;
      adaptive[i].run.note = fmt::format("its error is unknown, because {} did not converge", refined[i].run.method);
    }
  for (std::size_t i = 0; any_cut && i < refined.size() && !formulated[i]->is_cancelled(); ++i)
    if (refined[i].run.method == verification_methods::implicit && refined[i].run.done())
      third.push_back(formulated[i]->run_like(refined[i]));

  std::vector<const Record*> records;
  for (const std::vector<Record>* of_method : {&adaptive, &refined, &third})
    for (const Record& record : *of_method) records.push_back(&record);
  for (const Record* record : records) all.runs.push_back(record->run);
  for (const bool one_formulation : {true, false})
    for (std::size_t i = 0; i < records.size(); ++i)
      for (std::size_t j = i + 1; j < records.size(); ++j) {
        const VerificationRun &first = all.runs[i], &second = all.runs[j];
        const bool same_formulation = first.formulation == second.formulation;
        const bool same_place = (i < adaptive.size()) == (j < adaptive.size()) &&
                                (i < adaptive.size() + refined.size()) == (j < adaptive.size() + refined.size());
        if (same_formulation != one_formulation || same_formulation == same_place || !first.done() || !second.done())
          continue;
        const double t_end = std::min(first.t_end, second.t_end);
        if (!(t_end > t_start)) continue;
        VerificationPair pair{i, j, t_end, comparison(*records[i], *records[j])};
        pair.agrees = agree(pair.deviations, options);
        all.pairs.push_back(std::move(pair));
      }
  all.left_out.assign(left_out.begin(), left_out.end());
  judge(all);
  return all;
}

}  // namespace daedalus
