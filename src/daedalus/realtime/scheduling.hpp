// scheduling.hpp: what a thread can ask of the operating system so that it is not interrupted, as far as it is
// permitted.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace daedalus {

struct SchedulingHints {
  int priority = 50;        // of SCHED_FIFO, 1 to 99; 0: ordinary scheduling
  bool lock_memory = true;  // no page faults
  std::optional<int> cpu;   // the only one to run on
};

struct Scheduling {
  bool fifo = false, memory_locked = false, pinned = false;
  std::vector<std::string> notes;  // one sentence per request: granted, or why not and how to get it
};

// For the calling thread; the memory is that of the whole process as it is now. Refusals are no errors.
Scheduling apply_scheduling(const SchedulingHints& hints);

}  // namespace daedalus
