// classical_rk4.hpp: the classical Runge-Kutta method of order 4.
// [HNW93] Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., Table II.1.2.
#pragma once

#include "daedalus/integrate/tableaus/butcher.hpp"

namespace daedalus {

inline constexpr ButcherTableau<4> classical_rk4 = {
    .c = {0, 0.5, 0.5, 1},
    .A = {{{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}}},
    .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
};

}  // namespace daedalus
