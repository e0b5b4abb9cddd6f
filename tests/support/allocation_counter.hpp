// allocation_counter.hpp: how often the program has asked for memory, by new or by malloc, in C++ or in a C library.
//
//   const long before = AllocationCount::now();
//   step();
//   EXPECT_EQ(AllocationCount::now(), before);
//
// Add ../support/allocation_counter.cpp to the sources of the test program. Where the count is not available (address
// and thread sanitizers bring their own malloc, other C libraries other names) now() is always 0 and such a test passes
// without having tested: skip it where available() is false.
#pragma once

namespace daedalus {

struct AllocationCount {
  static long now();
  static bool available();
};

}  // namespace daedalus
