// element_zoo.hpp: small models, each with one joint or force between bodies of two kinds, markers askew.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formulation/vehicle_zoo.hpp"

namespace daedalus::testing {

using enum BodyKind;
inline const std::vector<std::pair<BodyKind, BodyKind>> with_frames = {{spatial, spatial}, {spatial, ground},
                                                                       {ground, spatial},  {spatial, prescribed},
                                                                       {spatial, planar},  {planar, spatial}};
inline const std::vector<std::pair<BodyKind, BodyKind>> flat = {{planar, planar}};
inline const std::vector<std::pair<BodyKind, BodyKind>> with_points = {
    {spatial, point}, {point, ground}, {point, point}, {point, planar}, {point, prescribed}};

template <class JointType>
void add_joint_cases(std::vector<ZooCase>& zoo, JointType type,
                     const std::vector<std::pair<BodyKind, BodyKind>>& kinds) {
  add_cases(zoo, JointType::type, kinds, [type](Pair& p) mutable {
    type.between = p.between;
    p.build.joint("joint", type);
  });
}

// A wheel that stands on a rail, axle along y, both a little askew.
inline Between wheel_and_rail(Pair& p) {
  const BodyId wheel = *p.build.find_body("first"), track = p.build.find_body("second").value_or(ground_body);
  return {p.build.marker_at(wheel, "hub", {0.5, 0.22, 0.37}, turned({1, 0.5, 0.3}, 0.1)),
          p.build.marker_at(track, "rail", {0.5, 0.2, 0}, turned({1, 1, 0}, 0.05))};
}

inline std::vector<ZooCase> joint_zoo() {
  std::vector<ZooCase> zoo;
  add_joint_cases(zoo, Revolute{}, with_frames);
  add_joint_cases(zoo, Revolute{}, flat);
  add_joint_cases(zoo, Translational{}, with_frames);
  add_cases(zoo, "translational", flat, [](Pair& p) {  // slides in the plane
    const auto along_plane = [&](const char* body, double turn) {
      return p.build.marker(body, "slot", {0.1, 0.2, 0},
                            turned(Vec3::UnitZ(), turn) * turned(Vec3::UnitX(), -1.5707963267948966));
    };
    p.build.joint("joint", Translational{{along_plane("first", 0.3), along_plane("second", 0.9)}});
  });
  add_joint_cases(zoo, Cylindrical{}, with_frames);
  add_joint_cases(zoo, Spherical{}, with_frames);
  add_joint_cases(zoo, Spherical{}, with_points);
  add_joint_cases(zoo, Universal{}, with_frames);
  add_joint_cases(zoo, Fixed{}, with_frames);
  add_joint_cases(zoo, PlanarJoint{}, with_frames);
  add_joint_cases(zoo, PointOnLine{}, with_frames);
  add_joint_cases(zoo, PointOnLine{}, {{point, ground}, {point, spatial}, {point, prescribed}});
  add_joint_cases(zoo, PointInPlane{}, with_frames);
  add_joint_cases(zoo, DistanceJoint{.between = {}, .length = 0.8}, with_frames);
  add_joint_cases(zoo, DistanceJoint{.between = {}, .length = 0.8}, with_points);
  add_joint_cases(zoo, Screw{.between = {}, .pitch = 30}, with_frames);
  add_joint_cases(zoo, KnifeEdge{}, with_frames);
  add_joint_cases(zoo, KnifeEdge{}, flat);
  add_cases(zoo, "rolling_disc", {{spatial, ground}, {spatial, spatial}, {spatial, prescribed}}, [](Pair& p) {
    const BodyId disc = *p.build.find_body("first");
    const MarkerId hub = p.build.marker_at(disc, "hub", {0.5, 0.2, 0.4}, turned({0, 1, 0}, 1.5));
    const BodyId plane = p.build.find_body("second").value_or(ground_body);
    const MarkerId table = p.build.marker_at(plane, "table", {0.1, 0.2, 0}, turned({1, 1, 0}, 0.05));
    p.build.joint("joint", RollingDisc{.between = {hub, table}, .radius = 0.35});
  });
  add_joint_cases(zoo, FreeJoint{.between = {}, .hold = {"x", "yaw", "roll"}}, with_frames);
  add_joint_cases(zoo, FreeJoint{.between = {}, .hold = {"y", "z", "pitch"}}, with_frames);
  for (const WheelSide side : {WheelSide::left, WheelSide::right})
    add_cases(zoo, "wheel_on_rail", {{spatial, ground}, {spatial, spatial}, {spatial, prescribed}}, [side](Pair& p) {
      p.build.joint("joint", WheelOnRail{.between = wheel_and_rail(p),
                                         .radius = 0.35,
                                         .side = side,
                                         .profile = expression("0.2*t + t^3 + 0.5*t^4")});
    });
  for (ZooCase& c : zoo)  // a disc must not lie flat
    if (c.name.starts_with("rolling") || c.name.starts_with("wheel")) c.reach = 0.03;
  for (const MeasureKind kind :
       {MeasureKind::angle_x, MeasureKind::angle_y, MeasureKind::angle_z, MeasureKind::azimuth, MeasureKind::distance,
        MeasureKind::along_x, MeasureKind::yaw, MeasureKind::roll, MeasureKind::pitch})
    add_cases(zoo, "driver" + std::to_string(static_cast<int>(kind)), with_frames, [kind](Pair& p) {
      p.build.driver("motor", {kind, p.between.P, p.between.Q}, expression("0.2*sin(3*t) + t/10"));
    });
  add_cases(zoo, "driver_flat", flat, [](Pair& p) {
    p.build.driver("motor", {MeasureKind::angle_z, p.between.P, p.between.Q}, expression("0.2*sin(3*t)"));
  });
  add_cases(zoo, "gear", {{spatial, spatial}}, [](Pair& p) {
    Gear gear{.teeth_first = 1, .teeth_second = 3};
    gear.first.measure = {MeasureKind::angle_z, p.between.P, origin_marker};
    gear.second.measure = {MeasureKind::angle_z, p.between.Q, origin_marker};
    p.build.joint("mesh", gear);
  });
  add_cases(zoo, "rack", {{spatial, spatial}}, [](Pair& p) {
    RackAndPinion rack{.radius = 2};
    rack.rack.measure = {MeasureKind::along_x, p.between.P, origin_marker};
    rack.pinion.measure = {MeasureKind::angle_z, p.between.Q, origin_marker};
    p.build.joint("mesh", rack);
  });
  add_cases(zoo, "coupler", {{planar, planar}}, [](Pair& p) {
    Coupler coupler{.factor = 0.37};
    coupler.first.measure = {MeasureKind::angle_z, p.between.P, origin_marker};
    coupler.second.measure = {MeasureKind::along_y, p.between.Q, origin_marker};
    p.build.joint("coupling", coupler);
  });
  return zoo;
}

// Of the body that moves, over the ground.
inline Measure gap_of_first(Pair& p) {
  const MarkerId P = p.between.P, Q = p.between.Q;
  const auto is_ground = [&](MarkerId id) { return p.build.parts().markers[id].body == ground_body; };
  return gap(2, {is_ground(P) ? Q : P, origin_marker});
}

inline std::vector<ZooCase> force_zoo() {
  std::vector<ZooCase> zoo;
  auto kinds = with_frames;
  kinds.insert(kinds.end(), flat.begin(), flat.end());
  auto all = kinds;
  all.insert(all.end(), with_points.begin(), with_points.end());
  const auto formula =
      std::make_shared<const Expression>(Expression::parse("3*x^3 + 0.2*v^3*x + sin(t)*x", {"x", "v", "t"}));
  add_cases(zoo, "spring", all, [&](Pair& p) {
    SpringDamper spring;
    spring.between = p.between;
    spring.free = 0.4;
    spring.stiffness = 30;
    spring.damping = 2;
    spring.curve = expression("5*t^3 + t");
    spring.damper = expression("0.3*t^3");
    spring.formula = formula;
    p.build.force("spring", spring);
  });
  add_cases(zoo, "torsion", kinds, [&](Pair& p) {
    TorsionSpring spring;
    spring.between = p.between;
    spring.stiffness = 3;
    spring.damping = 0.4;
    p.build.force("spring", spring);
  });
  add_cases(zoo, "freedom_spring", with_frames, [&](Pair& p) {
    FreedomSpring spring;
    spring.acts_on = {"slide", along(2, p.between)};
    spring.free = 0.2;
    spring.stiffness = 5;
    spring.damping = 0.7;
    p.build.force("spring", spring);
  });
  add_cases(zoo, "bushing", with_frames, [&](Pair& p) {
    // Nearly parallel frames: a bushing allows small turns only.
    const BodyId P = p.build.find_body("first").value_or(ground_body),
                 Q = p.build.find_body("second").value_or(ground_body);
    const Between sleeve{p.build.marker_at(P, "sleeve", {0.1, 0.2, 0.1}, turned({1, 1, 2}, 0.4)),
                         p.build.marker_at(Q, "core", {0.12, 0.18, 0.1}, turned({1, 1, 2}, 0.5))};
    Bushing bushing{.between = sleeve,
                    .stiffness = {10, 20, 30},
                    .damping = {1, 2, 3},
                    .torsional_stiffness = {3, 2, 1},
                    .torsional_damping = {0.1, 0.2, 0.3},
                    .preload = {4, -5, 6}};
    p.build.force("bushing", bushing);
  });
  add_cases(zoo, "road", {{spatial, ground}, {spatial, prescribed}, {planar, ground}}, [&](Pair& p) {
    RoadSpring tire;
    tire.between = p.between;
    tire.profile = expression("0.1*sin(3*t)");
    tire.acts_in = ActsIn::both;
    tire.stiffness = 100;
    tire.damping = 5;
    tire.free = 0.5;
    p.build.force("tire", tire);
  });
  for (const TireDamping damps : {TireDamping::deflection, TireDamping::hub})
    add_cases(zoo, damps == TireDamping::hub ? "vertical_tire_hub" : "vertical_tire",
              {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
                VerticalTire tire;
                tire.between = p.between;
                tire.profile = expression("0.1*sin(3*t)");
                tire.damps = damps;
                tire.acts_in = ActsIn::both;
                tire.stiffness = 100;
                tire.damping = 5;
                tire.free = 0.5;
                p.build.force("tire", tire);
              });
  add_cases(zoo, "slip_tire", {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
    SlipTire tire{.between = p.between,
                  .stiffness = 100,
                  .damping = 0.1,
                  .free_height = 4,
                  .cornering = 2,
                  .slow_speed = 1,
                  .resistance = 0.1};
    tire.steer = expression("0.2*sin(t)");
    tire.speed = expression("3 + t");
    tire.gain = 2;
    tire.offset = 1;
    p.build.force("tire", tire);
  });
  const auto roll = [](auto tire, const Between& between) {
    tire.between = between;
    tire.radius = 0.3;
    tire.free_height = 4;
    tire.stiffness = 100;
    tire.damping = 0.1;
    tire.friction = 0.9;
    tire.cornering_stiffness = 300;
    tire.slip_stiffness = 200;
    tire.slow_speed = 1;
    return tire;
  };
  add_cases(zoo, "rolling_tire", {{spatial, ground}, {spatial, prescribed}},
            [&](Pair& p) { p.build.force("tire", roll(RollingTire{}, p.between)); });
  add_cases(zoo, "relaxed_tire", {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
    RelaxedTire tire = roll(RelaxedTire{}, p.between);
    tire.relaxation_length = 0.4;
    p.build.force("tire", tire);
  });
  add_cases(zoo, "rolling_tire_from_a_file", {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
    const BodyId wheel = *p.build.find_body("first"), road = p.build.find_body("second").value_or(ground_body);
    RollingTire tire =
        roll(RollingTire{}, {p.build.marker_at(wheel, "hub", {0.4, 0.2, 0.6}, turned({1, 0.5, 0.3}, 0.1)),
                             p.build.marker_at(road, "road", {0.1, 0, 0}, turned({1, 1, 0}, 0.05))});
    tire.cornering_stiffness = tire.slip_stiffness = 0;
    tire.tire_file.formula = std::make_shared<const MagicFormula>(zoo_coefficients(300));
    p.build.force("tire", tire);
  });
  // Rings of the size of the bodies, on one branch of their laws: rolling, in contact, sliding in a part of the patch.
  add_cases(zoo, "planar_ring_tire", {{planar, ground}, {planar, prescribed}},
            [&](Pair& p) { p.build.force("tire", zoo_planar_ring(p)); });
  for (const SlipShape shape : {SlipShape::brush, SlipShape::magic})
    add_cases(zoo, shape == SlipShape::brush ? "ring_tire" : "ring_tire_magic",
              {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
                RingTire tire = zoo_ring(p, "hub");
                tire.slip_shape = shape;
                if (shape == SlipShape::magic) tire.follower = RoadFollower::point;
                tire.curvature_factor = -0.5;
                p.build.force("tire", tire);
              });
  add_cases(zoo, "ring_tire_from_a_file", {{spatial, ground}, {spatial, prescribed}}, [&](Pair& p) {
    RingTire tire = zoo_ring(p, "hub");
    tire.longitudinal_slip_stiffness = tire.lateral_slip_stiffness = 0;
    tire.tire_file = {std::make_shared<const MagicFormula>(zoo_coefficients(30)), Mounting::mirrored};
    p.build.force("tire", tire);
  });
  add_cases(zoo, "ring_tires_with_powertrain", {{spatial, spatial}},
            [](Pair& p) { add_axle(p, Pedals::functions_of_time); });
  add_cases(zoo, "ring_tires_with_driver", {{spatial, spatial}}, [](Pair& p) { add_axle(p, Pedals::of_a_driver); });
  for (ZooCase& c : zoo)
    if (c.name.starts_with("ring_tire")) c.state_reach = 0.1;
  add_cases(zoo, "coupled_spring", with_frames, [&](Pair& p) {
    CoupledSpring bar;
    bar.first.measure = along(2, p.between);
    bar.second.measure = {MeasureKind::distance, p.between.P, p.between.Q};
    bar.factor = -0.7;
    bar.free = 0.1;
    bar.stiffness = 5;
    bar.damping = 0.7;
    bar.curve = expression("5*t^3 + t");
    p.build.force("bar", bar);
  });
  add_cases(zoo, "pd_controller", with_frames, [&](Pair& p) {
    PdController pd;
    pd.senses.measure = {MeasureKind::along_y, p.between.P, p.between.Q};
    pd.acts_on.measure = {MeasureKind::distance, p.between.P, p.between.Q};
    pd.sensed = Sensed::rate;
    pd.target = expression("sin(t)");
    pd.proportional = 3;
    pd.damping = 0.7;
    p.build.force("pd", pd);
  });
  using enum CreepSaturation;
  for (const auto& [kind, limit] : {std::pair(none, 0.3),
                                    {smooth, 0.3},
                                    {shen_hedrick_elkins, 1e-4},
                                    {shen_hedrick_elkins, 30},
                                    {polach, 0.3},
                                    {fastsim, 1e9}})
    add_cases(zoo, "rail_creep" + std::to_string(static_cast<int>(kind)), {{spatial, ground}, {spatial, prescribed}},
              [saturation = kind, friction = limit](Pair& p) {
                RailCreep creep{.between = wheel_and_rail(p), .radius = 0.35, .load = 0.2};
                creep.profile = expression("0.2*t + t^3 + 0.5*t^4");
                creep.spin = expression("2 + sin(t)");
                creep.young = 100;  // forces of the size of the others
                creep.slow_speed = 1;
                creep.friction = friction;
                creep.saturation = saturation;
                p.build.force("creep", creep);
              });
  for (ZooCase& c : zoo)
    if (c.name.starts_with("rail_creep")) c.reach = 0.03;
  add_cases(zoo, "rotor", {{spatial, ground}}, [&](Pair& p) {
    p.build.force("rotor", Rotor{{p.between.P}, {1, 2, 0.5}, 0.3, expression("5 + sin(2*t)")});
  });
  for (const LoadAxes axes : {LoadAxes::world, LoadAxes::marker}) {
    const PointLoad load{.on = {}, .direction = {1, -2, 0.5}, .size = expression("2 + sin(t)"), .axes = axes};
    const auto on_first = [&](Pair& p) {
      PointLoad mine = load;
      mine.on.id = p.between.P;
      return mine;
    };
    const std::string suffix = axes == LoadAxes::world ? "_world" : "_follower";
    add_cases(zoo, "force" + suffix, {{spatial, ground}, {planar, ground}},
              [&](Pair& p) { p.build.force("load", PointForce{on_first(p)}); });
    add_cases(zoo, "torque" + suffix, {{spatial, ground}, {planar, ground}},
              [&](Pair& p) { p.build.force("load", PointTorque{on_first(p)}); });
  }
  add_cases(zoo, "controller", with_frames, [&](Pair& p) {
    PiController pi;
    pi.senses.measure = {MeasureKind::along_y, p.between.P, p.between.Q};
    pi.acts_on.measure = {MeasureKind::distance, p.between.P, p.between.Q};
    pi.sensed = Sensed::rate;
    pi.target = expression("sin(t)");
    pi.proportional = 3;
    pi.integral = 2;
    pi.damping = 0.7;
    p.build.force("pi", pi);
  });
  const auto formula_force = [](const std::string& text, const std::vector<MeasureFormula::Variable>& variables) {
    // 0.2 x³: the differences of a derivative test may not cross points at which the third derivative jumps
    const FunctionPtr wave = TableFunction{.x = {-20, -1, 3, 20},
                                           .y = {-1600, -0.2, 5.4, 1600},
                                           .ends = TableEnds::clamped,
                                           .start_slope = 240,
                                           .end_slope = 240}
                                 .make();
    std::vector<std::string> names = {"t"};
    for (const MeasureFormula::Variable& v : variables) names.push_back(v.of.name + (v.is_rate ? "_rate" : ""));
    return MeasureFormula{std::make_shared<const Expression>(Expression::parse(text, names, {}, {{"wave", wave}})),
                          variables};
  };
  add_cases(zoo, "formula_force", with_frames, [&](Pair& p) {
    FormulaForce force;
    force.acts_on = {"slide", along(2, p.between)};
    const FreedomRef turn{"turn", {MeasureKind::angle_z, p.between.P, p.between.Q}},
        gap{"gap", {MeasureKind::distance, p.between.P, p.between.Q}}, height{"height", gap_of_first(p)};
    force.formula = formula_force(
        "3*wave(turn)*gap + 0.5*turn_rate*gap_rate^2 - 0.2*slide*sin(t) + height^2*slide_rate", {{turn, false},
                                                                                                 {turn, true},
                                                                                                 {gap, false},
                                                                                                 {gap, true},
                                                                                                 {force.acts_on, false},
                                                                                                 {force.acts_on, true},
                                                                                                 {height, false}});
    p.build.force("formula", force);
  });
  add_cases(zoo, "formula_force_of_itself", flat, [&](Pair& p) {
    FormulaForce force;
    force.acts_on = {"turn", {MeasureKind::angle_z, p.between.P, p.between.Q}};
    force.formula = formula_force("wave(turn + t) - turn_rate^3", {{force.acts_on, false}, {force.acts_on, true}});
    p.build.force("formula", force);
  });
  add_cases(zoo, "lag", with_frames, [&](Pair& p) {
    LaggedForce lag;
    lag.acts_on.measure = {MeasureKind::along_z, p.between.P, p.between.Q};
    lag.command = expression("cos(t)");
    lag.time_constant = 0.3;
    p.build.force("lag", lag);
  });
  return zoo;
}

}  // namespace daedalus::testing
