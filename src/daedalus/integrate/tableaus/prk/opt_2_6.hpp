// opt_2_6.hpp: two slow and six fast evaluations, order 2.
//
// Fast tableau ≥ 0, 0 ≤ c = ĉ ≤ 1; free coefficients minimize the residuals of the order conditions of order 4 and the
// amplification of errors inside a step. Fast stability polynomial: stabilized_polynomial.hpp, imaginary axis.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<6> opt_2_6 = {
    .slow_A = {{
        {},
        {0.19371543789739648},
        {0.3500062133913616},
        {0.6666666666666665},
        {0.21857643487826556, 0, 0, 0.4220267312259511},
        {0.21861918614931153, 0, 0, 0.5376734803187123},
    }},
    .slow_b = {0.24999999999999972, 0, 0, 0.7500000000000002},
    .slow_embedded = {0.625, 0, 0, 0.37500000000000006},
    .fast_A = {{
        {},
        {0.19371543789739648},
        {0.028968893533577247, 0.3210373198577844},
        {0, 0.07111906212563453, 0.595547604541032},
        {0.033515583096133617, 0.4285931724392549, 0, 0.1784944105688281},
        {0.14963114311613243, 0, 0.305434454893418, 0, 0.3012270684584734},
    }},
    .fast_b = {0.06846323942153544, 0.34400495979375806, 0, 0.1225655914566779, 0, 0.46496620932802857},
    .fast_embedded = {0.30783735490768166, 0.4766692755214477, 0.046570210177421356, -0.005299307550784213,
         -0.11350759761625058,
         0.2877300645604842},
};
// clang-format on

}  // namespace daedalus::prk
