// realtime.cpp: what a step of 1 ms of a vehicle costs with the methods of fixed cost, step by step over a minute.
//
//   benchmarks/run realtime [SECONDS] [WORD...]     only rows in which every word occurs
//
// CPU time of the thread, with SCHED_FIFO where that is permitted: a step that waits for the processor is not charged
// for it. `wall` is the worst step on the clock. `off by`: largest deviation of the chassis' height from an accurate
// run, over the bump; |g|: largest constraint residual.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "step_times.hpp"

namespace daedalus {
namespace {

constexpr double h = 1e-3, compared = 3;  // s; s of the drive over the bump beside the accurate run

std::vector<Contestant> contestants(const std::string& formulation) {
  std::vector<Contestant> all;
  const auto add = [&](const std::string& name, const std::string& method, std::vector<OptionSetting> settings) {
    all.push_back({name, formulation, method, std::move(settings)});
  };
  for (const char* preset : {"explicit-projected", "half-explicit", "index1", "index2", "index1-baumgarte",
                             "index2-baumgarte", "index1-projected", "index2-projected", "vehicle", "stiff-vehicle"})
    add(preset, "rt-euler", {{"preset", preset}});
  add("index 1, reversed, baumgarte, together", "rt-euler",
      {{"index", "1"}, {"stabilization", "baumgarte"}, {"jacobian", "reversed"}});
  add("index 1, reversed, projection, together", "rt-euler", {{"index", "1"}, {"jacobian", "reversed"}});
  add("springs, exact, baumgarte", "rt-euler", {{"preset", "stiff-vehicle"}, {"jacobian", "exact"}});
  add("springs, reversed, projection", "rt-euler", {{"preset", "stiff-vehicle"}, {"stabilization", "projection"}});
  add("index 2, exact, projection (default)", "rt-euler", {});
  add("index 2, exact, baumgarte", "rt-euler", {{"stabilization", "baumgarte"}});
  add("index 2, j2, projection", "rt-euler", {{"jacobian", "j2"}});
  add("index 2, j2, baumgarte", "rt-euler", {{"jacobian", "j2"}, {"stabilization", "baumgarte"}});
  add("index 2, j1, baumgarte", "rt-euler", {{"jacobian", "j1"}, {"stabilization", "baumgarte"}});
  add("rt-midpoint", "rt-midpoint", {});
  add("rt-ros2", "rt-ros2", {});
  return all;
}

void measure(const std::string& vehicle, const std::string& reference, double t_end,
             const std::vector<std::string>& words) {
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/vehicle/" + vehicle + ".yaml", {});
  for (const std::string formulation : {"cartesian", "joint"}) {
    const auto system = make_system(model, formulation);
    const State start = find_start(*system).state;
    std::vector<double> right;
    for (const Contestant& c : contestants(formulation)) {
      const std::string label = fmt::format("{} {} {}", vehicle, formulation, c.name);
      if (!std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return label.find(word) != std::string::npos; }))
        continue;
      if (right.empty()) right = find_heights(*system, start, reference, 1e-7, compared);
      const StepTimes times = time_steps(*system, start, c, h, t_end);
      double error = 0;
      for (std::size_t k = 0; k < std::min(right.size(), times.height.size()); ++k)
        error = std::max(error, std::abs(right[k] - times.height[k]));
      const auto us = [](const std::vector<double>& values, double share) { return 1e6 * percentile(values, share); };
      fmt::print("{:<66}{:>8.1f}{:>8.1f}{:>8.1f}{:>8.1f}{:>9.1f}{:>11.2e}{:>11.2e}{:>9.4f} {}\n", label,
                 us(times.cpu, 0.5), us(times.cpu, 0.99), us(times.cpu, 0.9999), us(times.cpu, 1), us(times.wall, 1),
                 error, times.open, times.height.back(),
                 times.real_time ? times.failure : times.failure + " without SCHED_FIFO");
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace daedalus

int main(int count, char** given) {
  const double t_end = count > 1 ? std::atof(given[1]) : 60;
  const std::vector<std::string> words(given + std::min(count, 2), given + count);
  fmt::print("{:<66}{:>8}{:>8}{:>8}{:>8}{:>9}{:>11}{:>11}{:>9}\n", "us per step of 1 ms", "median", "99 %", "99.99 %",
             "worst", "wall", "off by m", "|g| m", "z end m");
  daedalus::measure("hmmwv14", "dopri5", t_end, words);
  daedalus::measure("hmmwv14_stiff", "nstiff-si2", t_end, words);
}
