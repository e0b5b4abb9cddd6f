// opt_3_6.hpp: three slow and six fast evaluations, order 3.
//
// Fast tableau ≥ 0, 0 ≤ c = ĉ ≤ 1; free coefficients minimize the residuals of the order conditions of order 4 and the
// amplification of errors inside a step. Fast stability polynomial: stabilized_polynomial.hpp, imaginary axis.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<6> opt_3_6 = {
    .slow_A = {{
        {},
        {0.24666016963086215},
        {0.3011823211717881},
        {0.48492353680713607},
        {0.10178821211590638, 0, 0, 0.6097048538882737},
        {0.09960837593859628, 0, 0, 0.4107361649964254, 0.27335350946143305},
    }},
    .slow_b = {0.23229038230232094, 0, 0, 0.20399949569750758, 0.5637101220001716},
    .slow_embedded = {-0.009241695796270544, 0, 0, 0.962479240938422, 0.04676245485784858},
    .fast_A = {{
        {},
        {0.24666016963086215},
        {0, 0.3011823211717881},
        {0.13317789948536718, 0.025602440800049604, 0.3261431965217193},
        {0.0404974023291433, 0.23620797245891828, 0.06136166970310738, 0.37342602151301113},
        {0.13802627028321945, 0.15741760228563867, 0.14020846983729415, 0.10582242353831034, 0.24222328445199215},
    }},
    .fast_b = {0.17332354375838888, 0, 0.14896062146420086, 0.25405218386392947, 0.0011712004940433861,
         0.4224924504194375},
    .fast_embedded = {-0.3417826820298592, 0.5893812995227767, 0.5724202248377402, -0.14596390687505112,
         0.03380543590097353,
         0.2921396286434197},
};
// clang-format on

}  // namespace daedalus::prk
