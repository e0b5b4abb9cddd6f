// planar_rows.hpp: what becomes of the rows of a spatial joint between bodies that cannot leave the xy-plane.
//
// There a marker axis lies in the plane or is normal to it, for ever. So a gap in z, an offset along a normal axis and
// the cosine between a normal axis and another one never change: such a row holds by itself, or it cannot hold at all.
#pragma once

#include <string>

#include "daedalus/model/model.hpp"

namespace daedalus {

// True for a row that planar motion cannot break.
bool holds_by_itself(const ModelParts& parts, const ConstraintRow& row);

// Why a row between planar bodies cannot hold, or "" when it can.
std::string planar_contradiction(const ModelParts& parts, const ConstraintRow& row);

// An angle between planar bodies by their coordinates: angle_z = sign (theta_P − theta_Q) + offset.
struct PlanarAngle {
  double sign = 1, offset = 0;
};
PlanarAngle planar_angle_law(const ModelParts& parts, const Measure& angle_z);
double planar_angle(const ModelParts& parts, const Measure& angle_z);  // in the start position

}  // namespace daedalus
