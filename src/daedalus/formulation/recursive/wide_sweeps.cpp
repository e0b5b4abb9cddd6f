#include "daedalus/formulation/recursive/wide_sweeps.hpp"

namespace daedalus {

#if DAEDALUS_HAS_WIDE_CODE
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

// Everything they call is inlined: nothing compiled for wide registers can be called from elsewhere.
[[gnu::flatten]] void move_wide(const PackedSweeps& sweeps, const RootMotion* roots, const DriveValue* drives,
                                const double* q, const double* v, bool with_places, PackedSweeps::Memory& m) {
  sweeps.move(roots, drives, q, v, with_places, m);
}
[[gnu::flatten]] void move_wide(const PlanarSweeps& sweeps, const RootMotion* roots, const DriveValue* drives,
                                const double* q, const double* v, bool with_places, PlanarSweeps::Memory& m) {
  sweeps.move(roots, drives, q, v, with_places, m);
}
[[gnu::flatten]] Index forward_wide(const PackedSweeps& sweeps, const RootMotion* roots, const double* q,
                                    const double* v, bool with_external, PackedSweeps::Memory& m, double* a) {
  return sweeps.forward(roots, q, v, with_external, m, a);
}
[[gnu::flatten]] Index forward_wide(const PlanarSweeps& sweeps, const RootMotion* roots, const double* q,
                                    const double* v, bool with_external, PlanarSweeps::Memory& m, double* a) {
  return sweeps.forward(roots, q, v, with_external, m, a);
}
[[gnu::flatten]] void solve_mass_wide(const PackedSweeps& sweeps, const double* q, const double* b,
                                      PackedSweeps::Memory& m, double* x) {
  sweeps.solve_mass(q, b, m, x);
}
[[gnu::flatten]] void solve_mass_wide(const PlanarSweeps& sweeps, const double* q, const double* b,
                                      PlanarSweeps::Memory& m, double* x) {
  sweeps.solve_mass(q, b, m, x);
}

#if DAEDALUS_HAS_WIDE_CODE
#pragma GCC pop_options
#endif

}  // namespace daedalus
