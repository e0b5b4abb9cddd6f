// expects.hpp: a statement the code relies on. Broken only by our own bug, never by input or by numerics.
//
// Checked builds (presets debug, asan, coverage) stop at the first broken expectation; release builds do not test.
#pragma once

namespace daedalus {

#ifdef DAEDALUS_CHECKED
inline constexpr bool checked_build = true;
#else
inline constexpr bool checked_build = false;
#endif

[[noreturn]] void report_broken_expectation(const char* what, const char* file, int line, const char* function);

// The default arguments are those of the caller (std::source_location is not to be had with Clang 14).
inline void expects(bool condition, const char* what, const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                    const char* function = __builtin_FUNCTION()) {
  if constexpr (checked_build) {
    if (!condition) report_broken_expectation(what, file, line, function);
  }
}

}  // namespace daedalus
