// Compiled with -ffast-math, without which compilers do not call vector mathematics (CMakeLists.txt); this file only.
#include "daedalus/math/sines_and_cosines.hpp"

#include <cmath>

namespace daedalus {

#if defined(__x86_64__) && !defined(__clang__)
[[gnu::target_clones("avx2", "default")]]
#endif
void sines_and_cosines(const double* __restrict angles, Index count, double* __restrict sines, double* __restrict cosines) {
  for (Index i = 0; i < count; ++i) sines[i] = std::sin(angles[i]);
  for (Index i = 0; i < count; ++i) cosines[i] = std::cos(angles[i]);
}

}  // namespace daedalus
