// esdirk5.hpp: ESDIRK5(4)7L[2]SA2 of Kennedy and Carpenter: order 5 with an embedded formula of order 4, L-stable.
//
// Six implicit stages with one diagonal, behind an explicit one, the state at the start of the step. That gives every stage
// order 2: components with h |eigenvalue| >> 1 keep order 2, where those of sdirk4 have order 1. The embedded formula is
// A-stable, too. All times of stages lie within the step.
//
// Dense output, u(θ) = cubic Hermite + θ² (1 − θ)² h Σ wᵢ fᵢ, is of order 4 where
//   Σ wᵢ = Σ wᵢ cᵢ = Σ wᵢ cᵢ² = 0,   Σ wᵢ cᵢ³ = 1/4,   Σ wᵢ aᵢⱼ cⱼ² = 1/12;        w below is the smallest such vector
// [KC] Kennedy, Carpenter, Diagonally implicit Runge-Kutta methods for stiff ODEs, Applied Numerical Mathematics 146,
//      221 (2019). Numbers as in SUNDIALS 6.4 (ESDIRK547L2SA2_7_4_5).
#pragma once

#include "daedalus/integrate/tableaus/dirk.hpp"

namespace daedalus {

inline constexpr DirkPair<7> esdirk5 = [] {
  constexpr double c5 = 0.69995861940457471;
  return DirkPair<7>{
      {.c = {0, 0.36799999999999999, 0.62821529547664945, 0.13881019830028329, c5, 0.90837696335078533, 1},
       .A = {{{},
              {0.184, 0.184},
              {0.2221076477383247, 0.22210764773832475, 0.184},
              {-0.014049475381926274, -0.014049475381926283, -0.017090850935864151, 0.184},
              {-0.40838859254931487, -0.40838859254931464, 0.16646399821362964, 1.1662718062895745, 0.184},
              {-0.53929072355881114, -0.53929072355881136, -0.24223442884542501, 1.4888806111225146,
               0.55631222819131843, 0.184},
              {-0.039466069109740348, -0.039466069109740258, 0.27263649025024267, 0.43216517252028819,
               0.35241608623288911, -0.16228561078393952, 0.184}}},
       .b = {-0.039466069109740348, -0.039466069109740258, 0.27263649025024267, 0.43216517252028819,
             0.35241608623288911, -0.16228561078393952, 0.184}},
      {-0.080689466566647272, -0.080689466566647439, 0.18289968461343553, 0.51701387376623098, 0.42659973130245432,
       -0.10432685796713498, 0.13919250141830897},
      1,
      5,
      {(1 - c5) / c5, 0, 0, 0, 0, 1 / (c5 * (c5 - 1)), 0, 1 + 1 / (1 - c5)},  // parabola through 0, c5 and 1
      TestedCoordinates::all,
      20,
      {-1.681711057314289, 2.329264413981873, -0.8989318317517238, 1.5109687669744807, -2.8082293071537614,
       0.9296696746696943, 0.6189693405937262}};
}();

}  // namespace daedalus
