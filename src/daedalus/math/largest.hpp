// largest.hpp: the largest |entry| of a vector that may be empty.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

inline double largest(const VecX& x) { return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>(); }

}  // namespace daedalus
