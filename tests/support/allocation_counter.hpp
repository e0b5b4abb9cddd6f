// allocation_counter.hpp: how often the program has asked for memory, by new or by malloc, in C++ or in a C library.
//
//   const long before = AllocationCount::now();
//   step();
//   EXPECT_EQ(AllocationCount::now(), before);
// It can also let them fail: what a program does that is out of memory.
//
// Add ../support/allocation_counter.cpp to the sources of the test program. Where the count is not available (address
// and thread sanitizers bring their own malloc, other C libraries other names) now() is always 0 and such a test passes
// without having tested: skip it where available() is false.
#pragma once

namespace daedalus {

struct AllocationCount {
  static long now();
  static bool available();

  // The n-th allocation from here on finds no memory, those after it do: the C library itself needs some to pass an
  // exception on. 0 ends that.
  static void fail_at(long n);
};

}  // namespace daedalus
