// creep_saturation.hpp: from the force of the linear theory of rolling contact to one that never exceeds μN.
//
// With F the linear force and u = |F|/(μN), the force is F times
//   none                  1
//   smooth                1/√(1 + u²)                                       C∞, for integrators that dislike kinks
//   shen_hedrick_elkins   1 − u/3 + u²/27 for u < 3, then 1/u               [Shen, Hedrick, Elkins 1983]
//   polach                2/(πu) (ε/(1 + ε²) + atan ε), ε = πu/4            [Polach 2000], with the slope of F at zero
// A theory with its own distribution of tractions, FASTSIM, is in fastsim.hpp.
#pragma once

#include <cmath>
#include <numbers>

#include "daedalus/math/dual.hpp"

namespace daedalus {

enum class CreepSaturation { none, smooth, shen_hedrick_elkins, polach, fastsim };

// The factor, from u².
template <class S>
S saturation_factor(CreepSaturation kind, const S& u_squared) {
  using std::atan, std::sqrt;
  constexpr double tiny = 1e-20;  // of u²: √ has no derivative at zero, the factors are 1 there
  switch (kind) {
    case CreepSaturation::smooth: return 1.0 / sqrt(1.0 + u_squared);
    case CreepSaturation::shen_hedrick_elkins: {
      if (value_of(u_squared) < tiny) return S(1.0);
      const S u = sqrt(u_squared);
      return value_of(u) < 3 ? S(1.0 - u / 3.0 + u_squared / 27.0) : S(1.0 / u);
    }
    case CreepSaturation::polach: {
      if (value_of(u_squared) < tiny) return S(1.0);
      const S epsilon = std::numbers::pi / 4 * sqrt(u_squared);
      return 0.5 / epsilon * (epsilon / (1.0 + epsilon * epsilon) + atan(epsilon));
    }
    case CreepSaturation::none:
    case CreepSaturation::fastsim: break;
  }
  return S(1.0);
}

}  // namespace daedalus
