// beam_modes.hpp: bending shapes of a uniform beam of length 1, with two derivatives.
//
//   φ'''' = β⁴ φ                                                            Euler-Bernoulli
//   simply supported   φ = sin kπξ
//   clamped-free       φ ∝ cosh βξ − cos βξ − σ (sinh βξ − sin βξ),   cosh β cos β = −1      clamped at 0, 1 at the
//                      free end
//   free-free          φ ∝ cosh βξ + cos βξ − σ (sinh βξ + sin βξ),   cosh β cos β = +1      1 at 0
// σ is close to 1: 1 − σ is computed by itself, so that nothing cancels for high modes.
#pragma once

#include <vector>

namespace daedalus {

enum class BeamEnds { simply_supported, clamped_free, free_free };

// The root β of the k-th bending mode, k = 1, 2, ...
double beam_root(BeamEnds ends, int k);

struct BeamShape {
  double value = 0, slope = 0, curvature = 0;
};
BeamShape beam_shape(BeamEnds ends, int k, double xi);

}  // namespace daedalus
