#include "daedalus/analysis/verification_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace daedalus {
namespace {

std::string names_of(const Verification& all, const VerificationPair& pair) {
  return fmt::format("{} and {}", all.runs[pair.first].name(), all.runs[pair.second].name());
}

bool is_of_one_formulation(const Verification& all, const VerificationPair& pair) {
  return all.runs[pair.first].formulation == all.runs[pair.second].formulation;
}

std::size_t reactions_compared(const VerificationPair& pair) {
  return pair.deviations.joints.size() + pair.deviations.drivers.size();
}

std::string difference(const VerificationPair& pair) {
  std::string text = fmt::format("differ by {:.1e} in the motion", pair.deviations.motion());
  if (reactions_compared(pair) > 0) text += fmt::format(" and {:.1e} in the reactions", pair.deviations.reactions());
  return text;
}

// Up to where every formulation has two methods, and every two formulations have a method in common.
double last_compared(const Verification& all) {
  std::map<std::pair<std::string, std::string>, double> reached;
  for (const VerificationRun& run : all.runs)
    for (const VerificationRun& other : all.runs)
      reached.emplace(std::pair(run.formulation, other.formulation), all.t_start);
  for (const VerificationPair& pair : all.pairs) {
    const std::string &first = all.runs[pair.first].formulation, &second = all.runs[pair.second].formulation;
    for (const auto& key : {std::pair(first, second), std::pair(second, first)})
      reached[key] = std::max(reached[key], pair.t_end);
  }
  double last = all.t_end;
  for (const auto& [key, t] : reached) last = std::min(last, t);
  return last;
}

const char* why_unsettled(const VerificationRun& run) {
  return run.h > 0 && run.method == verification_methods::adaptive ? "one of them has no error control"
         : run.method == verification_methods::adaptive            ? "the error of dopri5 is not known to be smaller"
         : run.method == verification_methods::fixed               ? "the steps of rk4 are not small enough"
                                                                   : "the tolerance of infl-sdirk is not small enough";
}

}  // namespace

void judge(Verification& all) {
  all.t_compared = last_compared(all);
  for (const VerificationRun& run : all.runs)
    if (!run.done()) {
      all.verdict = Verdict::not_verified;
      all.reason = fmt::format("{} did not reach the end: {}", run.name(), run.failure);
      return;
    }
  double motion = 0, reactions = 0;
  std::size_t compared = 0;
  const VerificationPair* unsettled = nullptr;
  for (const VerificationPair& pair : all.pairs) {
    motion = std::max(motion, pair.deviations.motion());
    reactions = std::max(reactions, pair.deviations.reactions());
    compared = std::max(compared, reactions_compared(pair));
    if (pair.agrees) continue;
    if (!all.runs[pair.first].settled || !all.runs[pair.second].settled) {
      unsettled = &pair;
      continue;
    }
    all.verdict = Verdict::disagree;
    const bool same_formulation = is_of_one_formulation(all, pair);
    all.reason = fmt::format("{} {}{}", names_of(all, pair), difference(pair),
                             same_formulation ? ": a time integration error; try a shorter run (--t-end)" : "");
    if (same_formulation) return;  // deviations between formulations say little then
  }
  if (all.verdict == Verdict::disagree) return;
  if (unsettled) {
    all.verdict = Verdict::not_verified;
    const VerificationRun& first = all.runs[unsettled->first];
    const VerificationRun& cause = first.settled ? all.runs[unsettled->second] : first;
    all.reason = fmt::format("{} {}, which is inconclusive: {}; try a shorter run (--t-end){}. {}: {}",
                             names_of(all, *unsettled), difference(*unsettled), why_unsettled(cause),
                             cause.method == verification_methods::adaptive ? "" : " or a larger budget (--effort)",
                             cause.name(), cause.note);
    return;
  }
  if (!(all.t_compared > all.t_start)) {
    all.verdict = Verdict::not_verified;
    all.reason = fmt::format(
        "the runs exhausted their work budgets before the first comparison; try a shorter run (--t-end) or a larger "
        "budget (--effort). Not compared: {}",
        fmt::join(all.not_compared(), "; "));
    return;
  }
  const bool is_whole = all.t_compared >= all.t_end;
  all.verdict = is_whole ? Verdict::agree : Verdict::agree_in_part;
  all.reason = fmt::format("all runs agree: motion within {:.1e}", motion);
  if (!is_whole)
    all.reason = fmt::format("all runs agree over the first {:.3g} s of {:.3g} s: motion within {:.1e}",
                             all.t_compared - all.t_start, all.t_end - all.t_start, motion);
  if (compared > 0) all.reason += fmt::format(", reactions within {:.1e}", reactions);
  else if (all.left_out.empty()) all.reason += "; no reactions to compare";
  if (const std::vector<std::string> rest = all.not_compared(); !rest.empty())
    all.reason += fmt::format("; not compared: {}", fmt::join(rest, "; "));
}

std::vector<std::string> Verification::not_compared() const {
  std::vector<std::string> list;
  for (const VerificationRun& run : runs)
    if (run.cut)
      list.push_back(fmt::format("{} after {:.3g} s of {:.3g} s, where its budget of {} steps was exhausted",
                                 run.name(), run.t_end - t_start, t_end - t_start, run.steps));
  std::set<double> near_singularity;
  for (const VerificationPair& pair : pairs)
    near_singularity.insert(pair.deviations.near_singularity.begin(), pair.deviations.near_singularity.end());
  if (!near_singularity.empty())
    list.push_back(fmt::format("accelerations and reactions at t = {:.6g} s, near a singular position",
                               fmt::join(near_singularity, ", ")));
  bool any_reaction = false;
  for (const VerificationPair& pair : pairs) any_reaction = any_reaction || reactions_compared(pair) > 0;
  if (!left_out.empty())
    list.push_back(fmt::format("{} of {}, undetermined because of redundant constraints",
                               any_reaction ? "reactions" : "all reactions", fmt::join(left_out, ", ")));
  return list;
}

const char* text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::agree: return "agree";
    case Verdict::agree_in_part: return "agree_in_part";
    case Verdict::disagree: return "disagree";
    case Verdict::not_verified: return "not_verified";
  }
  return "unknown";
}

double Verification::speed_up() const {
  const VerificationRun *first = nullptr, *last = nullptr;
  for (const VerificationRun& run : runs) {
    if (run.method != verification_methods::adaptive || !run.done()) continue;
    if (!first) first = &run;
    last = &run;
  }
  if (first == last || first->rtol != last->rtol || first->h != last->h || first->t_end != last->t_end ||
      !(last->seconds > 0))
    return 0;
  return first->seconds / last->seconds;
}

}  // namespace daedalus
