// point_load.hpp: a force or a torque of given size on a marker. Its direction is fixed in the world, or turns with the
// marker (a follower load).
#pragma once

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

enum class LoadAxes { world, marker };

struct PointLoad {
  static constexpr int states = 0;
  static constexpr bool is_active = true;
  MarkerRef on;
  Vec3 direction = Vec3::Zero();
  FunctionPtr size;
  LoadAxes axes = LoadAxes::world;

  template <class Visitor>
  void describe_load(Visitor&& v, const char* unit) {
    v("on", on, required_field, "the marker it acts on");
    v("direction", direction, Field{.required = true},
      "direction; the load is size times this vector, which need not have unit length");
    v("size", size, Field{.unit = unit, .required = true}, "a number or a function of time");
    using enum LoadAxes;
    v("axes", axes, Choices<LoadAxes>{{"world", world}, {"marker", marker}},
      "whether the direction is fixed in the world or turns with the marker (follower load)");
  }
  std::string complaint() const {
    return direction.isZero(0) ? "direction = [0, 0, 0] has no direction: use a non-zero vector, for example [1, 0, 0]."
                               : "";
  }
  Between frames() const { return {on.id, origin_marker}; }  // the ground takes the reaction
  void list_breaks(TimeBreaks& breaks) const { breaks.add(size, TimeRole::load); }

  template <class S>
  Vec<S, 3> vector(const FrameInput<S>& in) const {
    const Vec3 load = direction * size->at(in.t, in.inputs);
    const Vec<S, 3> given = make_constants<S>(load);
    return axes == LoadAxes::world ? given : Vec<S, 3>(in.P.axes * given);
  }
};

struct PointForce : PointLoad {
  static constexpr const char* type = "point_force";
  static constexpr const char* meaning = "a force of given magnitude on a marker";
  template <class Visitor>
  void describe(Visitor&& v) {
    describe_load(v, "N");
  }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    return {vector(in), Vec<S, 3>::Zero()};
  }
};

struct PointTorque : PointLoad {
  static constexpr const char* type = "point_torque";
  static constexpr const char* meaning = "a torque of given magnitude on the body of a marker";
  template <class Visitor>
  void describe(Visitor&& v) {
    describe_load(v, "N m");
  }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    return {Vec<S, 3>::Zero(), vector(in)};
  }
};

}  // namespace daedalus
