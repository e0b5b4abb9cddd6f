// joint_types.hpp: every joint there is. A new one is its own file and one line here.
#pragma once

#include <tuple>

#include "daedalus/model/joints/couplings.hpp"
#include "daedalus/model/joints/cylindrical.hpp"
#include "daedalus/model/joints/distance_joint.hpp"
#include "daedalus/model/joints/fixed.hpp"
#include "daedalus/model/joints/free_joint.hpp"
#include "daedalus/model/joints/knife_edge.hpp"
#include "daedalus/model/joints/planar_joint.hpp"
#include "daedalus/model/joints/point_in_plane.hpp"
#include "daedalus/model/joints/point_on_line.hpp"
#include "daedalus/model/joints/revolute.hpp"
#include "daedalus/model/joints/rolling_disc.hpp"
#include "daedalus/model/joints/screw.hpp"
#include "daedalus/model/joints/spherical.hpp"
#include "daedalus/model/joints/translational.hpp"
#include "daedalus/model/joints/universal.hpp"
#include "daedalus/model/joints/wheel_on_rail.hpp"

namespace daedalus {

using JointTypes = std::tuple<Revolute, Translational, Cylindrical, Spherical, Universal, Fixed, PlanarJoint,
                              PointOnLine, PointInPlane, DistanceJoint, Screw, Gear, RackAndPinion, Coupler, KnifeEdge,
                              RollingDisc, FreeJoint, WheelOnRail>;

}  // namespace daedalus
