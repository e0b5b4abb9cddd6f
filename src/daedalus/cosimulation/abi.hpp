// abi.hpp: the C types of FMI 2.0 and 3.0 as this library speaks them, in our own words. What counts is their layout:
// tests/fmi compares every function with the headers of an independent implementation.
//
// Enumerations cross the boundary as int, structures hold what their names say in the order of the standards.
#pragma once

#include <cstddef>
#include <cstdint>

#define DAEDALUS_FMI_EXPORT __attribute__((visibility("default")))

namespace daedalus::fmi {

using Reference = unsigned int;  // of a variable
using Text = const char*;
using Handle = void*;  // of an instance or of a saved state: a number, never a place in memory

enum Status : int { ok = 0, warning = 1, discard = 2, error = 3, fatal = 4 };

// --- FMI 2.0: Boolean is an int
enum StatusKind2 : int { do_step_status = 0, pending_status = 1, last_successful_time = 2, terminated_status = 3 };

using Log2 = void (*)(void* environment, Text instance, Status status, Text category, Text message, ...);

struct Callbacks2 {
  Log2 log;
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*release)(void* memory);
  void (*step_finished)(void* environment, Status status);
  void* environment;
};

struct EventInfo2 {
  int update_again, terminate, nominals_changed, values_changed, has_next_event;
  double next_event;
};

// --- FMI 3.0: Boolean is a bool
using Log3 = void (*)(void* environment, Status status, Text category, Text message);
using IntermediateUpdate3 = void (*)(void* environment, double t, bool may_set, bool may_get, bool step_finished,
                                     bool can_return, bool* return_early, double* return_time);
using ClockUpdate3 = void (*)(void* environment);
using Preemption3 = void (*)();

}  // namespace daedalus::fmi
