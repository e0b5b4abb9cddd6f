// names.hpp: from the names of a URDF file, which may be any text, to names of a model: letters, digits and _.
#pragma once

#include "daedalus/io/urdf/urdf_robot.hpp"

namespace daedalus::urdf {

// The link that is the world, when it is the root of the tree.
bool means_world(const std::string& link);

// Fills in the names of links and joints. Other characters become _; a joint with the name of a link becomes
// NAME_joint.
// Both are told in the notes. Two links or two joints of one name are a problem.
void choose_names(Robot& robot, Problems& problems);

}  // namespace daedalus::urdf
