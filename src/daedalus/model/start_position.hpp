// start_position.hpp: the mechanism as its author drew it, before assembly corrects it.
#pragma once

#include "daedalus/model/model.hpp"

namespace daedalus {

// A frame and how it moves, in world axes.
struct StartPose {
  Vec3 position;
  Mat3 axes;
};
StartPose start_pose(const Body& body, double t_start);
StartPose start_pose(const ModelParts& parts, MarkerId marker);

// The measure in the start position.
double start_value(const ModelParts& parts, const Measure& measure);

// True for bodies that cannot leave the xy-plane of the world.
bool moves_in_plane(const Body& body);

// Angles between two such bodies are not wrapped (measure.hpp).
bool is_unwrapped(const ModelParts& parts, const Measure& measure);

// Leaves out the rows that planar motion satisfies by itself, takes offsets from the start position, and gives rows on
// wrapped angles their period. The parts have passed check_parts().
void complete_rows(ModelParts& parts);

}  // namespace daedalus
