// rail_creep.hpp: the tangential force between a wheel and its rail by the creepages at the point of contact.
//
// The wheel is that of joints/wheel_on_rail.hpp: center P, axis a = Y_P, radius r, profile ζ; the rail lies at rest in
// the world, along X_Q through Q, also where the frame of Q travels along it. With ρ the unit vector upward normal to
// the axis and e the outward displacement,
//   t_x = a × Z_Q/|·|,  l = Z_Q × t_x,  tan δ = ζ'(e)                rolling direction, left, contact angle
//   n = cos δ Z_Q ∓ sin δ l,  t_y = cos δ l ± sin δ Z_Q              upper signs: left wheel
//   x_C = x_P − (r + ζ) ρ ∓ e l                                      contact
//   v_C = v_P + (ω + Ω a) × (x_C − x_P),   V = √((v_P · t_x)² + v₀²)
//   ξ_x = v_C · t_x/V,  ξ_y = v_C · t_y/V,  ξ_s = (ω + Ω a) · n/V    creepages
// Ω(t) is the spin that the coordinates of the wheelset leave out (rotor.hpp); 0: the body itself spins. The normal load
// N is given, not taken from the contact, so that the force depends on the motion alone. No spin moment.
#pragma once

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"
#include "daedalus/model/joints/wheel_on_rail.hpp"
#include "daedalus/model/rail/creep_saturation.hpp"
#include "daedalus/model/rail/fastsim.hpp"
#include "daedalus/model/rail/kalker_coefficients.hpp"

namespace daedalus {

struct RailCreep {
  static constexpr const char* type = "rail_creep";
  static constexpr const char* meaning = "creep force of a wheel that rolls on a rail, after Kalker";
  static constexpr int states = 0;
  static constexpr bool is_active = true;
  Between between;
  double radius = 0, load = 0;  // m, N
  WheelSide side = WheelSide::left;
  FunctionPtr profile, spin;                                 // m; rad/s
  double rail_radius = 0.3, young = 2.1e11, poisson = 0.27;  // m, Pa
  double friction = 0.3, slow_speed = 0.001;                 // v₀, m/s
  double c11 = 0, c22 = 0, c23 = 0;                          // 0: from the table
  CreepSaturation saturation = CreepSaturation::smooth;
  Fastsim contact = {};  // ellipse, coefficients and limit: prepare() fills it in

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field,
      "markers [wheel center, rail]; the wheel turns about y of the first, the rail leads along x of the second, z is "
      "up");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "nominal rolling radius");
    v("side", side, Choices<WheelSide>{{"left", WheelSide::left}, {"right", WheelSide::right}}, "of the track");
    v("profile", profile, Field{.unit = "m", .required = true, .variable = "x"},
      "growth of the rolling radius as a function of the outward displacement x of the wheel");
    v("load", load, Field{.unit = "N", .range = positive(), .required = true}, "normal load");
    v("spin", spin, Field{.unit = "rad/s"},
      "angular velocity about the axle that the body's own motion does not include, for example speed/radius");
    v("friction", friction, Field{.range = positive()}, "coefficient of friction");
    v("rail_radius", rail_radius, Field{.unit = "m", .range = positive()}, "of the rail head, across");
    v("young", young, Field{.unit = "Pa", .range = positive()}, "Young's modulus of wheel and rail");
    v("poisson", poisson, Field{.range = in_range(0, 0.5)}, "Poisson's ratio");
    v("c11", c11, Field{.range = at_least(0)}, "Kalker coefficient, longitudinal; 0: from his table");
    v("c22", c22, Field{.range = at_least(0)}, "Kalker coefficient, lateral; 0: from his table");
    v("c23", c23, Field{.range = at_least(0)}, "Kalker coefficient, spin; 0: from his table");
    using enum CreepSaturation;
    v("saturation", saturation,
      Choices<CreepSaturation>{{"none", none},
                               {"smooth", smooth},
                               {"shen_hedrick_elkins", shen_hedrick_elkins},
                               {"polach", polach},
                               {"fastsim", fastsim}},
      "how the force approaches friction times load");
    v("slow_speed", slow_speed, Field{.unit = "m/s", .range = positive()}, "speed below which creepages stay finite");
  }
  void list_breaks(TimeBreaks& breaks) const { breaks.add(spin, TimeRole::load); }

  void prepare() {
    contact.ellipse = hertz_ellipse(load, radius, rail_radius, young, poisson);
    contact.kalker = kalker_coefficients(contact.ellipse, poisson);
    if (c11 > 0) contact.kalker.c11 = c11;
    if (c22 > 0) contact.kalker.c22 = c22;
    if (c23 > 0) contact.kalker.c23 = c23;
    contact.shear_modulus = young / (2 * (1 + poisson));
    contact.limit = friction * load;
  }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    using std::sqrt;
    const double outward = sign_of(side), omega = spin ? spin->at(in.t, in.inputs) : 0.0;
    const Vec<S, 3> axle = in.P.axes.col(1), up = in.Q.axes.col(2), d = in.P.x - in.Q.x;
    const S c = axle.dot(up), root = sqrt(1.0 - c * c);
    const Vec<S, 3> ahead = cross(axle, up) / root, left = cross(up, ahead), radial = (up - axle * c) / root;
    const S e = outward * Vec<S, 3>(in.Q.axes.col(1)).dot(Vec<S, 3>(d - radial * S(radius)));
    const S zeta = apply(*profile, e), slope = apply(*profile, e, 1);
    const S cosine = 1.0 / sqrt(1.0 + slope * slope), sine = outward * slope * cosine;
    const Vec<S, 3> across = left * cosine + up * sine, normal = up * cosine - left * sine;

    const Vec<S, 3> arm = -(radial * S(radius + zeta)) - left * S(outward * e);
    const Vec<S, 3> w = in.P.w + axle * S(omega), v = in.P.v + cross(w, arm);
    const S forward = in.P.v.dot(ahead), speed = sqrt(forward * forward + slow_speed * slow_speed);
    const Vec<S, 2> pull = creep_force(S(v.dot(ahead) / speed), S(v.dot(across) / speed), S(w.dot(normal) / speed));
    const Vec<S, 3> force = ahead * pull[0] + across * pull[1];
    return {force, cross(arm, force)};
  }

  // F_x, F_y from the creepages.
  template <class S>
  Vec<S, 2> creep_force(const S& xi_x, const S& xi_y, const S& xi_s) const {
    if (saturation == CreepSaturation::fastsim) return contact.force(xi_x, xi_y, xi_s);
    const auto& [ellipse, kalker, G, limit] = contact;
    const double area = ellipse.a * ellipse.b;
    const S F_x = -(G * area * kalker.c11) * xi_x;
    const S F_y = -(G * area * kalker.c22) * xi_y - (G * std::pow(area, 1.5) * kalker.c23) * xi_s;
    const S factor = saturation_factor(saturation, S((F_x * F_x + F_y * F_y) / (limit * limit)));
    return {S(F_x * factor), S(F_y * factor)};
  }
};

}  // namespace daedalus
