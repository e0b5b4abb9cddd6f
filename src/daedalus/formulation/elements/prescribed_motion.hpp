// prescribed_motion.hpp: where a body is whose motion is given as functions of time, with velocity and acceleration.
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/model/body.hpp"

namespace daedalus {

void move_prescribed(const Body& body, double t, BodyMotion& motion);

}  // namespace daedalus
