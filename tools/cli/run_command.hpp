// run_command.hpp: one run of one system with one method, as `run` and `demo` do it.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/options.hpp"

namespace daedalus::cli {

struct RunRequest {
  std::string system;
  std::string method = "dopri5";
  double h = 0;                       // > 0: fixed step
  double rtol = 1e-6, atol = 0;       // atol 0: rtol/100
  double t_end = 0;                   // 0: what the system suggests
  double every = 0;                   // > 0: samples at this interval
  std::vector<OptionSetting> options, control;
  std::string output, restart, checkpoint;
  bool json = false;
};

int run(const RunRequest& request);

}  // namespace daedalus::cli
