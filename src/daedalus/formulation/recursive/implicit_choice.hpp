// implicit_choice.hpp: whether implicit steps of a tree are cheaper along it than with composed matrices.
#pragma once

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

// The linearization where it pays, else nothing. Nanoseconds of a matrix and six iterations with it are estimated for
// both, with constants fitted to `benchmarks/run matrices`.
std::unique_ptr<MotionLinearization> make_linearization_if_cheaper(const JointSystem& system);

}  // namespace daedalus
