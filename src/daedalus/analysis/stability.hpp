// stability.hpp: how a method amplifies from step to step, measured on the method itself.
//
//   y⁺ = R y for a linear system: R is found column by column, one step from each unit state; stable is |eigenvalues of
//   R| <= 1.
//   A method with a memory (BDF, Newmark) has no such R in (q, v, s). Of it some steps from each unit state are taken,
//   and the recurrence that they obey, Y⁺ = R Y for Y = three states in a row, is found by least squares.
//
// The oscillator q'' = −a q − b q' is seen in the plane (h b, h² a) [BAE, section 2, Fig. 1]. A model is linearized on
// the tangent space of its constraints at one state, with everything frozen there.
// [BAE] Burgermeister, Arnold, Esterl, DAE time integration for real-time applications in multi-body dynamics.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "daedalus/analysis/comparison.hpp"
#include "daedalus/analysis/linearization.hpp"
#include "daedalus/analysis/stability_linear_system.hpp"

namespace daedalus {

// Radii up to this count as stable: a double eigenvalue 1 is known to the root of round-off only.
inline constexpr double stable_radius = 1 + 1e-7;

// The largest |eigenvalue| of R; infinite when the method refuses the step.
double spectral_radius(const MethodChoice& method, const LinearMotion& motion, double h);
double oscillator_radius(const MethodChoice& method, double hb, double h2a);

// On a square grid from (0, 0) to (widest, highest), row after row of equal h² a.
std::vector<double> oscillator_radii(const MethodChoice& method, double widest, double highest, int points_per_side);

struct OscillatorPoint {
  double hb = 0, h2a = 0;
};
// Where stability ends between a stable and an unstable point, by bisection to 1e-10 of their distance.
OscillatorPoint stability_boundary(const MethodChoice& method, OscillatorPoint stable, OscillatorPoint unstable);

// The intervals of h² a in [0, highest] that are stable at this h b, their ends by bisection.
struct StableInterval {
  double low = 0, high = 0;
};
std::vector<StableInterval> stable_intervals(const MethodChoice& method, double hb, double highest, int samples = 200);

// As a second-order system on the constraints. Nonholonomic rows restrict positions as well.
LinearMotion make_linear_motion(const Linearization& linear);

struct StepLimit {
  std::vector<std::complex<double>> eigenvalues;  // of the linearized model, 1/s
  double fastest = 0;                             // largest |eigenvalue|
  std::optional<double> h;                        // s, up to which the method is stable; none: unstable at any step
  bool any_step = false;                          // no limit up to 1000/fastest: h is that
};
// A model that is unstable itself is allowed to grow as it does.
StepLimit largest_stable_step(const MethodChoice& method, const LinearMotion& motion);

}  // namespace daedalus
