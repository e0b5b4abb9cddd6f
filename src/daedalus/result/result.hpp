// result.hpp: trajectory + report + status. A run that fails still returns what it reached.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/base/options.hpp"
#include "daedalus/result/report.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

enum class RunStatus { done, stopped_by_event, cancelled, failed };
const char* text_of(RunStatus status);

struct Failure {
  std::string kind = {};            // 'step_too_small', 'newton_diverged', ...
  double t = 0, h = 0;              // s, where and with which step
  long rejections = 0;              // in a row
  std::string worst_equation = {};  // empty when no equation stands out
  std::string cause = {};           // what the system itself finds singular, and what to do; empty when it cannot say
  std::string advice = {};          // the next thing to try

  std::string message() const;  // two or three lines for a person
};

// Restarts a run bit for bit: state, history of the method, memory of the controller, factors and their pivot order.
struct Checkpoint {
  std::string system, method;
  std::vector<Archive::Item> memory;
  std::vector<OptionSetting> settings = {};  // step, tolerances, options: what else must be the same
};

struct Result {
  RunStatus status = RunStatus::done;
  std::optional<Failure> failure;
  std::vector<State> trajectory;
  State final;            // the last accepted state
  Checkpoint checkpoint;  // taken at the last accepted step
  Report report;
};

}  // namespace daedalus
