#include "daedalus/integrate/run/stiffness_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daedalus {
namespace {

constexpr long shortest_wait = 5, longest_wait = 100;  // steps: a look costs less than one of them
constexpr long certain_after = 3;                      // looks in a row
// h |λ| that no accurate step of an explicit method reaches: six steps per period. Adams methods lower their order and
// with it their accuracy before they get there.
constexpr double too_long = 1;
constexpr double near_limit = 0.6;  // of the limit on the real axis
constexpr const char* for_stiff_models = "infl-sdirk";
constexpr const char* for_other_models = "dopri5";

}  // namespace

void StiffnessWatch::start(const State& x) {
  t_look_ = x.t;
  steps_ = 0;
  wait_ = shortest_wait;
  at_limit_ = 0;
}

std::optional<std::string> StiffnessWatch::observe(Equations& eq, const State& x) {
  if (++steps_ < wait_ || at_notice_ > 0) return {};
  const double h = (x.t - t_look_) / static_cast<double>(steps_);
  const double reached = h * radius_.estimate(eq, x);
  t_look_ = x.t;
  steps_ = 0;
  ++looks_;
  largest_ = std::max(largest_, reached);
  if (!is_explicit()) {
    wait_ = std::min(2 * wait_, longest_wait);
    return {};
  }
  const bool is_at_limit = reached > std::max(too_long, near_limit * record_.stability.real_limit);
  at_limit_ = is_at_limit ? at_limit_ + 1 : 0;
  wait_ = is_at_limit ? shortest_wait : std::min(wait_ + wait_ / 2, longest_wait);
  if (at_limit_ < certain_after) return {};
  at_notice_ = reached;
  t_notice_ = x.t;
  return fmt::format(
      "the model is stiff: steps of {} are limited by stability (h |lambda| = {:.2g} with |lambda| = {:.2g} 1/s), not "
      "by accuracy. Try --method {}, or --method auto.",
      record_.name, reached, radius_.value(), for_stiff_models);
}

std::string StiffnessWatch::explain(Equations& eq, const State& x, double h) {
  if (!is_explicit()) return "";
  const double rho = radius_.estimate(eq, x), limit = record_.stability.real_limit;
  if (!(h * rho > near_limit * limit)) return "";
  return fmt::format(
      "The model is stiff for this step: h |lambda| = {:.2g}, and {} is stable up to {:.3g} at best. Try --method {}, "
      "or --h {:.1g}.",
      h * rho, record_.name, limit, for_stiff_models, near_limit * limit / rho);
}

void StiffnessWatch::report(Report& report) const {
  if (looks_ == 0) return;
  report.stiffness = StiffnessReport{.h_lambda = at_notice_ > 0 ? at_notice_ : largest_,
                                     .lambda = radius_.value(),
                                     .limited_by_stability = at_notice_ > 0,
                                     .t_noticed = t_notice_};
  const bool chooses_itself = !report.method_changes.empty();
  if (is_explicit() || chooses_itself || looks_ < certain_after || largest_ > too_long) return;
  report.hints.push_back(
      fmt::format("the model is not stiff at this accuracy: h |lambda| stayed below {:.2g}. An explicit method may be "
                  "faster: try --method {}, or --method auto.",
                  largest_, for_other_models));
}

void StiffnessWatch::exchange(Archive& archive) {
  radius_.exchange(archive);
  archive("stiffness.t_look", t_look_);
  archive("stiffness.steps", steps_);
  archive("stiffness.wait", wait_);
  archive("stiffness.looks", looks_);
  archive("stiffness.at_limit", at_limit_);
  archive("stiffness.largest", largest_);
  archive("stiffness.at_notice", at_notice_);
  archive("stiffness.t_notice", t_notice_);
}

}  // namespace daedalus
