// wide_sweeps.hpp: the sweeps that a run consists of, compiled for wide registers (AVX2, FMA) where the processor has
// them. The rest of the program does not use them, so that it runs on any processor of its kind.
#pragma once

#include "daedalus/formulation/recursive/packed_space.hpp"
#include "daedalus/formulation/recursive/sweeps.hpp"
#include "daedalus/math/wide_registers.hpp"

namespace daedalus {

using PackedSweeps = Sweeps<PackedSpace>;
using PlanarSweeps = Sweeps<PlanarSpace<double>>;

// move(), forward() and solve_mass() of sweeps.hpp. Only where has_wide_registers().
void move_wide(const PackedSweeps& sweeps, const RootMotion* roots, const DriveValue* drives, const double* q,
               const double* v, bool with_places, PackedSweeps::Memory& m);
void move_wide(const PlanarSweeps& sweeps, const RootMotion* roots, const DriveValue* drives, const double* q,
               const double* v, bool with_places, PlanarSweeps::Memory& m);
Index forward_wide(const PackedSweeps& sweeps, const RootMotion* roots, const double* q, const double* v,
                   bool with_external, PackedSweeps::Memory& m, double* a);
Index forward_wide(const PlanarSweeps& sweeps, const RootMotion* roots, const double* q, const double* v,
                   bool with_external, PlanarSweeps::Memory& m, double* a);
void solve_mass_wide(const PackedSweeps& sweeps, const double* q, const double* b, PackedSweeps::Memory& m, double* x);
void solve_mass_wide(const PlanarSweeps& sweeps, const double* q, const double* b, PlanarSweeps::Memory& m, double* x);

}  // namespace daedalus
