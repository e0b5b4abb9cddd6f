// wide_registers.hpp: whether the processor has AVX2 and FMA, for the few loops that are compiled a second time for them.
//
// Only functions marked for it use them, so that the program runs on any processor of its kind. Results differ in the last
// bit between machines that have them and machines that do not, never within one machine.
#pragma once

#if defined(__x86_64__) && !defined(__clang__)
#define DAEDALUS_HAS_WIDE_CODE 1
#else
#define DAEDALUS_HAS_WIDE_CODE 0
#endif

namespace daedalus {

inline bool has_wide_registers() {
#if DAEDALUS_HAS_WIDE_CODE
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

}  // namespace daedalus
