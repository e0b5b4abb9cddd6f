// single_rate.hpp: ordinary Runge-Kutta methods as partitioned ones with two equal parts: what dual-rate methods are compared
// with. Ralston's method of order 2 and Heun's of order 3.
#pragma once

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus::prk {

// clang-format off
inline constexpr PrkCoefficients<2> ralston = {
    .slow_A = {{{}, {2.0/3}}}, .slow_b = {0.25, 0.75}, .slow_embedded = {0.625, 0.375},
    .fast_A = {{{}, {2.0/3}}}, .fast_b = {0.25, 0.75}, .fast_embedded = {0.625, 0.375},
};
inline constexpr PrkCoefficients<3> heun = {
    .slow_A = {{{}, {1.0/3}, {0, 2.0/3}}}, .slow_b = {0.25, 0, 0.75}, .slow_embedded = {-0.125, 0.75, 0.375},
    .fast_A = {{{}, {1.0/3}, {0, 2.0/3}}}, .fast_b = {0.25, 0, 0.75}, .fast_embedded = {-0.125, 0.75, 0.375},
};
// clang-format on

}  // namespace daedalus::prk
