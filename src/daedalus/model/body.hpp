// body.hpp: what moves. A body has a frame; its mass, its markers and its start position are given in that frame.
//
//   ground      the world frame; no coordinates
//   prescribed  moves as functions of time say: no coordinates either, any mass is carried for free
//   spatial     x, y, z of the center of mass and four Euler parameters
//   planar      x, y of the center of mass and an angle about the world's z-axis that is never wrapped
//   point       a mass without orientation on one, two or three of the world's axes
// A spatial or planar body may bend: it then has modal coordinates too, and its mass, inertia and center of mass are
// those of the undeformed body, to whose frame they belong.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/model/functions/function.hpp"
#include "daedalus/model/shape.hpp"
#include "daedalus/model/track/track.hpp"

namespace daedalus {

using BodyId = Index;    // position in Model::bodies()
using MarkerId = Index;  // position in Model::markers()
inline constexpr BodyId ground_body = 0;
inline constexpr MarkerId origin_marker = 0;  // 'ground.origin', in every model

enum class BodyKind { ground, prescribed, spatial, planar, point };

// x(t), y(t), z(t) of the frame's origin and a turn by angle(t) about `axis`. No function: the value at the start.
// With a track all of this is seen from its frame at the distance s(t).
struct PrescribedMotion {
  std::array<FunctionPtr, 3> position;
  FunctionPtr angle;
  Vec3 axis = Vec3::UnitZ();
  TrackPtr track = {};
  FunctionPtr along = {};  // s(t), m; none: at s = 0
  TrackFollows follows = TrackFollows::rails;
};

struct FlexibleBody;  // model/flexible/flexible_body.hpp
using FlexiblePtr = std::shared_ptr<const FlexibleBody>;

// How a body is bent at the start.
struct BendingStart {
  VecX value, rate;           // of the modal coordinates; none: zero
  bool quasi_static = false;  // bent so that no modal coordinate accelerates, with rates zero
};

struct Body {
  std::string name;
  BodyKind kind = BodyKind::spatial;

  double mass = 0;              // kg
  Mat3 inertia = Mat3::Zero();  // kg m², about the center of mass, along the body's axes; planar: (2,2) only
  Vec3 com = Vec3::Zero();      // m, center of mass in the body frame

  // Where the frame is at the start: a guess that assembly makes consistent.
  Vec3 position = Vec3::Zero();          // m
  Vec4 orientation = {1, 0, 0, 0};       // Euler parameters; spatial and prescribed
  double angle = 0;                      // rad; planar
  Vec3 velocity = Vec3::Zero();          // m/s, of the frame's origin
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, in world axes

  std::array<bool, 3> moves = {true, true, true};  // point: the world axes it moves along
  PrescribedMotion motion = {};                    // prescribed only

  double assembly_weight = 1;   // large: assembly moves the other bodies instead
  bool locked = false;          // assembly does not move it at all
  std::string rate_group = {};  // for methods that integrate fast parts with smaller steps

  std::vector<Shape> shapes = {};  // none: drawn by its mass, inertia and markers
  std::string color = {};          // "#rrggbb"; "": chosen where it is drawn

  FlexiblePtr flexible = {};  // the shapes it bends in; none: rigid
  BendingStart bending = {};
  // a node or station of this flexible body, of no name to the user (formulation/flexible)
  BodyId part_of = -1;

  bool is_part() const { return part_of >= 0; }
  bool has_orientation() const { return kind != BodyKind::point; }
  bool has_coordinates() const { return kind != BodyKind::ground && kind != BodyKind::prescribed; }
};

// A frame on a body: everything acts between markers.
struct Marker {
  std::string name;  // 'crank.tip'
  BodyId body = ground_body;
  Vec3 position = Vec3::Zero();  // m, in the body frame
  Mat3 axes = Mat3::Identity();  // columns: the marker's x, y, z in the body frame
};

// The two markers a joint or force acts between, and the one a load acts on.
struct Between {
  MarkerId P = -1, Q = -1;
};
struct MarkerRef {
  MarkerId id = -1;
};

}  // namespace daedalus
