// run_command.hpp: one run of one model with one method, as `run` and `demo` do it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "page_output.hpp"
#include "subject.hpp"

namespace daedalus::cli {

// What is not given is what the model suggests.
struct RunRequest {
  SubjectRequest subject;
  std::optional<std::string> method;
  std::optional<double> h;           // s, fixed step
  std::optional<double> rtol, atol;  // atol: rtol/100 when only rtol is given
  std::optional<double> t_end;       // s
  std::optional<double> every;       // s, sample interval; 0 is every step
  std::vector<OptionSetting> options, control;
  std::vector<OptionSetting> bounds;  // of the constraint residuals, by level
  std::vector<std::string> channels;  // patterns
  std::vector<std::string> outputs;   // result files
  PageRequest page;
  std::string restart, checkpoint;
  double checkpoint_seconds = 10;  // wall time between checkpoints
  bool json = false;
};

int run(const RunRequest& request);

}  // namespace daedalus::cli
