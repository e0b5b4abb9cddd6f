// convergence.cpp: [NJK09, section 3.1, Figs. 3-6]: the error at the end of a run against the step size, and its slope.
//
// The paper plots one component per figure (crank rate; angle and rate of body 5) and says that the orders hold for all
// positions and velocities. Here the slope of that component stands beside those of the whole vectors q, v and λ
// (largest error over largest component).
// The step sizes lie in the asymptotic range: the slope is taken between the finest steps that are clear of round-off,
// and the slope before it must agree with it (analysis/observed_order.hpp). λ of hht-add is that of the equations of
// motion at the end of the step.
#include <fmt/format.h>

#include <cmath>

#include "daedalus/closed_form/andrews.hpp"
#include "daedalus/reproduce/paper_002/paper_002.hpp"

namespace daedalus::reproduce::paper_002 {
namespace {

using Kind = StudyTable::Kind;
enum class Part { angle, rate };

double component(const State& x, Index i, Part part) { return part == Part::angle ? x.q[i] : x.v[i]; }

struct Study {
  Case of;
  Index watched = 0;
  std::string reference;
  State reference_state;
  StateError reference_error;
  std::vector<Comparison> methods;  // one method each

  double error(const ComparedRun& run, Part part) const {
    return std::abs(component(run.final, watched, part) - component(reference_state, watched, part));
  }
  std::string watched_name(Part part) const { return of.angle + (part == Part::angle ? "" : "'"); }
};

// Methods of order 1 are asymptotic later and suffer less from round-off: their steps are smaller.
std::vector<double> step_sizes(const ExperimentRunner& runner, const Case& c, const MethodChoice& method) {
  const bool is_first_order = find_method(method.name).record.order_q == 1;
  double h = is_first_order ? c.order_1_h : c.h;
  const int halvings = runner.quick() ? 2 : c.halvings + (is_first_order ? 1 : 0);
  std::vector<double> sizes;
  for (int k = 0; k <= halvings; ++k, h /= 2) sizes.push_back(h);
  return sizes;
}

Study make_study(const ExperimentRunner& runner, Case c) {
  if (runner.quick()) c.t_end = c.quick_t_end;
  const Mechanism mechanism = runner.load(c.model);
  Study study{.of = c,
              .watched = mechanism.coordinate(c.angle),
              .reference = {},
              .reference_state = {},
              .reference_error = {},
              .methods = {}};
  ComparisonOptions options{.t_end = c.t_end,
                            .reference_rtol = runner.quick() ? 1e-11 : 2e-13,
                            .reference = c.exact(mechanism, c.t_end),
                            .repetitions = 1};
  for (const MethodChoice& method : methods()) {
    options.methods = {method};
    options.h = step_sizes(runner, c, method);
    const Comparison& all = study.methods.emplace_back(runner.compare(mechanism, options));
    if (study.reference.empty()) study.reference = all.reference;
    options.reference = study.reference_state = all.reference_state;
    options.reference_error = study.reference_error = all.reference_error;
  }
  return study;
}

ObservedOrder order_of_component(const Study& study, const Comparison& all, Part part) {
  const double scale = std::abs(component(study.reference_state, study.watched, part));
  const double floor = part == Part::angle ? study.reference_error.q : study.reference_error.v;
  std::vector<OrderPoint> points;
  for (const ComparedRun& run : all.runs)
    if (run.done()) points.push_back({run.h, study.error(run, part) / scale, floor});
  return observe_order(std::move(points), find_method(all.methods.front().name).record.order_q);
}

std::string text_of_order(const ObservedOrder& order) {
  return order.slope ? fmt::format("{:.2f}", *order.slope) : "none";
}

std::string failure_of(const Comparison& all) {
  for (const ComparedRun& run : all.runs)
    if (!run.done()) return fmt::format("at h = {:.3g} s: {}", run.h, run.failure.substr(0, run.failure.find('\n')));
  return "";
}

// All of the watched component, q, v and λ have to be as declared, to 0.1.
Finding judge(const Study& study, const Comparison& all, Part part) {
  const MethodChoice& method = all.methods.front();
  const double declared = find_method(method.name).record.order_q;
  const ComparedOrder& whole = all.orders.front();
  const ObservedOrder watched = order_of_component(study, all, part);
  Finding finding{.subject = method.label,
                  .paper = is_of_the_paper(method) ? fmt::format("order {:.0f}", declared) : "not in the paper",
                  .ours = fmt::format("{} {}; q {}, v {}, λ {}", study.watched_name(part), text_of_order(watched),
                                      text_of_order(whole.q), text_of_order(whole.v),
                                      all.redundant ? "-" : text_of_order(whole.lambda))};
  double worst = 0;
  bool is_open = false;
  for (const ObservedOrder* seen : {&watched, &whole.q, &whole.v, &whole.lambda}) {
    if (all.redundant && seen == &whole.lambda) continue;
    is_open = is_open || !seen->slope || (!seen->has_settled() && std::abs(*seen->slope - declared) > 0.1);
    if (seen->slope) worst = std::max(worst, std::abs(*seen->slope - declared));
  }
  if (const std::string failure = failure_of(all); !failure.empty()) {
    finding.outcome = Outcome::differs;
    finding.why = "a run failed " + failure;
  } else if (!is_of_the_paper(method)) {
    finding.outcome = Outcome::not_comparable;
    finding.why = fmt::format("shown for comparison: order {:.0f} in theory", declared);
  } else if (is_open) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "the slopes still change: not yet asymptotic";
  } else if (worst > 0.1) {
    finding.outcome = Outcome::differs;
    finding.why = fmt::format("off by {:.2f}, more than 0.1", worst);
  }
  return finding;
}

StudyChart chart_of(const Study& study, Part part, const std::string& title) {
  StudyChart chart{.kind = StudyChart::Kind::convergence,
                   .title = title,
                   .x = {"step size h", "s"},
                   .y = {fmt::format("error of {} at t = {:.4g} s", study.watched_name(part), study.of.t_end),
                         part == Part::angle ? "rad" : "rad/s"},
                   .series = {},
                   .slopes = {1, 2}};
  for (const Comparison& all : study.methods) {
    StudySeries series{.name = all.methods.front().label,
                       .x = {},
                       .y = {},
                       .order = find_method(all.methods.front().name).record.order_q};
    for (const ComparedRun& run : all.runs)
      if (run.done()) {
        series.x.push_back(run.h);
        series.y.push_back(study.error(run, part));
      }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

StudyTable errors_table(const Study& study, Part part) {
  StudyTable table{
      .title = fmt::format("{}: errors", study.of.title),
      .note = fmt::format(
          "At t = {:.4g} s, relative to {}, whose own relative error is about {:.1e} in q, {:.1e} in v, {:.1e} in λ.",
          study.of.t_end, study.reference, study.reference_error.q, study.reference_error.v,
          study.reference_error.lambda),
      .columns = {{"method"},
                  {"h", "s", Kind::number, 3},
                  {study.watched_name(part), part == Part::angle ? "rad" : "rad/s", Kind::number, 3},
                  {"q, relative", "", Kind::number, 3},
                  {"v, relative", "", Kind::number, 3},
                  {"λ, relative", "", Kind::number, 3}}};
  for (const Comparison& all : study.methods)
    for (const ComparedRun& run : all.runs)
      if (run.done())
        table.rows.push_back(
            {all.methods.front().label, run.h, study.error(run, part), run.error.q, run.error.v, run.error.lambda});
  return table;
}

StudyText step_sizes_text(const ExperimentRunner& runner, const Case& c) {
  std::string first_order;
  for (const MethodChoice& method : methods())
    if (find_method(method.name).record.order_q == 1) {
      const std::vector<double> sizes = step_sizes(runner, c, method);
      first_order += fmt::format(", {} {:.3g} to {:.3g} s", method.label, sizes.front(), sizes.back());
    }
  const std::vector<double> sizes = step_sizes(runner, c, parse_method_choice("hht-i3"));
  return {.title = "Step sizes",
          .text = fmt::format(
              "Steps are halved from {:.3g} to {:.3g} s{}. Orders are slopes between the two smallest steps; at still "
              "smaller steps the round-off of the index-3 methods, which grows like 1/h², becomes visible.",
              sizes.front(), sizes.back(), first_order)};
}

// The reference of the seven-body mechanism is a run; its angles are known with 20 digits from another formulation.
StudyText reference_check(const Study& study) {
  const State known = andrews_reference(study.of.t_end).value();
  constexpr Index delta = 4;  // of (β, Θ, γ, Φ, δ, Ω, ε): the angle of body 5
  return {.title = "Accuracy of the reference",
          .text = fmt::format("At the end of the reference run, the angle of body 5 is within {:.1e} rad and its rate "
                              "within {:.1e} rad/s of the 20-digit solution in relative angles.",
                              std::abs(study.reference_state.q[study.watched] - known.q[delta]),
                              std::abs(study.reference_state.v[study.watched] - known.v[delta]))};
}

Figure figure_of(const ExperimentRunner& runner, const Study& study, const std::string& label, Part part) {
  Figure figure{
      .label = label,
      .title =
          fmt::format("convergence, {}, {}", study.of.title, part == Part::angle ? "orientation" : "angular velocity"),
      .statement =
          "All methods converge with order 2 in positions and velocities, Newmark (gamma > 1/2) with order 1."};
  for (const Comparison& all : study.methods) figure.findings.push_back(judge(study, all, part));
  figure.exhibits.emplace_back(step_sizes_text(runner, study.of));
  figure.exhibits.emplace_back(
      chart_of(study, part, fmt::format("{}: error of {} against h", label, study.watched_name(part))));
  figure.exhibits.emplace_back(errors_table(study, part));
  return figure;
}

}  // namespace

Account convergence(const ExperimentRunner& runner) {
  Account account;
  for (const Case& c : cases()) {
    const Study study = make_study(runner, c);
    if (!c.figure_angle.empty()) account.push_back(figure_of(runner, study, c.figure_angle, Part::angle));
    if (!c.figure_rate.empty()) account.push_back(figure_of(runner, study, c.figure_rate, Part::rate));
    if (c.model == "andrews") account.back().exhibits.emplace_back(reference_check(study));
  }
  return account;
}

}  // namespace daedalus::reproduce::paper_002
