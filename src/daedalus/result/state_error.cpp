#include "daedalus/result/state_error.hpp"

namespace daedalus {
namespace {

double relative_error(const VecX& x, const VecX& reference) {
  if (reference.size() == 0) return 0;
  const double scale = reference.lpNorm<Eigen::Infinity>();
  return (x - reference).lpNorm<Eigen::Infinity>() / (scale > 0 ? scale : 1);
}

}  // namespace

StateError error_of(const State& x, const State& reference) {
  return {relative_error(x.q, reference.q), relative_error(x.v, reference.v),
          relative_error(x.lambda, reference.lambda)};
}

}  // namespace daedalus
