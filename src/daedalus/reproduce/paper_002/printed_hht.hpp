// printed_hht.hpp: [NJK09, Eq. (8)] exactly as it is printed, on the particle in polar coordinates, whose mass matrix
// depends on q:
//
//   q⁺ = q + h v + h²/2 [(1 − 2β) a + 2β a⁺],   v⁺ = v + h [(1 − γ) a + γ a⁺]
//   1/(1+α) M(q⁺) a⁺ + (Gᵀλ − f)⁺ − α/(1+α) (Gᵀλ − f) = 0,   g(q⁺)/(βh²) = 0
//
// a⁺ belongs to t + (1+α)h, M(q⁺) to t + h: that makes it first order. hht-i3 solves M(q⁺) w⁺ + (Gᵀλ − f)⁺ = 0 with a⁺
// = (1+α) w⁺ − α w, which is the same method for constant M.
#pragma once

namespace daedalus::reproduce::paper_002 {

// |v − exact| at t_end of the particle of closed_form/polar_particle.hpp.
double velocity_error_of_printed_hht(double alpha, double t_end, int steps);

}  // namespace daedalus::reproduce::paper_002
