// chebyshev_nodes.hpp: nodes c_i of chains (prk_tableaus.hpp) whose fast stability polynomial is of order 2 and has |R| ≤ 0.95 on
// the longest possible negative interval, found numerically: 19.1, 28.0, 38.5, 50.6, 64.4 for s = 5 … 9 (with |R| ≤ 1 it
// would be 19.5 … 65.5). No stability on the imaginary axis: for relaxation, never for vibrations.
#pragma once

#include <array>

namespace daedalus::prk {

// clang-format off
inline constexpr std::array<double, 5> chebyshev_5 = {0, 0.022472747468453177, 0.06632010101080477,
    0.1712106613392948, 2.0/3};
inline constexpr std::array<double, 6> chebyshev_6 = {0, 0.012523658211431714, 0.03406060921456141,
    0.0763289449336026, 0.17803685273472147, 2.0/3};
inline constexpr std::array<double, 7> chebyshev_7 = {0, 0.00770630982633351, 0.01986397257238487,
    0.040853085393925945, 0.08219874645431582, 0.182049623243419, 2.0/3};
inline constexpr std::array<double, 8> chebyshev_8 = {0, 0.00508508399512423, 0.012622979674049366,
    0.024547260424615656, 0.04518737419522773, 0.08594597966682639, 0.18461619765051834, 2.0/3};
inline constexpr std::array<double, 9> chebyshev_9 = {0, 0.003534317862368694, 0.008532510234474931,
    0.015956094310840697, 0.02772201155008302, 0.04812542270835904, 0.0884861708680781, 0.18635694624947774, 2.0/3};
// clang-format on

}  // namespace daedalus::prk
