// numbers.hpp: what a number on the command line may be. The checks of CLI11 let NaN and infinity pass.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace daedalus::cli {

inline CLI::Validator finite_number(double lowest, bool lowest_excluded, const char* description) {
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        double value = 0;
        if (!CLI::detail::lexical_cast(text, value)) return "'" + text + "' is not a number";
        const bool fits = lowest_excluded ? value > lowest : value >= lowest;  // false for NaN
        return fits && std::isfinite(value) ? ""
                                            : "'" + text + "' is not accepted: expected " + std::string(description);
      },
      lowest_excluded         ? "POSITIVE"
      : std::isfinite(lowest) ? "NONNEGATIVE"
                              : "NUMBER");
}

inline CLI::Validator positive_number() { return finite_number(0, true, "a positive number"); }
inline CLI::Validator number_from_zero() { return finite_number(0, false, "a nonnegative number"); }
inline CLI::Validator any_number() { return finite_number(-HUGE_VAL, true, "a finite number"); }

}  // namespace daedalus::cli
