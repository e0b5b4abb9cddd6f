// rt_run.hpp: one run in real time, as `rt` does it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/realtime/session.hpp"
#include "loaded_mechanism.hpp"
#include "rt_ports.hpp"

namespace daedalus::cli {

enum class Soak { off, on };

struct RtRequest {
  MechanismRequest mechanism;
  std::optional<std::string> method;  // a method with options, or a preset of rt-euler
  std::vector<OptionSetting> options;
  double h = 1e-3;                 // s
  std::optional<double> duration;  // s of model time
  Pace pace = Pace::wall_clock;
  double speed = 1;
  OverrunPolicy policy = OverrunPolicy::skip;
  Soak soak = Soak::off;
  double print_every = 10;  // s of wall time, with soak
  PortRequest ports;
  long send_every = 1;   // ticks
  double patience = 10;  // s of wall time, with lockstep
  SchedulingHints scheduling;
  bool scheduling_given = false;      // also wanted without a clock to keep up with
  std::vector<std::string> outputs;   // result files
  std::vector<std::string> channels;  // patterns
  std::optional<double> every;        // s between samples in the files
  bool json = false;
};

int run_rt(const RtRequest& request);

}  // namespace daedalus::cli
