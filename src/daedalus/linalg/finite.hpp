// finite.hpp: the guard at the entrance of every factorization.
#pragma once

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// 0·v is 0 for a finite number and NaN for NaN and infinity; unlike allFinite() the sum runs in vector registers.
inline bool all_finite(const VecX& values) { return (0.0 * values.array()).sum() == 0.0; }

}  // namespace daedalus
