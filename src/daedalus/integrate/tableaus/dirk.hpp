// dirk.hpp: diagonally implicit Runge-Kutta pairs of [HNE], as data.
//
// Both are stiffly accurate, b = the last row of A: the last stage is the end of the step. `embedded` is the formula b̂ of lower
// order whose difference to b is the error estimate. Each implicit stage has the same diagonal, so one matrix serves all of them.
// [HNE] Haug, Negrut, Engstler, Implicit Runge-Kutta Integration of the Equations of Multibody Dynamics in Descriptor Form,
//       Tables 2 and 3; the SDIRK formula is that of Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.6.
#pragma once

#include "daedalus/integrate/tableaus/butcher.hpp"

namespace daedalus {

enum class TestedCoordinates { independent, all };

template <int stages>
struct DirkPair : ButcherTableau<stages> {
  std::array<double, stages> embedded;
  int first_implicit = 0;  // 1 where the first stage is the state at the begin of the step
  int error_exponent = 0;  // of h in the difference of both formulas
  // Whose errors are tested: an estimate far above the error, as that of backward Euler is, needs no more than the independent coordinates.
  TestedCoordinates tested = TestedCoordinates::all;
};

// Order 4, L-stable; embedded order 3.
inline constexpr DirkPair<5> sdirk4 = {
    {.c = {1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1},
     .A = {{{1.0 / 4},
            {1.0 / 2, 1.0 / 4},
            {17.0 / 50, -1.0 / 25, 1.0 / 4},
            {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4},
            {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}}},
     .b = {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}},
    {59.0 / 48, -17.0 / 96, 225.0 / 32, -85.0 / 12, 0},
    0,
    4};

// The trapezoidal rule, order 2, A-stable; embedded backward Euler.
inline constexpr DirkPair<2> trapezoidal = {
    {.c = {0, 1}, .A = {{{0, 0}, {1.0 / 2, 1.0 / 2}}}, .b = {1.0 / 2, 1.0 / 2}}, {0, 1}, 1, 2, TestedCoordinates::independent};

}  // namespace daedalus
