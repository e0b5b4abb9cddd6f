#include "daedalus/model/flexible/beam_modes.hpp"

#include <cmath>
#include <numbers>

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

using std::numbers::pi;

// cos β = ∓1/cosh β by Newton, from the asymptotic root.
double root_of(double sign, double guess) {
  double beta = guess;
  for (int i = 0; i < 50; ++i) {
    const double f = std::cos(beta) - sign / std::cosh(beta);
    const double slope = -std::sin(beta) + sign * std::tanh(beta) / std::cosh(beta);
    const double step = f / slope;
    beta -= step;
    if (std::abs(step) < 1e-15 * beta) break;
  }
  return beta;
}

// cosh x − σ sinh x and its derivative, with δ = 1 − σ: e^(−x) (2 − δ)/2 + e^x δ/2.
struct Hyperbolic {
  double even, odd;  // cosh − σ sinh, sinh − σ cosh
};
Hyperbolic hyperbolic(double x, double delta) {
  const double falling = std::exp(-x) * (2 - delta) / 2, rising = std::exp(x) * delta / 2;
  return {rising + falling, rising - falling};
}

}  // namespace

double beam_root(BeamEnds ends, int k) {
  expects(k >= 1, "modes are counted from 1");
  if (ends == BeamEnds::simply_supported) return k * pi;
  if (ends == BeamEnds::clamped_free) return root_of(-1, k == 1 ? 1.8751 : (2 * k - 1) * pi / 2);
  return root_of(+1, (2 * k + 1) * pi / 2);
}

BeamShape beam_shape(BeamEnds ends, int k, double xi) {
  const double beta = beam_root(ends, k), x = beta * xi, c = std::cos(x), s = std::sin(x);
  if (ends == BeamEnds::simply_supported) return {s, beta * c, -beta * beta * s};

  const double cb = std::cos(beta), sb = std::sin(beta), e = std::exp(-beta);
  if (ends == BeamEnds::clamped_free) {
    const double delta = (sb - cb - e) / (std::sinh(beta) + sb), sigma = 1 - delta;
    const Hyperbolic h = hyperbolic(x, delta);
    const double scale = (k % 2 == 1 ? 0.5 : -0.5);  // the free end moves by ±2 otherwise
    return {scale * (h.even - c + sigma * s), scale * beta * (h.odd + s + sigma * c),
            scale * beta * beta * (h.even + c - sigma * s)};
  }
  const double delta = (-sb + cb - e) / (std::sinh(beta) - sb), sigma = 1 - delta;
  const Hyperbolic h = hyperbolic(x, delta);
  return {0.5 * (h.even + c - sigma * s), 0.5 * beta * (h.odd - s - sigma * c),
          0.5 * beta * beta * (h.even - c + sigma * s)};
}

}  // namespace daedalus
