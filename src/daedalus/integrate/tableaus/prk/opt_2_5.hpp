// opt_2_5.hpp: two slow and five fast evaluations, order 2.
//
// Fast tableau ≥ 0, 0 ≤ c = ĉ ≤ 1; free coefficients minimize the residuals of the order conditions of order 4 and the
// amplification of errors inside a step. Fast stability polynomial: stabilized_polynomial.hpp, imaginary axis.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<5> opt_2_5 = {
    .slow_A = {{
        {},
        {0.26670464216102846},
        {0.39206673643101636},
        {0.6666666666666665},
        {0.24214904355164646, 0, 0, 0.5259863232607153},
    }},
    .slow_b = {0.24999999999999975, 0, 0, 0.7500000000000002},
    .slow_embedded = {0.625, 0, 0, 0.37500000000000006},
    .fast_A = {{
        {},
        {0.26670464216102846},
        {0, 0.39206673643101636},
        {0.08318306457992179, 0.05218714195099322, 0.5312964601357515},
        {0.01654239235890908, 0.4557256676193002, 0, 0.2958673068341524},
    }},
    .fast_b = {0.18061013801053233, 0, 0.34409233248301563, 0, 0.47529752950645204},
    .fast_embedded = {0.4541267302449849, 0.09929737346621868, 0.3614995447960575, -0.16196943794631785,
         0.24704578943905658},
};
// clang-format on

}  // namespace daedalus::prk
