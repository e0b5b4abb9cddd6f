#include "daedalus/result/state_error.hpp"

#include <algorithm>

#include "daedalus/math/largest.hpp"

namespace daedalus {
namespace {

double relative_error(const VecX& x, const VecX& reference, double scale) {
  return largest(x - reference) / (scale > 0 ? scale : 1);
}

}  // namespace

StateError scale_of(std::span<const State> states) {
  StateError scale;
  for (const State& x : states) {
    scale.q = std::max(scale.q, largest(x.q));
    scale.v = std::max(scale.v, largest(x.v));
    scale.lambda = std::max(scale.lambda, largest(x.lambda));
  }
  return scale;
}

StateError error_of(const State& x, const State& reference, const StateError& scale) {
  return {relative_error(x.q, reference.q, scale.q), relative_error(x.v, reference.v, scale.v),
          relative_error(x.lambda, reference.lambda, scale.lambda)};
}

StateError error_of(const State& x, const State& reference) {
  return error_of(x, reference, scale_of(std::span(&reference, 1)));
}

}  // namespace daedalus
