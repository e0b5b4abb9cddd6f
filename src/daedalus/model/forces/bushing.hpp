// bushing.hpp: rubber between two frames. Six uncoupled springs and dampers along and about the axes of Q,
//   F_k = p_k + k_k y_k + c_k y_k',   y = (along_x, along_y, along_z, angle_x, angle_y, angle_z).
// The angles are tilts about the axes of Q: right for the small turns a bushing allows, and with an exact potential.
#pragma once

#include <array>

#include "daedalus/model/forces/measure_force.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct Bushing {
  static constexpr const char* type = "bushing";
  static constexpr const char* meaning = "six springs and dampers along and about the axes of Q";
  static constexpr int measures = 6, states = 0;
  Between between;
  Vec3 stiffness = Vec3::Zero(), damping = Vec3::Zero();
  Vec3 torsional_stiffness = Vec3::Zero(), torsional_damping = Vec3::Zero();
  Vec3 preload = Vec3::Zero();

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; coincident and aligned at rest");
    v("stiffness", stiffness, Field{.unit = "N/m", .range = at_least(0)}, "along x, y, z of Q");
    v("damping", damping, Field{.unit = "N s/m", .range = at_least(0)}, "along x, y, z of Q");
    v("torsional_stiffness", torsional_stiffness, Field{.unit = "N m/rad", .range = at_least(0)}, "about x, y, z of Q");
    v("torsional_damping", torsional_damping, Field{.unit = "N m s/rad", .range = at_least(0)}, "about x, y, z of Q");
    v("preload", preload, Field{.unit = "N"},
      "force at rest on P, against x, y, z of Q; the weight that a spring carries is positive where P is below Q");
  }

  static constexpr std::array<MeasureNames, 6> measure_names = {{{"x", "force_x"},
                                                                 {"y", "force_y"},
                                                                 {"z", "force_z"},
                                                                 {"angle_x", "torque_x"},
                                                                 {"angle_y", "torque_y"},
                                                                 {"angle_z", "torque_z"}}};
  std::array<Measure, 6> measure_list() const {
    return {along(0, between),
            along(1, between),
            along(2, between),
            Measure{MeasureKind::angle_x, between.P, between.Q},
            Measure{MeasureKind::angle_y, between.P, between.Q},
            Measure{MeasureKind::angle_z, between.P, between.Q}};
  }

  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    for (int k = 0; k < 3; ++k) {
      out.force[k] = preload[k] + stiffness[k] * in.y[k] + damping[k] * in.y_dot[k];
      out.force[3 + k] = torsional_stiffness[k] * in.y[3 + k] + torsional_damping[k] * in.y_dot[3 + k];
    }
  }
  template <class S>
  S potential(const MeasureInput<S>& in) const {
    S energy(0.0);
    for (int k = 0; k < 3; ++k)
      energy += preload[k] * in.y[k] +
                0.5 * (stiffness[k] * (in.y[k] * in.y[k]) + torsional_stiffness[k] * (in.y[3 + k] * in.y[3 + k]));
    return energy;
  }
};

}  // namespace daedalus
