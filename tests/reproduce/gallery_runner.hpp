// gallery_runner.hpp: experiments on the models of the source tree.
#pragma once

#include "daedalus/reproduce/experiment_runner.hpp"

namespace daedalus::testing {

inline reproduce::ExperimentRunner gallery_runner(bool quick = true, const std::atomic<bool>* cancel = nullptr) {
  return reproduce::ExperimentRunner({.quick = quick, .cancel = cancel, .on_progress = nullptr});
}

}  // namespace daedalus::testing
