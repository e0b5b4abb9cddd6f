// zero_unless.hpp: x or 0, by a mask instead of a branch: the same operations either way, whatever the compiler thinks
// of it, and 0 even where x is not a number.
#pragma once

#include <bit>
#include <cstdint>

#include "daedalus/math/dual.hpp"

namespace daedalus {

inline double zero_unless(bool keep, double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & (std::uint64_t{0} - static_cast<std::uint64_t>(keep)));
}

template <class T, int N>
Dual<T, N> zero_unless(bool keep, Dual<T, N> x) {
  x.value = zero_unless(keep, x.value);
  for (T& partial : x.partial) partial = zero_unless(keep, partial);
  return x;
}

template <class S>
S zero_unless(bool keep, const S& x) {  // scalars of tests
  return keep ? x : S(0.0);
}

}  // namespace daedalus
