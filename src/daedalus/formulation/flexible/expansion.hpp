// expansion.hpp: a model whose flexible bodies are taken apart: a massless frame, nodes that carry the mass, stations
// that carry the markers.
//
// A node or station hangs on the frame by an inner joint at its undeformed place s: it slides along x, y, z of the
// frame and then turns about z, y and x, as far as any of its shapes does. All joints, forces and measures act on
// stations as on rigid bodies. The coordinates of inner joints are no unknowns: the one that slides along axis i is
// Φ_i(s) η, the one that turns about it Ψ_i(s) η, with the modal coordinates η of the body. Bodies, markers, joints,
// drivers and forces of the given model keep their numbers; the rest comes after them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/model/model.hpp"

namespace daedalus {

enum class UserJoints { in_tree, cut };  // carry coordinates as in joint coordinates; all constraints, every body free

// A node or station.
struct FlexiblePart {
  BodyId body = 0, frame = 0;
  Vec3 place = Vec3::Zero();  // m, in the frame, undeformed
  MatX displacement, turn;    // Φ and Ψ: 3 × n
};

// One coordinate of an inner joint: weights · η.
struct InnerCoordinate {
  BodyId frame = 0;
  VecX weights;
};

struct Expansion {
  Model model;
  std::vector<FlexiblePart> parts;
  std::map<std::string, InnerCoordinate> inner;  // by the name of the coordinate in joint coordinates
};

Expansion expand(const Model& model, UserJoints joints);

// The rotation of a part by the angles Ψ η: about z, then y, then x.
Mat3 part_rotation(const Vec3& angles);

// The motion of a part from that of its frame, whose center of mass is at `com`.
BodyMotion part_motion(const FlexiblePart& part, const Body& frame, const BodyMotion& m, const VecX& eta,
                       const VecX& eta_dot);

// The model with its flexible bodies rigid, bent by these modal coordinates (by BodyId; an empty vector: straight).
Model bent_rigid_model(const Model& model, const std::vector<VecX>& eta);

}  // namespace daedalus
