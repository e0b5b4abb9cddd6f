// harmonic.hpp: f(x) = offset + amplitude sin(ω x + phase), with ω = angular_frequency or ω = 2π frequency.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {

struct HarmonicFunction {
  static constexpr const char* type = "harmonic";
  static constexpr const char* meaning = "a sine, offset + amplitude sin(omega x + phase)";

  double offset = 0, amplitude = 0;
  double frequency = 0, angular_frequency = 0;  // one of them; 0 where it is not given
  double phase = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("offset", offset, Field{}, "mean value");
    v("amplitude", amplitude, Field{.required = true}, "amplitude");
    v("frequency", frequency, Field{.unit = "Hz", .range = at_least(0)},
      "cycles per unit of x; alternative to angular_frequency");
    v("angular_frequency", angular_frequency, Field{.unit = "rad/s", .range = at_least(0)},
      "omega, radians per unit of x; alternative to frequency");
    v("phase", phase, Field{.unit = "rad"}, "phase at x = 0");
  }

  double omega() const { return angular_frequency > 0 ? angular_frequency : 2 * std::numbers::pi * frequency; }

  template <class S>
  S operator()(const S& x) const {
    using std::sin;
    return offset + amplitude * sin(omega() * x + phase);
  }

  std::string text() const {
    return fmt::format(
        "harmonic with offset {:.6g}, amplitude {:.6g}, angular frequency {:.6g} rad/s, phase {:.6g} rad", offset,
        amplitude, omega(), phase);
  }

  FunctionPtr make() const {
    check_fields(*this, "harmonic function");
    if (frequency > 0 && angular_frequency > 0)
      throw ModelError(
          fmt::format("harmonic function: frequency = {} and angular_frequency = {} are both given: specify only one.",
                      frequency, angular_frequency));
    if (omega() == 0)
      throw ModelError("harmonic function: specify frequency (Hz) or angular_frequency (rad/s), greater than 0.");
    return make_function(*this);
  }
};

}  // namespace daedalus
