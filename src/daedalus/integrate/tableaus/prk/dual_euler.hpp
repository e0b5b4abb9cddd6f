// dual_euler.hpp: forward Euler, one slow step of h and three fast steps of h/3 with linear interpolation of the slow
// states, written as one partitioned method                                                            [SHJ04, Tables 2, 3].
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<3> dual_euler = {
    .slow_A = {{{}, {1.0/3}, {2.0/3}}},
    .slow_b = {1},
    .slow_embedded = {},
    .fast_A = {{{}, {1.0/3}, {1.0/3, 1.0/3}}},
    .fast_b = {1.0/3, 1.0/3, 1.0/3},
    .fast_embedded = {},
};
// clang-format on

}  // namespace daedalus::prk
