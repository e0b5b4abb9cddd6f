// run_command.hpp: one run of one model with one method, as `run` and `demo` do it.
#pragma once

#include "loaded_mechanism.hpp"
#include "page_output.hpp"

namespace daedalus::cli {

struct RunArguments {
  MechanismRequest mechanism;
  RunRequest run;
  PageRequest page;
  bool json = false, verbose = false;
};

int run_and_report(const RunArguments& arguments);

}  // namespace daedalus::cli
