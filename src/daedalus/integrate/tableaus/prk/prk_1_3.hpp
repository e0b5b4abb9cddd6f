// prk_1_3.hpp: one slow evaluation, at an averaged fast state, and three fast ones                           [SHJ04, Table 4].
//
// The paper leaves the coefficients open. These meet all conditions of order 2 but one, b·c = 1/2 of the slow part alone, which
// no method with one slow evaluation after stage 1 can meet; fast stability polynomial 1 + z + z²/2 + z³/4, stable up to 2i.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<3> prk_1_3 = {
    .slow_A = {{{}, {}, {0, 1}}},
    .slow_b = {0, 1},
    .slow_embedded = {},
    .fast_A = {{{}, {0.5}, {0, 1}}},
    .fast_b = {0.5, 0, 0.5},
    .fast_embedded = {},
};
// clang-format on

}  // namespace daedalus::prk
