// step_times.hpp: what every single step of a fixed-cost method takes, and where the vehicle goes meanwhile.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/formulation/model_system.hpp"

namespace daedalus {

struct Contestant {
  std::string name;  // for people
  std::string formulation, method;
  std::vector<OptionSetting> settings;
};

// Of one run, step by step. Seconds.
struct StepTimes {
  std::vector<double> cpu, wall;  // of the thread; on the clock
  std::vector<double> height;     // m, of the chassis, every `sample` s
  double open = 0;                // largest |g| at a step
  bool real_time = false;         // SCHED_FIFO was granted
  std::string failure;            // "" when all steps were taken
};

inline constexpr double sample = 0.01;  // s

StepTimes time_steps(const ModelSystem& system, const State& start, const Contestant& contestant, double h,
                     double t_end);

// Heights of the chassis in an accurate run.
std::vector<double> find_heights(const ModelSystem& system, const State& start, const std::string& method,
                                 double tolerance, double t_end);

double percentile(std::vector<double> values, double share);

}  // namespace daedalus
