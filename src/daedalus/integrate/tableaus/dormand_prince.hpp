// dormand_prince.hpp: the 5(4) pair of Dormand and Prince with Shampine's continuous extension of order 4.
//
// The last stage is the next step's first one. `error` is b minus the weights of order 4. The continuous extension is
//   u(theta) = x + theta (d + (1-theta)(e + theta (f + (1-theta) r))),   d = y - x,  e = h k_1 - d,  f = d - h k_7 - e,
//   r = h sum_i dense_i k_i.
// [HNW93] Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed., Table II.5.2 and section II.6.
#pragma once

#include "daedalus/integrate/tableaus/butcher.hpp"

namespace daedalus {

inline constexpr ButcherTableau<7> dormand_prince = {
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    .A = {{{},
           {1.0 / 5},
           {3.0 / 40, 9.0 / 40},
           {44.0 / 45, -56.0 / 15, 32.0 / 9},
           {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
           {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
           {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
};

inline constexpr std::array<double, 7> dormand_prince_error = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

inline constexpr std::array<double, 7> dormand_prince_dense = {
    -12715105075.0 / 11282082432,  0,
    87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
    701980252875.0 / 199316789632, -1453857185.0 / 822651844,
    69997945.0 / 29380423};

}  // namespace daedalus
