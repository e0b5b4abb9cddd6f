// benchmarks.cpp: runs to the end of a benchmark with rtol = atol = 1e-7, and how far each is from the published state,
// in tolerances:
//
//   error = max over the channels |found − published| / (1 + largest |q| or |v|)        confirmed: up to 100 tolerances
//
// The largest one, because that is what rtol refers to: a position of 0.02 m that turns with 1140 rad/s is not known to
// 1e-7 m/s. A hundred, because tolerances are for steps, and some hundred of them add up.
// Methods of order 1 and those for real time are not meant for seven digits and are not run; rk4 takes a step that is
// small enough for them.
#include "daedalus/reproduce/benchmarks/benchmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"

namespace daedalus::reproduce {
namespace benchmarks {
namespace {

using Kind = StudyTable::Kind;

constexpr double tolerance = 1e-7, close_enough = 100;

bool is_meant_for_it(const MethodRecord& method) { return method.cost == StepCost::iterative && method.order_q > 1; }

double error_of(const Mechanism& mechanism, const Benchmark& benchmark, const State& x) {
  const auto source = mechanism.make_channels();
  const std::vector<ChannelInfo>& channels = source->channels();
  std::vector<double> values(channels.size());
  source->evaluate(x, {}, values.data());
  double error = 0;
  for (const Expected& expected : benchmark.expected) {
    const auto at = std::find_if(channels.begin(), channels.end(),
                                 [&](const ChannelInfo& channel) { return channel.name == expected.channel; });
    const double found = values.at(static_cast<std::size_t>(at - channels.begin()));
    const bool is_velocity = expected.channel.find(".v") != std::string::npos;
    error =
        std::max(error, std::abs(found - expected.value) / (1 + (is_velocity ? x.v : x.q).lpNorm<Eigen::Infinity>()));
  }
  return error;
}

struct Outcomes {
  Figure figure;
  StudyTable table;
};

void judge(const ExperimentRunner& runner, const Mechanism& mechanism, const std::string& formulation,
           const Benchmark& benchmark, const MethodRecord& method, Outcomes& into) {
  const bool is_controlled = method.control != StepControl::fixed_only;
  const MethodChoice choice = parse_method_choice(method.name);
  const Result result = is_controlled
                            ? runner.run_to_tolerance(mechanism, choice, tolerance, mechanism.start, benchmark.t_end)
                            : runner.run(mechanism, choice, benchmark.rk4_h, benchmark.t_end);
  Finding finding{.subject = fmt::format("{}, {}", method.name, formulation), .paper = "published digits"};
  if (result.status != RunStatus::done) {
    finding.ours = fmt::format("stops at {:.4g} s", result.final.t);
    finding.outcome = Outcome::differs;
    finding.why = result.failure ? result.failure->message() : "stopped early";
    finding.why.resize(std::min(finding.why.size(), finding.why.find('\n')));
    into.table.rows.push_back({method.name, formulation, "failed", StudyTable::Cell(), StudyTable::Cell()});
  } else {
    const double error = error_of(mechanism, benchmark, result.final);
    finding.ours = fmt::format("error {:.1e}, {:.2g} times the tolerance, in {} steps", error, error / tolerance,
                               result.report.steps.accepted);
    if (!(error <= close_enough * tolerance)) {
      finding.outcome = Outcome::differs;
      finding.why = fmt::format("more than {:g} times the tolerance", close_enough);
    }
    into.table.rows.push_back(
        {method.name, formulation, "done", error, static_cast<double>(result.report.steps.accepted)});
  }
  into.figure.findings.push_back(std::move(finding));
}

template <std::size_t index>
Account run_one(const ExperimentRunner& runner) {
  return run(runner, all().at(index));
}

}  // namespace

Account run(const ExperimentRunner& runner, const Benchmark& benchmark) {
  Outcomes outcomes;
  outcomes.figure = {.label = benchmark.label,
                     .title = fmt::format("t = {:g} s", benchmark.t_end),
                     .statement = fmt::format("{}. rtol = atol = {:.0e}; rk4 with h = {:g} s.", benchmark.source,
                                              tolerance, benchmark.rk4_h)};
  outcomes.table = {
      .title = fmt::format("{}: errors", benchmark.label),
      .columns = {{"method"}, {"formulation"}, {""}, {"error", "", Kind::ours, 3}, {"steps", "", Kind::number, 7}}};
  for (const char* formulation : {"cartesian", "joint"}) {
    const Mechanism mechanism = runner.load(benchmark.model, benchmark.parameters, formulation);
    for (const MethodEntry& entry : method_table()) {
      const MethodRecord method = entry.record;
      if (!is_meant_for_it(method) || method.is_external() || (runner.quick() && method.order_q < 4)) continue;
      judge(runner, mechanism, formulation, benchmark, method, outcomes);
    }
  }
  outcomes.figure.exhibits.emplace_back(std::move(outcomes.table));
  return {std::move(outcomes.figure)};
}

}  // namespace benchmarks

Paper make_benchmarks() {
  return {.number = "benchmarks",
          .title = "Benchmark mechanisms with published solutions",
          .source = "IFToMM benchmarks A01 and A02; Brüls, Cardona (2010); IVP Test Set",
          .experiments =
              {
                  {"pendulum", "A01", "simple pendulum, 10 s", benchmarks::run_one<0>},
                  {"four-bar-1", "A02", "N-four-bar, N = 1, through its singular positions", benchmarks::run_one<1>},
                  {"four-bar-2", "A02", "N-four-bar, N = 2, through its singular positions", benchmarks::run_one<2>},
                  {"heavy-top", "heavy top", "fast spinning top, 0.5 s", benchmarks::run_one<3>},
                  {"andrews", "seven-body mechanism", "seven-body mechanism, 0.03 s", benchmarks::run_one<4>},
                  {"car-axle", "car axle", "car axle, 3 s", benchmarks::run_one<5>},
              },
          .theory = "docs/methods/benchmarks.md"};
}

}  // namespace daedalus::reproduce
