// free_joint.hpp: a body that moves freely and is described from a frame that may move itself, such as that of a vehicle
// on its track. Coordinates of P, seen from Q:
//
//   x, y, z             displacement along the axes of Q
//   yaw, roll, pitch    turns about z, about the new x and about the new y:  R = Rz(yaw) Rx(roll) Ry(pitch)
//
// Those in `hold` stay at zero, each by one row; without any the joint constrains nothing. Singular at roll = ±90°.
#pragma once

#include <algorithm>
#include <array>

#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct FreeJoint {
  static constexpr const char* type = "free";
  static constexpr const char* meaning =
      "six coordinates relative to Q: x, y, z along its axes, then yaw, roll and pitch; some may be held at zero";
  static constexpr std::array<const char*, 6> names = {"x", "y", "z", "yaw", "roll", "pitch"};
  Between between;
  std::vector<std::string> hold;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; P moves relative to Q");
    v("hold", hold, Field{}, "coordinates that stay zero: some of x, y, z, yaw, roll, pitch");
  }
  std::string complaint() const {
    for (const std::string& name : hold)
      if (std::find(names.begin(), names.end(), name) == names.end())
        return "hold: '" + name + "' is not one of x, y, z, yaw, roll, pitch.";
    return hold.size() == names.size() ? "holds all six coordinates: use a joint of type fixed." : "";
  }
  bool holds(const char* name) const { return std::find(hold.begin(), hold.end(), name) != hold.end(); }

  void constrain(Rows& rows) const {
    for (int k = 0; k < 3; ++k)
      if (holds(names[k])) rows.add({.label = names[k], .terms = {{1.0, along(k, between)}}});
    if (holds("yaw")) rows.perpendicular(1, 0, between);
    if (holds("roll")) rows.perpendicular(1, 2, between);
    if (holds("pitch")) rows.perpendicular(0, 2, between);
  }
  std::vector<Freedom> freedoms() const {
    using enum MeasureKind;
    std::vector<Freedom> free;
    const Measure measures[] = {along(0, between),
                                along(1, between),
                                along(2, between),
                                {yaw, between.P, between.Q},
                                {roll, between.P, between.Q},
                                {pitch, between.P, between.Q}};
    for (std::size_t k = 0; k < names.size(); ++k)
      if (!holds(names[k])) free.push_back({names[k], measures[k]});
    return free;
  }
  Mobility mobility() const {
    const auto turn = [](int axis, const char* name, std::function<double(const RelativePose&)> value) {
      return ElementaryMotion{
          .kind = MotionKind::turn, .name = name, .axis = Vec3::Unit(axis), .value = std::move(value)};
    };
    const ElementaryMotion all[] = {
        slide_along(0, "x"),
        slide_along(1, "y"),
        slide_along(2, "z"),
        turn(2, "yaw", [](const RelativePose& p) { return std::atan2(-p.R(0, 1), p.R(1, 1)); }),
        turn(0, "roll", [](const RelativePose& p) { return std::asin(std::clamp(p.R(2, 1), -1.0, 1.0)); }),
        turn(1, "pitch", [](const RelativePose& p) { return std::atan2(-p.R(2, 0), p.R(2, 2)); })};
    Mobility mobility;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (!holds(names[k])) mobility.motions.push_back(all[k]);
    return mobility;
  }
};

}  // namespace daedalus
