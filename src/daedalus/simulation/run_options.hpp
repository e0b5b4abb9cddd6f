// run_options.hpp: from a request and what the model suggests to the options of solve().
#pragma once

#include "daedalus/simulation/run.hpp"

namespace daedalus {

SolveOptions make_solve_options(const RunRequest& request, const Mechanism& mechanism);

}  // namespace daedalus
