// rt_options.hpp: from what is asked for on the command line to the method, the loop and the files of a run in real
// time.
#pragma once

#include <atomic>
#include <cstddef>

#include "daedalus/analysis/comparison.hpp"
#include "rt_run.hpp"

namespace daedalus::cli {

// A preset of rt-euler by its name, a method with options, or what the model suggests when a step of that has a fixed
// cost.
MethodChoice choose_rt_method(const RtRequest& request, const RunSuggestion& suggested);

// What speaks against these steps of this method on the model, before the run.
std::vector<std::string> find_rt_concerns(const Mechanism& mechanism, const MethodChoice& choice, double h);

// Throws OptionError for a pace that cannot be kept or counted.
SessionOptions make_session_options(const RtRequest& request, const Mechanism& mechanism,
                                    const std::atomic<bool>& stop);

// Every how many samples one goes to the files.
std::size_t file_stride(const RtRequest& request, const Mechanism& mechanism, const LoopOptions& loop);

}  // namespace daedalus::cli
