// damping.hpp: the spectral radius at infinity of a method, taken from a run.
#pragma once

#include <vector>

#include "daedalus/analysis/comparison.hpp"

namespace daedalus::reproduce::paper_002 {

// Twelve steps on an oscillator with ω h = 1e6. The velocities of a linear method obey a recurrence of at most three
// terms; its largest root is the radius. Methods that forget at once (BDF) have none: 0.
double measured_radius_at_infinity(const MethodChoice& method);

}  // namespace daedalus::reproduce::paper_002
