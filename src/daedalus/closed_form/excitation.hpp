// excitation.hpp: a known function of time in a law, u(t) = A sin ωt, whose values can be held: u, u' and u'' at one instant
// then stand for the function, u(t₀ + d) = u + u' d + u'' d²/2. See System::excitations().
//
// A law with some says  static constexpr int n_excitations  and has them as  std::array<HarmonicExcitation, n> excitations.
#pragma once

#include <cmath>

namespace daedalus {

struct HarmonicExcitation {
  static constexpr int values = 3;  // u, u', u''

  double amplitude = 0, omega = 0;  // rad/s
  bool is_held = false;
  double t_held = 0, held[values] = {};

  template <class S>
  S value(const S& t) const {
    using std::sin;
    if (!is_held) return amplitude * sin(omega * t);
    const S d = t - t_held;
    return held[0] + d * (held[1] + 0.5 * held[2] * d);
  }
  template <class S>
  S rate(const S& t) const {
    using std::cos;
    return is_held ? S(held[1] + held[2] * (t - t_held)) : S(amplitude * omega * cos(omega * t));
  }
  template <class S>
  S acceleration(const S& t) const {
    using std::sin;
    return is_held ? S(held[2]) : S(-amplitude * omega * omega * sin(omega * t));
  }

  void write(double t, double* w) const { w[0] = value(t), w[1] = rate(t), w[2] = acceleration(t); }
  void hold(double t, const double* w) {
    is_held = true;
    t_held = t;
    for (int i = 0; i < values; ++i) held[i] = w[i];
  }
};

}  // namespace daedalus
