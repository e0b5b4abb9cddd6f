#include "daedalus/realtime/scheduling.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace daedalus {
namespace {

// The pages of the stack are there before the first tick.
void touch_stack() {
  constexpr std::size_t bytes = 256 * 1024, page = 4096;
  [[maybe_unused]] volatile unsigned char stack[bytes];
  for (std::size_t i = 0; i < bytes; i += page) stack[i] = 0;
}

void set_priority(int priority, Scheduling& granted) {
  sched_param parameters{};
  parameters.sched_priority = priority;
  const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  granted.fifo = error == 0;
  granted.notes.push_back(granted.fifo ? fmt::format("SCHED_FIFO, priority {}.", priority)
                                       : fmt::format("SCHED_FIFO not available ({}): other programs may delay a step. "
                                                     "Raise the 'rtprio' limit or grant CAP_SYS_NICE.",
                                                     std::strerror(error)));
}

void lock_memory(Scheduling& granted) {
  // not MCL_FUTURE: the thread that writes files may go on asking for memory
  granted.memory_locked = mlockall(MCL_CURRENT) == 0;
  granted.notes.push_back(granted.memory_locked
                              ? "Memory locked."
                              : fmt::format("Memory not locked ({}): page faults may delay a step. Raise the 'memlock' "
                                            "limit (ulimit -l) or grant CAP_IPC_LOCK.",
                                            std::strerror(errno)));
}

void pin(int cpu, Scheduling& granted) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(cpu), &set);
  const int error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  granted.pinned = error == 0;
  granted.notes.push_back(granted.pinned
                              ? fmt::format("Pinned to processor {}.", cpu)
                              : fmt::format("Could not pin to processor {} ({}).", cpu, std::strerror(error)));
}

}  // namespace

Scheduling apply_scheduling(const SchedulingHints& hints) {
  Scheduling granted;
  touch_stack();
  if (hints.cpu) pin(*hints.cpu, granted);
  if (hints.lock_memory) lock_memory(granted);
  if (hints.priority > 0) set_priority(hints.priority, granted);
  else granted.notes.emplace_back("Default scheduling, as requested.");
  return granted;
}

}  // namespace daedalus
