// vehicle_zoo.hpp: rings of the size of the bodies of the zoo, coefficients of a tire, and an axle with powertrain, brakes and driver.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formulation/zoo_pair.hpp"

namespace daedalus::testing {

// Every coefficient counts but those with the sign of a slip or of the camber. A small radius: the moment has a sharp bend where both
// slips vanish.
inline MagicFormulaCoefficients zoo_coefficients(double load) {
  MagicFormulaCoefficients c;
  int i = 0;
  c.describe([&](const char* name, double& value, Coefficient) {
    if (std::string_view(name).find_first_of("PQRS") == 0) value = 0.02 * (1 + i++ % 5);
  });
  c.FNOMIN = load;
  c.UNLOADED_RADIUS = 0.003;
  c.PCX1 = c.PCY1 = 1.2;
  c.PDX1 = c.PDY1 = 0.9;
  c.PKX1 = 2;
  c.PKY1 = -2;
  c.PKY2 = 1.5;
  c.PEX4 = c.PEY3 = c.PEY4 = c.PKY3 = c.QBZ5 = 0;
  return c;
}

inline PlanarRingTire zoo_planar_ring(Pair& p) {
  const BodyId hub = *p.build.find_body("first"), road = p.build.find_body("second").value_or(ground_body);
  PlanarRingTire tire;
  tire.between = {p.build.marker_at(hub, "hub", {0.4, 0.5, 0}, Mat3::Identity()),
                  p.build.marker_at(road, "road", {0.1, 0, 0}, turned(Vec3::UnitZ(), 0.1))};
  tire.profile = expression("0.1*sin(2*t)");
  tire.ring_mass = 0.5;
  tire.ring_inertia = 0.3;
  tire.radius = 2.5;
  tire.sidewall_stiffness = 20;
  tire.sidewall_damping = 0.4;
  tire.torsion_stiffness = 5;
  tire.torsion_damping = 0.2;
  tire.residual_stiffness = 30;
  tire.residual_damping = 0.5;
  tire.half_contact_length = 0.8;
  tire.tread_stiffness = 10;
  tire.friction = 1.2;
  tire.nominal_load = 20;  // 1/θ = 5.6
  tire.rolling_resistance_arm = 0.1;
  tire.relaxation_floor = 0.01;
  tire.slip_time = 0.01;
  tire.initial_velocity = {20, 0, 0};
  tire.initial_spin = -5;
  tire.initial_slip = 1.5;
  return tire;
}

inline RingTire zoo_ring(Pair& p, const std::string& name, double y = 0.2, const char* on = "first") {
  const BodyId hub = *p.build.find_body(on);
  const std::optional<BodyId> other = p.build.find_body("second");
  const bool rests = other && !p.build.parts().bodies[*other].has_coordinates();
  const BodyId road = rests ? *other : ground_body;
  RingTire tire;
  tire.between = {p.build.marker_at(hub, name, {0.4, y, 0.6}, turned({1, 0.5, 0.3}, 0.1)),
                  p.build.marker_at(road, name, {0.1, 0, 0}, turned({1, 1, 0}, 0.05))};
  tire.profile = expression("0.1*sin(2*t)");
  tire.ring_mass = 0.5;
  tire.ring_polar_inertia = 0.4;
  tire.ring_diametral_inertia = 0.25;
  tire.rim_inertia = 0.3;
  tire.in_plane_stiffness = 20;
  tire.lateral_stiffness = 15;
  tire.torsion_stiffness = 5;
  tire.tilt_stiffness = 6;
  tire.in_plane_damping = 0.4;
  tire.lateral_damping = 0.3;
  tire.torsion_damping = 0.2;
  tire.tilt_damping = 0.1;
  tire.radius = 3;
  tire.residual_stiffness = {40, 30, 25};
  tire.residual_damping = 0.5;
  tire.half_contact_length = 0.3;
  tire.longitudinal_slip_stiffness = 0.5;
  tire.lateral_slip_stiffness = 0.4;
  tire.nominal_load = 30;
  tire.yaw_stiffness = 4;
  tire.rolling_resistance_arm = 0.1;
  tire.initial_velocity = {20, 0, 0};
  tire.initial_rotation = {0, 6, 0};
  tire.initial_spin = 12;
  tire.initial_slip = {0.5, 0.3, 0.1};
  return tire;
}

// An axle: two rings, a brake, a powertrain; the elements that drive come before those they are linked to.
enum class Pedals { functions_of_time, of_a_driver };
inline void add_axle(Pair& p, Pedals pedals) {
  Powertrain train;
  train.on.id = p.between.P;
  train.wheels = 2;
  if (pedals == Pedals::of_a_driver) train.pedal = "driver.pedal";
  else train.throttle = expression("0.4 + 0.2*sin(t)");
  train.full_torque = expression("50 - 0.001*t^2");
  train.closed_torque = expression("-2 - 0.01*t");
  train.converter_capacity = expression("15 + 2*t");
  train.converter_torque_ratio = expression("2 - t");
  train.engine_inertia = 0.7;
  train.gear_ratio = 2;
  train.final_drive = 5;
  train.side_inertia = 0.4;
  train.axle_inertia = 0.6;
  train.turbine_inertia = 1.5;
  train.initial_side = {5, 4.5};
  const MarkerId hub =
      p.build.marker_at(*p.build.find_body("second"), "hub", {0.4, 0.3, 0.5}, turned({1, 0.4, 0.3}, 0.2));
  const auto attach = [&](auto axle, const char* wheel) {  // the right wheel is driven and braked on its own body
    const bool is_left = std::string_view(wheel) == "left.spin";
    axle.on.id = p.between.P;
    axle.hub.id = is_left ? hub : p.between.P;
    axle.wheel = wheel;
    return axle;
  };
  for (const char* wheel : {"left.spin", "right.spin"}) {
    const bool is_left = std::string_view(wheel) == "left.spin";
    HalfShaft shaft = attach(HalfShaft{}, wheel);
    shaft.side = is_left ? "train.side_1" : "train.side_2";
    shaft.stiffness = 8;
    shaft.damping = 0.3;
    p.build.force(is_left ? "left_shaft" : "right_shaft", shaft);
  }
  p.build.force("train", train);
  for (const double zone : {0.0, 0.01}) {
    Brake brake = attach(Brake{}, zone > 0 ? "left.spin" : "right.spin");
    brake.torque = expression("20 + 2*sin(t)");
    if (pedals == Pedals::of_a_driver) brake.pedal = "left_foot.pedal";
    brake.stiffness = 10;
    brake.damping = 0.4;
    brake.slip_time = 0.05;
    brake.elastic_zone = zone;
    brake.initial_deflection = 0.8;
    p.build.force(zone > 0 ? "left_brake" : "right_brake", brake);
  }
  AxleTorque torque = attach(AxleTorque{}, "left.spin");
  torque.torque = expression("3*sin(t)");
  p.build.force("torque", torque);
  if (pedals == Pedals::of_a_driver) {
    Driver driver;
    driver.between = {p.between.P, origin_marker};
    driver.speed = expression("0.3 + 0.1*sin(t)");
    driver.path = expression("0.4*sin(t)");
    driver.steer = expression("0.1*t");
    driver.steering_gain = -0.7;
    driver.preview_time = 0;    // which has a bend at standstill
    driver.proportional = 0.2;  // and the pedals at their ends
    driver.steering_limit = 0.3;
    driver.initial_pedal = 0.6;  // random states are within 0.1: one presses the throttle, one the brake
    p.build.force("driver", driver);
    driver.initial_pedal = -0.6;
    driver.path = nullptr;
    p.build.force("left_foot", driver);
    p.build.force("servo", Servo{.between = p.between, .command = "driver.steer", .stiffness = 7, .damping = 0.5});
  }
  p.build.force("left", zoo_ring(p, "left", 0.5, "second"));
  p.build.force("right", zoo_ring(p, "right", -0.5));
}

}  // namespace daedalus::testing
