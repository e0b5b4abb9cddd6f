// prk_2_5.hpp: two slow and five fast evaluations, order 2: Table 6 of the paper.
//
// Printed with eight digits and misplaced entries in the scan: a32 of the fast part follows from b5 a54 a43 a32 a21 = 1/128,
// a42 from any of four conditions (docs/theory/paper-001.md); then moved by less than 5e-9 to meet all conditions in double
// precision. c ≠ ĉ: accurate only where fast positions are relative to the slow body.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<5> prk_2_5 = {
    .slow_A = {{
        {},
        {},
        {0, 0.5273776903769737},
        {0, 0.999584471717408},
        {0, 0.5239676815623334, 0, 0.5239676815623334},
    }},
    .slow_b = {0, 0.499792149490939, 0, 0.500207850509061},
    .slow_embedded = {0, 0.7498960747454695, 0, 0.2501039252545305},
    .fast_A = {{
        {},
        {0.5979062302551471},
        {0.11732776989273086, 0.5033789088979687},
        {0.24343069080512106, 0.00023845662563702993, 0.1585059879295208},
        {0.18207388992434234, 0.5924245992065913, 0.04915700965955638, 0.7729631489164634},
    }},
    .fast_b = {0.4373767079621826, 0.04851405774866756, 0.05112045992418443, 0.25112462499081517, 0.2118641493741502},
    .fast_embedded = {0.5835937428839875, 0.14403363713970685, 0.05084495259746891, 0.1853361947249693,
         0.03619147265386746},
};
// clang-format on

}  // namespace daedalus::prk
