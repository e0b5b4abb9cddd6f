// convergence.cpp: [NJK09, section 3.1, Figs. 3-6]: the error at the end of a run against the step size, and its slope.
//
// The paper plots one component per figure (crank rate; angle and rate of body 5) and says that the orders hold for all positions and
// velocities. Here the slope of that component stands beside those of the whole vectors q, v and λ (largest error over largest component).
// The step sizes lie in the asymptotic range: the slope is taken between the finest steps that are clear of round-off, and the slope before it
// must agree with it (analysis/observed_order.hpp). λ of hht-add is that of the equations of motion at the end of the step.
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
  Comparison runs;
};

Study make_study(const Bench& bench, const Case& c) {
  const Mechanism mechanism = bench.load(c.model);
  ComparisonOptions options{.methods = methods(), .t_end = c.t_end, .reference_rtol = 2e-13, .repetitions = 1};
  double h = c.h;
  for (int k = 0; k <= (bench.quick() ? 2 : c.halvings); ++k, h /= 2) options.h.push_back(h);
  options.reference = c.exact(mechanism, c.t_end);
  return {c, mechanism.coordinate(c.angle), bench.compare(mechanism, options)};
}

double error_of_component(const Study& study, const ComparedRun& run, Part part) {
  return std::abs(component(run.final, study.watched, part) - component(study.runs.reference_state, study.watched, part));
}

ObservedOrder order_of_component(const Study& study, std::size_t method, Part part) {
  const double scale = std::abs(component(study.runs.reference_state, study.watched, part));
  const double floor = part == Part::angle ? study.runs.reference_error.q : study.runs.reference_error.v;
  std::vector<OrderPoint> points;
  for (const ComparedRun& run : study.runs.runs)
    if (run.method == method && run.done()) points.push_back({run.h, error_of_component(study, run, part) / scale, floor});
  return observe_order(std::move(points));
}

std::string text_of_order(const ObservedOrder& order) { return order.slope ? fmt::format("{:.2f}", *order.slope) : "none"; }

std::string failure_of(const Study& study, std::size_t method) {
  for (const ComparedRun& run : study.runs.runs)
    if (run.method == method && !run.done()) return fmt::format("at h = {:.3g} s: {}", run.h, run.failure.substr(0, run.failure.find('\n')));
  return "";
}

// All of the watched component, q, v and λ have to be as declared, to 0.1.
Finding judge(const Study& study, std::size_t m, Part part) {
  const MethodChoice& method = study.runs.methods[m];
  const double declared = find_method(method.name).record.order_q;
  const ComparedOrder& whole = study.runs.orders[m];
  const ObservedOrder watched = order_of_component(study, m, part);
  Finding finding{.subject = method.label,
                  .paper = is_of_the_paper(method) ? fmt::format("order {:.0f}", declared) : "not in the paper",
                  .ours = fmt::format("{} here; q {}, v {}, λ {}", text_of_order(watched), text_of_order(whole.q), text_of_order(whole.v),
                                      study.runs.redundant ? "-" : text_of_order(whole.lambda))};
  double worst = 0;
  bool is_open = false;
  for (const ObservedOrder* seen : {&watched, &whole.q, &whole.v, &whole.lambda}) {
    if (study.runs.redundant && seen == &whole.lambda) continue;
    is_open = is_open || !seen->slope || (!seen->has_settled() && std::abs(*seen->slope - declared) > 0.1);
    if (seen->slope) worst = std::max(worst, std::abs(*seen->slope - declared));
  }
  if (const std::string failure = failure_of(study, m); !failure.empty()) {
    finding.outcome = Outcome::differs;
    finding.why = "a run failed " + failure;
  } else if (!is_of_the_paper(method)) {
    finding.outcome = Outcome::not_comparable;
    finding.why = fmt::format("shown for comparison: order {:.0f} in theory", declared);
  } else if (is_open) {
    finding.outcome = Outcome::not_comparable;
    finding.why = "the slopes still change: smaller steps would tell";
  } else if (worst > 0.1) {
    finding.outcome = Outcome::differs;
    finding.why = fmt::format("off by {:.2f}, more than 0.1", worst);
  }
  return finding;
}

