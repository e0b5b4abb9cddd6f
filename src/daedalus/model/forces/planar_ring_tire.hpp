// planar_ring_tire.hpp: a tire whose belt is a rigid ring, in the xy-plane: x forward, y up, angles counterclockwise, so
// that a wheel that rolls forward has ω < 0. The hub is P, a planar body; the road is y = profile(x) in the frame of Q.
//
// States: ξ ring center − hub, world axes; φ ring angle − hub angle; v, ω of the ring, absolute; slip s. With the
// relative pose and the absolute velocities no rate depends on an acceleration of the hub.       after [SHJ, appendix B]
//   ξ' = v − v_H,   φ' = ω − ω_H
//   F  = −K ξ − C ξ',   T = −K_θ φ − C_θ φ'                  sidewall on the ring; the opposite on the hub     B1, B8, B9
//   ρ  = R + profile(x) − y,   F_N = max(0, K_r ρ + C_r ρ') for ρ > 0                                            B4
//   m v' = F + F_N (e_y − profile' e_x) + F_x e_x + m g,   I ω' = T + R F_x − c_rr F_N tanh(ω/ω₀)                 B10
//   V_s = v_x + R ω,   C_k = 2 c_p a² F_N/F_N0,   θ = C_k/(3 μ F_N),   u = θ |s|                                  B5
//   F_x = C_k s (1 − u + u²/3) for u < 1, else μ F_N sign s                                                      B6, B7
//   leak = max(|v_x|, θ |V_s|),   σ = max(a (1 − u)², floor a, τ leak),   σ s' = −V_s − leak s                    B11-B13
// Departs from the paper: F_N never pulls, knows the slope of the road and pushes against it (so that the spring of the
// contact conserves energy); slip stiffness grows with the load, so that θ is a constant; B11 as printed cannot brake; the
// floor and τ keep s' finite in sliding and the slip root above −1/τ; one radius in V_s and in the torque. The energy of
// the ring, of the sidewall and of K_r counts as stored; the work of a moving road as supplied; dampers, slip (with the
// little that the tread stores) and rolling resistance as dissipated.
// [SHJ] Shome, Haug, Jay, dual-rate integration by partitioned Runge-Kutta methods (paper 001).
#pragma once

#include <cmath>

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

