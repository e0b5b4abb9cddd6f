#include "work_precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "timing.hpp"

namespace daedalus {

Outcome run_ours(const System& system, const State& start, const std::string& method_name, double t_end,
                 const IntegrationOptions& integration, const OnState& on_state) {
  const auto method = make_method(method_name);
  SolveOptions options{
      .t_end = t_end, .integration = integration, .output = Output::end_only, .monitoring = Monitoring::off};
  if (on_state) options.on_step = [&](const Integration& run) { on_state(run.state()); };
  const Result result = solve(system, *method, start, options);
  const Report& report = result.report;
  Outcome outcome{result.status == RunStatus::done, result.final, report.steps.accepted, report.steps.rejected,
                  report.work.evaluations};
  if (result.failure) outcome.failure = fmt::format("{} at {:.5g} s", result.failure->kind, result.failure->t);
  return outcome;
}

void judge(Contestant& c, const ErrorAt& error_at) {
  c.error = 0;
  c.outcome = c.run([&](const State& x) { c.error = std::max(c.error, error_at(x)); });
  if (!c.outcome.done) c.error = std::nan("");
}

void time_once(Contestant& c) {
  if (!c.outcome.done) return;
  const double began = cpu_seconds();
  c.run(nullptr);
  c.seconds = std::min(c.seconds, cpu_seconds() - began);
}

void race(std::vector<Contestant>& all, int rounds, const ErrorAt& error_at) {
  for (Contestant& c : all) judge(c, error_at);
  for (int round = 0; round < rounds; ++round)
    for (Contestant& c : all) time_once(c);
}

double seconds_at(double error, const std::vector<Contestant>& all, const std::string& who) {
  const Contestant *worse = nullptr, *better = nullptr;
  double cheapest = std::nan("");
  for (const Contestant& c : all) {
    if (c.who != who) continue;
    if (c.error >= error && (!worse || c.error < worse->error)) worse = &c;
    if (c.error <= error) cheapest = std::fmin(cheapest, c.seconds);
    if (c.error < error && (!better || c.error > better->error)) better = &c;
  }
  if (!worse || !better) return cheapest;
  const double weight = std::log(worse->error / error) / std::log(worse->error / better->error);
  return std::min(cheapest, std::exp((1 - weight) * std::log(worse->seconds) + weight * std::log(better->seconds)));
}

void print_table(const std::vector<Contestant>& all) {
  fmt::print("  {:<26}{:<12}{:>8}{:>10}{:>12}{:>12}\n", "", "", "steps", "rejected", "error", "ms");
  for (const Contestant& c : all) {
    fmt::print("  {:<26}{:<12}{:>8}{:>10}", c.who, c.setting, c.outcome.steps, c.outcome.rejected);
    if (c.outcome.done) fmt::print("{:>12.1e}{:>12.3f}\n", c.error, 1e3 * c.seconds);
    else fmt::print("{:>12}  {}\n", "failed", c.outcome.failure);
  }
}

}  // namespace daedalus
