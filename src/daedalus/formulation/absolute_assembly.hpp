// absolute_assembly.hpp: bodies put together in absolute coordinates, and the motion found there in the coordinates of
// another formulation.
#pragma once

#include <functional>
#include <vector>

#include "daedalus/formulation/assembler.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"

namespace daedalus {

Assembled assemble_absolute(const CartesianSystem& system);

// What a formulation adds to the motion of the given bodies: that of parts it made of them.
using CompleteMotion = std::function<std::vector<BodyMotion>(const std::vector<BodyMotion>& given)>;

// The motion found in absolute coordinates in those of `system`, settled on its own constraints by `assembler`.
Assembled carry_over(const CartesianSystem& absolute, const Assembled& found, const ModelSystem& system,
                     Assembler& assembler, const CompleteMotion& complete);

}  // namespace daedalus