StudyChart chart_of(const Study& study, Part part, const std::string& title) {
  StudyChart chart{.kind = StudyChart::Kind::convergence, .title = title, .x = {"step size h", "s"},
                   .y = {fmt::format("error of {} at t = {:.4g} s", study.of.angle + (part == Part::angle ? "" : "'"), study.of.t_end),
                         part == Part::angle ? "rad" : "rad/s"},
                   .series = {}, .slopes = {1, 2}};
  for (std::size_t m = 0; m < study.runs.methods.size(); ++m) {
    StudySeries series{.name = study.runs.methods[m].label, .x = {}, .y = {},
                       .order = find_method(study.runs.methods[m].name).record.order_q};
    for (const ComparedRun& run : study.runs.runs)
      if (run.method == m && run.done()) {
        series.x.push_back(run.h);
        series.y.push_back(error_of_component(study, run, part));
      }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

StudyTable errors_table(const Study& study, Part part) {
  StudyTable table{.title = fmt::format("{}: errors", study.of.title),
                   .note = fmt::format("At t = {:.4g} s against {}, whose own error is about {:.1e} in q, {:.1e} in v, {:.1e} in λ (relative).",
                                       study.of.t_end, study.runs.reference, study.runs.reference_error.q, study.runs.reference_error.v,
                                       study.runs.reference_error.lambda),
                   .columns = {{"method"}, {"h", "s", Kind::number, 3},
                               {study.of.angle + (part == Part::angle ? "" : "'"), part == Part::angle ? "rad" : "rad/s", Kind::number, 3},
                               {"q, relative", "", Kind::number, 3}, {"v, relative", "", Kind::number, 3}, {"λ, relative", "", Kind::number, 3}}};
  for (const ComparedRun& run : study.runs.runs)
    if (run.done())
      table.rows.push_back({study.runs.methods[run.method].label, run.h, error_of_component(study, run, part), run.error.q, run.error.v, run.error.lambda});
  return table;
}

// The reference of the seven-body mechanism is a run; its angles are known with 20 digits from another formulation.
StudyText reference_check(const Study& study) {
  const State known = andrews_reference(study.of.t_end).value();
  constexpr Index delta = 4;  // of (β, Θ, γ, Φ, δ, Ω, ε): the angle of body 5
  return {.title = "How good the reference is",
          .text = fmt::format("The reference run ends with the angle of body 5 within {:.1e} rad and its rate within {:.1e} rad/s of the solution in "
                              "relative angles with 20 digits.",
                              std::abs(study.runs.reference_state.q[study.watched] - known.q[delta]),
                              std::abs(study.runs.reference_state.v[study.watched] - known.v[delta]))};
}

Figure figure_of(const Study& study, const std::string& label, Part part) {
  Figure figure{.label = label,
                .title = fmt::format("convergence, {}, {}", study.of.title, part == Part::angle ? "orientation" : "angular velocity"),
                .statement = "All methods converge with order 2 in positions and velocities, Newmark (gamma > 1/2) with order 1."};
  for (std::size_t m = 0; m < study.runs.methods.size(); ++m) figure.findings.push_back(judge(study, m, part));
  figure.exhibits.push_back(chart_of(study, part, fmt::format("{}: error of {} against h", label, study.of.angle + (part == Part::angle ? "" : "'"))));
  figure.exhibits.push_back(errors_table(study, part));
  return figure;
}

}  // namespace

Account convergence(const Bench& bench) {
  Account account;
  for (const Case& c : cases(bench)) {
    const Study study = make_study(bench, c);
    if (!c.figure_angle.empty()) account.push_back(figure_of(study, c.figure_angle, Part::angle));
    if (!c.figure_rate.empty()) account.push_back(figure_of(study, c.figure_rate, Part::rate));
    if (c.model == "andrews") account.back().exhibits.emplace_back(reference_check(study));
  }
  return account;
}

}  // namespace daedalus::reproduce::paper_002