struct PlanarRingTire {
  static constexpr const char* type = "planar_ring_tire";
  static constexpr const char* meaning =
      "tire with a rigid belt on a spinning planar hub: sidewall, road contact, slip";
  static constexpr bool is_one_sided = true, rests_on_Q = true, is_fast = true;
  Between between;
  FunctionPtr profile;
  double ring_mass = 0, ring_inertia = 0, radius = 0;                 // m, I, R
  double sidewall_stiffness = 0, sidewall_damping = 0;                // K, C
  double torsion_stiffness = 0, torsion_damping = 0;                  // K_θ, C_θ
  double residual_stiffness = 0, residual_damping = 0;                // K_r, C_r
  double half_contact_length = 0, tread_stiffness = 0;                // a, c_p
  double friction = 1, nominal_load = 0;                              // μ, F_N0
  double rolling_resistance_arm = 0, rolling_resistance_speed = 0.5;  // c_rr, ω₀
  double slip_time = 0.001, relaxation_floor = 0.2;                   // τ, floor
  Vec3 initial_offset = Vec3::Zero(), initial_velocity = Vec3::Zero();
  double initial_twist = 0, initial_spin = 0, initial_slip = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, Field{.required = true},
      "markers [hub, road]; the road lies in the xy-plane of the second, y is up");
    v("profile", profile, Field{.unit = "m", .variable = "x"}, "road height as a function of x; flat if omitted");
    v("ring_mass", ring_mass, Field{.unit = "kg", .range = positive(), .required = true}, "mass of the belt");
    v("ring_inertia", ring_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "polar inertia of the belt");
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "of the belt");
    v("sidewall_stiffness", sidewall_stiffness, Field{.unit = "N/m", .range = positive(), .required = true},
      "between hub and belt, in both directions");
    v("sidewall_damping", sidewall_damping, Field{.unit = "N s/m", .range = at_least(0)}, "in both directions");
    v("torsion_stiffness", torsion_stiffness, Field{.unit = "N m/rad", .range = positive(), .required = true},
      "between hub and belt, about the axle");
    v("torsion_damping", torsion_damping, Field{.unit = "N m s/rad", .range = at_least(0)}, "about the axle");
    v("residual_stiffness", residual_stiffness, Field{.unit = "N/m", .range = positive(), .required = true},
      "vertical, between belt and road");
    v("residual_damping", residual_damping, Field{.unit = "N s/m", .range = at_least(0)}, "between belt and road");
    v("half_contact_length", half_contact_length, Field{.unit = "m", .range = positive(), .required = true},
      "half the length of the contact patch, which is the relaxation length");
    v("tread_stiffness", tread_stiffness, Field{.unit = "N/m²", .range = positive(), .required = true},
      "longitudinal, per length of the contact patch, at the nominal load");
    v("friction", friction, Field{.range = positive()}, "coefficient of friction");
    v("nominal_load", nominal_load, Field{.unit = "N", .range = positive(), .required = true},
      "load for which tread_stiffness is given; slip stiffness grows in proportion to the load");
    v("rolling_resistance_arm", rolling_resistance_arm, Field{.unit = "m", .range = at_least(0)},
      "torque per load that resists rolling");
    v("rolling_resistance_speed", rolling_resistance_speed, Field{.unit = "rad/s", .range = positive()},
      "spin below which rolling resistance fades out");
    v("slip_time", slip_time, Field{.unit = "s", .range = positive()},
      "shortest time in which the slip may change: explicit methods need steps below about 2.5 times this");
    v("relaxation_floor", relaxation_floor, Field{.range = in_range(0.01, 1)},
      "smallest relaxation length, as a fraction of half_contact_length");
    v("initial_offset", initial_offset, Field{.unit = "m"}, "initial position of the belt relative to the hub, [x, y]");
    v("initial_velocity", initial_velocity, Field{.unit = "m/s"}, "initial velocity of the belt, [x, y]");
    v("initial_twist", initial_twist, Field{.unit = "rad"}, "initial angle of the belt relative to the hub");
    v("initial_spin", initial_spin, Field{.unit = "rad/s"}, "initial angular velocity of the belt");
    v("initial_slip", initial_slip, Field{}, "initial slip");
  }
  std::vector<StateInfo> state_list() const {
    return {{"xi_x", initial_offset[0]},
            {"xi_y", initial_offset[1]},
            {"phi", initial_twist},
            {"v_x", initial_velocity[0], ring_mass},
            {"v_y", initial_velocity[1], ring_mass},
            {"omega", initial_spin, ring_inertia},
            {"slip", initial_slip}};
  }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    using std::tanh;
    const S *xi = in.s, *v = in.s + 3;
    const S& omega = in.s[5];
    const Contact<S> c = contact(in);
    const S xi_rate[2] = {v[0] - in.P.v[0], v[1] - in.P.v[1]}, phi_rate = omega - in.P.w[2];
    S F[2];
    for (int k = 0; k < 2; ++k) {
      F[k] = -(sidewall_stiffness * xi[k] + sidewall_damping * xi_rate[k]);
      const S road = c.F_N * in.Q.axes(k, 1) + (c.F_x - c.F_N * c.slope) * in.Q.axes(k, 0);
      sigma[k] = xi_rate[k];
      sigma[3 + k] = (F[k] + road) / ring_mass + in.gravity[k];
    }
    const S T = -(torsion_stiffness * in.s[2] + torsion_damping * phi_rate);
    sigma[2] = phi_rate;
    sigma[5] =
        (T + radius * c.F_x - rolling_resistance_arm * c.F_N * tanh(c.spin / rolling_resistance_speed)) / ring_inertia;
    sigma[6] = slip_rate(c, in.s[6]);
    return {{-F[0], -F[1], S(0.0)}, {S(0.0), S(0.0), -T}};
  }

  template <class S>
  S stored(const FrameInput<S>& in) const {
    const S *xi = in.s, *v = in.s + 3;
    const S rho = deflection(in);
    S energy = 0.5 * (torsion_stiffness * in.s[2] * in.s[2] + ring_inertia * in.s[5] * in.s[5]);
    for (int k = 0; k < 2; ++k)
      energy += 0.5 * (sidewall_stiffness * xi[k] * xi[k] + ring_mass * v[k] * v[k]) -
                ring_mass * in.gravity[k] * (in.P.x[k] + xi[k]);
    if (value_of(rho) > 0) energy += 0.5 * residual_stiffness * rho * rho;
    return energy;
  }
  double supplied(const FrameInput<double>& in) const {  // by a road that moves
    const Contact<double> c = contact(in);
    const double up = in.Q.axes(0, 1) * in.s[3] + in.Q.axes(1, 1) * in.s[4];
    const double along = in.Q.axes(0, 0) * in.s[3] + in.Q.axes(1, 0) * in.s[4];
    return c.F_N * (up - c.slope * along + c.rho_rate) + c.F_x * (along - c.v_x);
  }

 private:
  template <class S>
  struct Contact {
    S v_x, spin, V_s;  // relative to the road
    S slope, rho_rate, F_N, F_x;
  };
  double theta() const {  // 1/θ: slip at which the whole patch slides
    return 2 * tread_stiffness * half_contact_length * half_contact_length / (3 * friction * nominal_load);
  }

  // Of the ring center, from the origin of the road.
  template <class S>
  Vec<S, 2> place(const FrameInput<S>& in) const {
    return {in.P.x[0] + in.s[0] - in.Q.x[0], in.P.x[1] + in.s[1] - in.Q.x[1]};
  }
  template <class S>
  S deflection(const FrameInput<S>& in) const {
    const Vec<S, 2> d = place(in);
    const S x = in.Q.axes(0, 0) * d[0] + in.Q.axes(1, 0) * d[1], y = in.Q.axes(0, 1) * d[0] + in.Q.axes(1, 1) * d[1];
    return profile ? S(radius + apply(*profile, x) - y) : S(radius - y);
  }

  template <class S>
  Contact<S> contact(const FrameInput<S>& in) const {
    using std::abs;
    const Vec<S, 2> d = place(in);
    const S v[2] = {in.s[3] - in.Q.v[0] + in.Q.w[2] * d[1], in.s[4] - in.Q.v[1] - in.Q.w[2] * d[0]};
    const S v_y = in.Q.axes(0, 1) * v[0] + in.Q.axes(1, 1) * v[1];
    Contact<S> c;
    c.v_x = in.Q.axes(0, 0) * v[0] + in.Q.axes(1, 0) * v[1];
    c.spin = in.s[5] - in.Q.w[2];
    c.V_s = c.v_x + radius * c.spin;
    c.slope = profile ? apply(*profile, S(in.Q.axes(0, 0) * d[0] + in.Q.axes(1, 0) * d[1]), 1) : S(0.0);
    c.rho_rate = c.slope * c.v_x - v_y;
    const S rho = deflection(in), push = residual_stiffness * rho + residual_damping * c.rho_rate;
    const bool touches = value_of(rho) > 0 && value_of(push) > 0;
    c.F_N = touches ? push : S(0.0);
    const S& s = in.s[6];
    const S u = theta() * abs(s);
    if (value_of(u) < 1) c.F_x = 3 * friction * theta() * c.F_N * s * (1.0 - u + u * u / 3);
    else c.F_x = friction * std::copysign(1.0, value_of(s)) * c.F_N;
    return c;
  }

  template <class S>
  S slip_rate(const Contact<S>& c, const S& s) const {
    using std::abs;
    const S slide = theta() * abs(c.V_s), roll = abs(c.v_x), u = theta() * abs(s);
    const S leak = value_of(roll) > value_of(slide) ? roll : slide;
    S sigma(relaxation_floor * half_contact_length);
    const S adhering = half_contact_length * (1.0 - u) * (1.0 - u), slowest = slip_time * leak;
    if (value_of(u) < 1 && value_of(adhering) > value_of(sigma)) sigma = adhering;
    if (value_of(slowest) > value_of(sigma)) sigma = slowest;
    return -(c.V_s + leak * s) / sigma;
  }
};

}  // namespace daedalus
