// slider_crank_solution.hpp: the motion of models/slider_crank.yaml (x_ref = 0, with its damper) at t = 0.5, 1, 1.5 and
// 2 s.
//
// Crank angle and rate: the one-coordinate equation of motion integrated with 32 digits by extrapolation, 19 of them
// reliable. Everything else follows: sin θ₂ = -(L1/L2) sin θ₁ places the rod, its derivative gives the velocities, the
// equations of motion a and λ.
#pragma once

#include <optional>

#include "daedalus/reproduce/experiment_runner.hpp"

namespace daedalus::reproduce::paper_002 {

std::optional<State> slider_crank_solution(const Mechanism& slider_crank, double t);  // nothing at other times

}  // namespace daedalus::reproduce::paper_002
