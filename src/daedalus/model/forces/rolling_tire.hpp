// rolling_tire.hpp: a wheel that spins on a plane road. Center P, axle e = y-axis of P, rolling radius r; the road is the
// xy-plane of Q with normal n. The marker may spin with the wheel or not: only its axle and its angular velocity matter.
//
//   x = e × n/|e × n|,  y = n × x                           rolling direction and side in the road plane
//   h = n · (x_P − x_Q)                                     height of the center
//   F_z = k (free_height − h) − c h'                        never pulls
//   κ = (Ω r − v_x)/v,   α = v_y/v,   v = √(v_x² + v₀²)     slips; Ω the spin about e, v_x and v_y the velocity of the
//                                                           center and, sideways, of the contact point
//   F_x =  D sin(C atan(B κ)),   B = slip_stiffness/(C D),  D = μ F_z              no interaction of the two slips
//   F_y = −D sin(C atan(B α)),   B = cornering_stiffness/(C D)
//
// With a tire_file, F_x, F_y and M_z v_x/v are those of its Magic Formula at κ, tan α and the camber.
// All act at the point where the wheel plane meets the road below P. `relaxed_tire` feeds slips that lag behind:
// σ s' = v (slip − s), σ the distance in which a tire builds up its force.
#pragma once

#include <cmath>
#include <string>

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"
#include "daedalus/model/tire/tire_file.hpp"

namespace daedalus {

struct RollingTireLaw {
  static constexpr bool is_active = true;  // its spring stores energy, its slip dissipates: not told apart
  Between between;
  double radius = 0, free_height = 0;                  // m
  double stiffness = 0, damping = 0;                   // N/m, N s/m
  double friction = 1, shape = 1.3;                    // μ, C
  double cornering_stiffness = 0, slip_stiffness = 0;  // N/rad, N
  double slow_speed = 0.1;                             // v₀, m/s
  TireFile tire_file;

  template <class Visitor>
  void describe_law(Visitor&& v) {
    v("between", between, Field{.required = true},
      "markers [wheel center, road]; the y-axis of the first is the axle, the road is the xy-plane of the second");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true},
      "rolling radius: distance per radian of a free wheel");
    v("free_height", free_height, Field{.unit = "m", .range = positive(), .required = true},
      "height of the wheel center at which the tire just touches the road");
    v("stiffness", stiffness, Field{.unit = "N/m", .range = positive(), .required = true}, "vertical");
    v("damping", damping, Field{.unit = "N s/m", .range = at_least(0)}, "vertical");
    v("friction", friction, Field{.range = positive()}, "largest horizontal force per load, in each direction");
    v("shape", shape, Field{.range = in_range(1.0, 2.0)}, "shape factor C of the magic formula");
    v("cornering_stiffness", cornering_stiffness, Field{.unit = "N/rad", .range = positive()},
      "lateral force per slip angle, for small angles; required without tire_file");
    v("slip_stiffness", slip_stiffness, Field{.unit = "N", .range = positive()},
      "longitudinal force per slip, for small slips; required without tire_file");
    tire_file.describe(v);
    v("slow_speed", slow_speed, Field{.unit = "m/s", .range = positive()}, "speed below which slips fade out");
  }

  std::string complaint() const {
    const bool has_both = cornering_stiffness > 0 && slip_stiffness > 0;
    if (!tire_file.is_given() && !has_both)
      return "cornering_stiffness or slip_stiffness is missing: specify both, or a tire_file.";
    if (tire_file.is_given() && cornering_stiffness + slip_stiffness > 0)
      return "the tire_file contains the slip stiffnesses: remove cornering_stiffness and slip_stiffness, or the "
             "tire_file.";
    return "";
  }
  void prepare() { tire_file.scale_friction(friction); }

  // What the law needs of the motion, in the axes of the road plane.
  template <class S>
  struct Contact {
    Vec<S, 3> x, y, n, arm;  // arm: from the center to the contact point
    S load, speed, kappa, alpha;
    S advance, camber;  // v_x/v, sine of the camber
  };

  template <class S>
  Contact<S> contact(const FrameInput<S>& in) const {
    using std::sqrt;
    Contact<S> c;
    const Vec<S, 3> e = in.P.axes.col(1);
    c.n = in.Q.axes.col(2);
    const Vec<S, 3> across = cross(e, c.n);
    const S sine = sqrt(across.dot(across));
    c.x = across / sine;
    c.y = cross(c.n, c.x);
    const Vec<S, 3> d = in.P.x - in.Q.x;
    const S h = c.n.dot(d);
    c.arm = cross(e, c.x) * S(h / sine);  // e × x points down, in the wheel plane
    const Vec<S, 3> v = in.P.v - in.Q.v - cross(in.Q.w, d), w = in.P.w - in.Q.w;
    const Vec<S, 3> v_contact = v + cross(w, c.arm);
    const S v_x = c.x.dot(v);
    c.load = stiffness * (free_height - h) - damping * c.n.dot(v);
    c.speed = sqrt(v_x * v_x + slow_speed * slow_speed);
    c.kappa = (e.dot(w) * radius - v_x) / c.speed;
    c.alpha = c.y.dot(v_contact) / c.speed;
    c.advance = v_x / c.speed;
    c.camber = e.dot(c.n);
    return c;
  }

  template <class S>
  Wrench<S> wrench(const Contact<S>& c, const S& kappa, const S& alpha) const {
    if (!(value_of(c.load) > 0)) return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};
    if (tire_file.is_given()) {
      const SlipForces<S> f = tire_file.forces(c.load, kappa, S(-alpha), c.camber);
      const Vec<S, 3> sum = c.x * f.F_x + c.y * f.F_y + c.n * c.load;
      return {sum, Vec<S, 3>(cross(c.arm, sum) + c.n * S(f.M_z * c.advance))};
    }
    const Vec<S, 3> force =
        c.x * formula(c.load, slip_stiffness, kappa) - c.y * formula(c.load, cornering_stiffness, alpha) + c.n * c.load;
    return {force, cross(c.arm, force)};
  }

 private:
  template <class S>
  S formula(const S& load, double slope, const S& slip) const {
    using std::atan, std::sin;
    const S D = friction * load;
    return D * sin(shape * atan(slope / shape * slip / D));
  }
};

struct RollingTire : RollingTireLaw {
  static constexpr const char* type = "rolling_tire";
  static constexpr const char* meaning = "spinning wheel on a plane road: vertical spring, forces of both slips";
  static constexpr int states = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_law(v);
  }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S*) const {
    const Contact<S> c = contact(in);
    return wrench(c, c.kappa, c.alpha);
  }
};

struct RelaxedTire : RollingTireLaw {
  static constexpr const char* type = "relaxed_tire";
  static constexpr const char* meaning = "rolling_tire whose slips lag behind over a relaxation length";
  static constexpr int states = 2;
  double relaxation_length = 0;  // σ, m

  template <class Visitor>
  void describe(Visitor&& v) {
    describe_law(v);
    v("relaxation_length", relaxation_length, Field{.unit = "m", .range = positive(), .required = true},
      "distance over which the tire builds up 63 % of its force");
  }
  static std::vector<StateInfo> state_list() { return {{"slip"}, {"slip_angle"}}; }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    const Contact<S> c = contact(in);
    sigma[0] = c.speed / relaxation_length * (c.kappa - in.s[0]);
    sigma[1] = c.speed / relaxation_length * (c.alpha - in.s[1]);
    return wrench(c, in.s[0], in.s[1]);
  }
};

}  // namespace daedalus
