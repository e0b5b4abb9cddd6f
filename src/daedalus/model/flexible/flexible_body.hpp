// flexible_body.hpp: a body that bends, as nodes of mass on a massless frame.
//
// Small deformations are a sum of shapes: the node at s moves in the axes of the frame by Φ(s) η and turns by Ψ(s) η,
// with n modal coordinates η. Elastic forces on them are −K η − D η'. Everything that inertia does follows from the
// motion of the nodes; those of a beam are Gauss points, so many that all integrals over its mass (modal_body.hpp) are
// exact to rounding.
// A marker sits on a station: the cross-section of a beam, or a node, that moves by Φ η and then turns by Ψ η, about z,
// y and x in this order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/flexible/beam.hpp"

namespace daedalus {

struct FlexibleNode {
  Vec3 place = Vec3::Zero();    // m, in the frame of the body, undeformed
  double mass = 0;              // kg
  Mat3 inertia = Mat3::Zero();  // kg m², about its place, along the axes of the body
  MatX displacement, turn;      // Φ and Ψ: 3 × n
};

struct FlexibleStation {
  Vec3 place = Vec3::Zero();  // m, in the frame of the body, undeformed
  MatX displacement, turn;    // Φ and Ψ: 3 × n
};

struct FlexibleBody {
  std::vector<std::string> modes;  // n names: 'y1', 'z2', 'x1', 'torsion1'
  std::vector<FlexibleNode> nodes;
  MatX K, D;                      // n × n
  std::optional<Beam> beam = {};  // none: the nodes are all there is

  Index count() const { return static_cast<Index>(modes.size()); }

  // Rigid, as long as it does not bend.
  double mass() const;
  Vec3 com() const;
  Mat3 inertia() const;         // about the center of mass
  ModalBody integrals() const;  // modal_body.hpp

  // Where a marker at this place of the undeformed body sits; none where there is no material.
  std::optional<FlexibleStation> find_station(const Vec3& at) const;
  std::string where_markers_sit() const;  // for messages

  // What is wrong with its modes for a body that moves in a plane or in space, and what to do; "" when M is positive
  // definite.
  std::string complaint(bool in_plane) const;
};

FlexibleBody make_flexible_body(const Beam& beam);

// Makes a planar or spatial body bend: its mass, inertia and center of mass are those of the undeformed shape.
struct Body;
void set_flexible(Body& body, FlexibleBody flexible);

}  // namespace daedalus
