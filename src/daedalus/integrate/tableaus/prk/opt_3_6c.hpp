// opt_3_6c.hpp: three slow and six fast evaluations, order 3.
//
// Fast tableau ≥ 0, 0 ≤ c = ĉ ≤ 1; free coefficients minimize the residuals of the order conditions of order 4 and the
// amplification of errors inside a step. Fast stability polynomial: stabilized_polynomial.hpp, imaginary axis.
// Chosen for stability of coupled hub-ring systems, at slightly larger error constants than opt-3-6.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<6> opt_3_6c = {
    .slow_A = {{
        {},
        {0.27583386968135754},
        {0.32696377485556916},
        {0.47417304562664664},
        {0.062440446615341094, 0, 0, 0.6619556121807099},
        {0.09523371344786635, 0, 0, 0.2930104188536188, 0.43751196783667984},
    }},
    .slow_b = {0.22573604183693335, 0, 0, 0.24327802223348508, 0.5309859359295815},
    .slow_embedded = {-0.016872346219311496, 0, 0, 0.9456297280688925, 0.07124261815041899},
    .fast_A = {{
        {},
        {0.27583386968135754},
        {0.023360380390731423, 0.30360339446483775},
        {0.12115041644237656, 0.031071607122864213, 0.32195102206140586},
        {0.08529578640832287, 0.16937577289672273, 0.052473666830096535, 0.4172508326609088},
        {0.1294763738687879, 0.11251049563225579, 0.23414373142674155, 0.11928366126871984, 0.23034183794165988},
    }},
    .fast_b = {0.15179219396960048, 0.04047806248454974, 0.1549234518440711, 0.28346016681764996, 0.01202212947033946,
         0.3573239954137894},
    .fast_embedded = {-0.2983082762202279, 0.5264058835928994, 0.7381017308845775, -0.27997418850054556,
         0.12705581885701603,
         0.18671903138628004},
};
// clang-format on

}  // namespace daedalus::prk
