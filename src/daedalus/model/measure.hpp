// measure.hpp: a scalar y(t,q) between two markers P and Q. Joints hold measures, drivers move them, forces act along
// them, channels show them; whatever is built on measures works for every kind of body and in every formulation.
//
// With d = x_P − x_Q, and X, Y, Z the axes of a marker in world axes:
//   gap_*             component of d on a world axis
//   along_*           component of d on an axis of Q                     X_Q · d
//   cosine            axis i of P · axis j of Q
//   distance          |d|, and distance_squared d · d
//   angle_z           turn of P against Q about Z_Q, atan2(X_P · Y_Q, X_P · X_Q); not wrapped between planar bodies
//   angle_x, angle_y  tilt about X_Q and Y_Q, atan2(−Z_P · Y_Q, Z_P · Z_Q) and atan2(Z_P · X_Q, Z_P · Z_Q)
//   yaw, roll, pitch  of P against Q, turns one after the other about z, the new x and the new y: atan2(−Y_P · X_Q,
//                     Y_P · Y_Q), atan2(Y_P · Z_Q, √((Y_P · X_Q)² + (Y_P · Y_Q)²)), atan2(−X_P · Z_Q, Z_P ·
//                     Z_Q)
//   azimuth           where P is around Z_Q, atan2(Y_Q · d, X_Q · d)
//   clearance         height of P over the curve z = c(x) drawn in the frame of Q, Z_Q · d − c(X_Q · d)
//   rim_clearance     height over the xy-plane of Q of a disc with center P and axis Z_P, Z_Q · d − r √(1 − (Z_P ·
//                     Z_Q)²)
//   wheel_clearance   height of a wheel over a rail along X_Q at Q: center P, axis a = Y_P, rolling radius r + ζ(e) where
//                     its lowest point is by e farther out than the rail (ζ: `curve`; out: `side` = 1 along Y_Q, −1
//                     against it). With c = a · Z_Q
//                       e = side (Y_Q · d + r c (a · Y_Q)/√(1 − c²)),   Z_Q · d − r √(1 − c²) − ζ(e)
#pragma once

#include "daedalus/model/body.hpp"

namespace daedalus {

enum class MeasureKind {
  gap_x,
  gap_y,
  gap_z,
  along_x,
  along_y,
  along_z,
  cosine,
  distance,
  distance_squared,
  angle_x,
  angle_y,
  angle_z,
  azimuth,
  clearance,
  rim_clearance,
  yaw,
  roll,
  pitch,
  wheel_clearance,
};

struct Measure {
  MeasureKind kind = MeasureKind::distance;
  MarkerId P = -1, Q = -1;
  int i = 0, j = 0;        // cosine: axis of P, axis of Q (0, 1, 2 for x, y, z)
  FunctionPtr curve = {};  // clearance, wheel_clearance; with other kinds: the road that a tire stands on, for pages
  double radius = 0;       // rim_clearance, wheel_clearance
  double side = 1;         // wheel_clearance

  bool is_angle() const {
    return kind == MeasureKind::angle_x || kind == MeasureKind::angle_y || kind == MeasureKind::angle_z ||
           kind == MeasureKind::azimuth || is_attitude();
  }
  bool is_attitude() const {
    return kind == MeasureKind::yaw || kind == MeasureKind::roll || kind == MeasureKind::pitch;
  }
  bool needs_orientation_of_P() const;
  bool needs_orientation_of_Q() const;
  const char* unit() const { return is_angle() ? "rad" : kind == MeasureKind::cosine ? "1" : "m"; }
};

inline bool Measure::needs_orientation_of_P() const {
  return kind == MeasureKind::cosine || kind == MeasureKind::rim_clearance || kind == MeasureKind::wheel_clearance ||
         (is_angle() && kind != MeasureKind::azimuth);
}
inline bool Measure::needs_orientation_of_Q() const {
  return needs_orientation_of_P() || kind == MeasureKind::along_x || kind == MeasureKind::along_y ||
         kind == MeasureKind::along_z || kind == MeasureKind::azimuth || kind == MeasureKind::clearance;
}

inline Measure along(int axis, const Between& b) {
  return {static_cast<MeasureKind>(static_cast<int>(MeasureKind::along_x) + axis), b.P, b.Q};
}
inline Measure gap(int axis, const Between& b) {
  return {static_cast<MeasureKind>(static_cast<int>(MeasureKind::gap_x) + axis), b.P, b.Q};
}
inline Measure cosine(int axis_of_P, int axis_of_Q, const Between& b) {
  return {MeasureKind::cosine, b.P, b.Q, axis_of_P, axis_of_Q};
}

}  // namespace daedalus
