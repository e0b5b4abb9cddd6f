// ring_contact.hpp: a rigid ring on a road: the plane below it, normal force, combined slip. Formulas: ring_tire.hpp.
//
// Followers, with ψ the heading of the ring in the road frame and z(x) the profile:
//   point        h = z(x),  p_x = h_x = z'(x)                      for profiles long against the contact patch
//   two_points   z₁, z₂ at x ± l/2 cos ψ:  h = (z₁ + z₂)/2,  h_x = (z₁' + z₂')/2,
//                slope (z₁ − z₂)/l along the heading, that of h across it
//
// With a tire_file, F_x, F_y and M_z are those of its Magic Formula at the slips s, M_z tanh(V_x/0.1) in place of the trail. Slips are
// those of the formula up to 1.5:  leak = max(|V_x|, |V_s|/1.5),   A_ii = max(a + max(0, ∂F_i/∂s_i)/c_i, τ leak),   A_xy = A_yx = 0.
#pragma once

#include <cmath>
#include <string>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/functions/function.hpp"
#include "daedalus/model/tire/tire_file.hpp"

namespace daedalus {

enum class RoadFollower { point, two_points };
enum class SlipShape { brush, magic };

struct RingContact {
  FunctionPtr profile;
  RoadFollower follower = RoadFollower::two_points;
  double follower_base = 0;                                            // l; 0: 1.6 a
  double radius = 0, rolling_radius_factor = 1.0 / 3;                  // r, η
  Vec3 residual_stiffness = Vec3::Zero();                              // c_x, c_y, c_z
  double residual_damping = 0;                                         // k_z
  double half_contact_length = 0;                                      // a
  double longitudinal_slip_stiffness = 0, lateral_slip_stiffness = 0;  // κ_x, κ_y
  double friction = 1, nominal_load = 0;                               // μ, F_0
  SlipShape slip_shape = SlipShape::brush;
  double shape_factor = 1.5, curvature_factor = 0;  // C, E
  TireFile tire_file;
  double yaw_stiffness = 0;                          // c_ψ
  double rolling_resistance_arm = 0;                 // c_rr
  double slip_time = 0.002, relaxation_floor = 0.2;  // τ, floor

  template <class Visitor>
  void describe_contact(Visitor&& v) {
    v("radius", radius, Field{.unit = "m", .range = positive(), .required = true}, "of the belt");
    v("profile", profile, Field{.unit = "m", .variable = "x"}, "road height as a function of x; flat if omitted");
    v("follower", follower,
      Choices<RoadFollower>{{"point", RoadFollower::point}, {"two_points", RoadFollower::two_points}},
      "what the tire feels of the profile: the point below its center, or two points ahead and behind");
    v("follower_base", follower_base, Field{.unit = "m", .range = at_least(0)},
      "distance of the two points; 0: 1.6 half contact lengths");
    v("residual_stiffness", residual_stiffness, Field{.unit = "N/m", .range = positive(), .required = true},
      "between belt and contact patch, longitudinal, lateral, vertical");
    v("residual_damping", residual_damping, Field{.unit = "N s/m", .range = at_least(0)}, "vertical");
    v("half_contact_length", half_contact_length, Field{.unit = "m", .range = positive(), .required = true},
      "half the length of the contact patch");
    v("longitudinal_slip_stiffness", longitudinal_slip_stiffness, Field{.range = positive()},
      "longitudinal force per load and slip, for small slips; required without tire_file");
    v("lateral_slip_stiffness", lateral_slip_stiffness, Field{.range = positive()},
      "lateral force per load and slip angle, for small angles; required without tire_file");
    tire_file.describe(v);
    v("friction", friction, Field{.range = positive()}, "coefficient of friction");
    v("nominal_load", nominal_load, Field{.unit = "N", .range = positive(), .required = true},
      "load for which yaw_stiffness is given");
    v("slip_shape", slip_shape, Choices<SlipShape>{{"brush", SlipShape::brush}, {"magic", SlipShape::magic}},
      "force against slip: brush model, or magic formula with the next two factors");
    v("shape_factor", shape_factor, Field{.range = in_range(1, 2)}, "C of the magic formula");
    v("curvature_factor", curvature_factor, Field{.range = in_range(-20, 1)}, "E of the magic formula");
    v("yaw_stiffness", yaw_stiffness, Field{.unit = "N m/rad", .range = at_least(0)},
      "of the standing contact patch about the normal of the road");
    v("rolling_resistance_arm", rolling_resistance_arm, Field{.unit = "m", .range = at_least(0)},
      "torque per load that resists rolling");
    v("rolling_radius_factor", rolling_radius_factor, Field{.range = in_range(0, 1)},
      "how much the effective rolling radius shrinks with the deflection");
    v("slip_time", slip_time, Field{.unit = "s", .range = positive()},
      "shortest time in which the slip may change: explicit methods need steps below about 2.5 times this");
    v("relaxation_floor", relaxation_floor, Field{.range = in_range(0.01, 1)},
      "smallest relaxation length, as a fraction of half_contact_length");
  }

  std::string complaint() const {
    const bool has_both = longitudinal_slip_stiffness > 0 && lateral_slip_stiffness > 0;
    if (!tire_file.is_given() && !has_both)
      return "longitudinal_slip_stiffness or lateral_slip_stiffness is missing: specify both, or a tire_file.";
    if (tire_file.is_given() && longitudinal_slip_stiffness + lateral_slip_stiffness > 0)
      return "the tire_file contains the slip stiffnesses: remove longitudinal_slip_stiffness and "
             "lateral_slip_stiffness, "
             "or the tire_file.";
    return "";
  }
  void prepare() { tire_file.scale_friction(friction); }

  template <class S>
  struct Pose {  // of the ring, world axes
    Vec<S, 3> center, axis, u, w;
    S spin, ring_rate;  // w₂, θ_r'
    S slip[3];          // s_x, s_y, χ
  };
  template <class S>
  struct Plane {          // below the ring
    S h, h_x, p_x, p_y;   // road axes
    Vec<S, 3> normal, l;  // world axes
    S n_z, cosine, rho;
  };
  template <class S>
  struct ContactForces {
    Vec<S, 3> force, torque;  // on the ring, torque about its center
    S slip_rate[2], turn_rate;
    S rho, rho_rate, F_N, F_x, F_y, M_z, M_rr, V_sx, V_sy;
    double supplied = 0;
  };

  template <class S>
  Plane<S> plane(const FrameInput<S>& in, const Pose<S>& p) const {
    using std::sqrt;
    const Mat<S, 3, 3>& E = in.Q.axes;
    const Vec<S, 3> up = E.col(2), d = E.transpose() * (p.center - in.Q.x);
    Plane<S> out;
    out.h = out.h_x = out.p_x = out.p_y = S(0.0);
    if (profile && follower == RoadFollower::point) {
      out.h = apply(*profile, d[0]);
      out.p_x = out.h_x = apply(*profile, d[0], 1);
    } else if (profile) {
      const Vec<S, 3> ahead = cross(p.axis, up);
      const S length = sqrt(ahead.dot(ahead)), base(follower_base > 0 ? follower_base : 1.6 * half_contact_length);
      const S c = E.col(0).dot(ahead) / length, s = E.col(1).dot(ahead) / length;
      const S x_1 = d[0] + 0.5 * base * c, x_2 = d[0] - 0.5 * base * c;
      const S z_1 = apply(*profile, x_1), z_2 = apply(*profile, x_2);
      out.h = 0.5 * (z_1 + z_2);
      out.h_x = 0.5 * (apply(*profile, x_1, 1) + apply(*profile, x_2, 1));
      const S along = (z_1 - z_2) / base, across = -s * out.h_x;
      out.p_x = along * c - across * s;
      out.p_y = along * s + across * c;
    }
    out.n_z = 1.0 / sqrt(S(1.0 + out.p_x * out.p_x + out.p_y * out.p_y));
    out.normal = (up - E.col(0) * out.p_x - E.col(1) * out.p_y) * out.n_z;
    const Vec<S, 3> forward = cross(p.axis, out.normal);
    out.cosine = sqrt(forward.dot(forward));
    out.l = forward / out.cosine;
    out.rho = radius * out.cosine - out.n_z * (d[2] - out.h);
    return out;
  }

  template <class S>
  S residual_energy(const FrameInput<S>& in, const Pose<S>& p) const {
    const S rho = plane(in, p).rho;
    return value_of(rho) > 0 ? S(0.5 * residual_stiffness[2] * rho * rho) : S(0.0);
  }

  template <class S>
  ContactForces<S> contact(const FrameInput<S>& in, const Pose<S>& p) const {
    using std::abs, std::tanh;
    const Plane<S> road = plane(in, p);
    const Vec<S, 3>&n = road.normal, &l = road.l;
    const Vec<S, 3> t = cross(n, l), z_w = cross(l, p.axis);
    const Vec<S, 3> under = cross(in.Q.w, Vec<S, 3>(p.center - in.Q.x)) + in.Q.v;  // the road, where it moves
    const Vec<S, 3> u = p.u - under, w = p.w - in.Q.w, turning = cross(w, z_w);
    ContactForces<S> c;
    const Vec<S, 3> low = u - turning * S(radius);  // velocity of the lowest point
    const S u_x = in.Q.axes.col(0).dot(u), u_y = in.Q.axes.col(1).dot(u);
    const S lift = road.n_z * ((road.h_x - road.p_x) * u_x - road.p_y * u_y);
    c.rho = road.rho;
    c.rho_rate = lift - n.dot(low);
    const S push = residual_stiffness[2] * road.rho + residual_damping * c.rho_rate;
    const bool touches = value_of(road.rho) > 0 && value_of(push) > 0;
    c.F_N = touches ? push : S(0.0);
    const S r_e = radius - rolling_radius_factor * road.rho;
    const Vec<S, 3> V = u - turning * r_e;
    c.V_sx = V.dot(l);
    c.V_sy = V.dot(t);
    const S V_x = u.dot(l);
    if (tire_file.is_given()) add_file_slip(p, V_x, S(n.dot(p.axis)), c);
    else add_slip(p, V_x, c);

    const double mu = tire_file.is_given() ? tire_file.formula->friction(nominal_load) : friction;
    const double m = 0.4 * half_contact_length * mu;
    if (yaw_stiffness > 0) c.M_z += c.F_N * m * tanh(yaw_stiffness / (nominal_load * m) * p.slip[2]);
    c.M_rr = -rolling_resistance_arm * c.F_N * tanh(S(2.0 * p.spin));
    c.turn_rate += n.dot(p.axis) * p.ring_rate - n.dot(w);
    const Vec<S, 3> tangential = l * c.F_x + t * c.F_y;
    c.force = n * c.F_N + tangential;
    c.torque = n * c.M_z + p.axis * c.M_rr - cross(z_w, Vec<S, 3>(n * S(radius * c.F_N) + tangential * r_e));
    c.supplied = value_of(S(c.F_N * lift + c.force.dot(under) + c.torque.dot(in.Q.w)));
    return c;
  }

 private:
  template <class S>
  static S length_of(const S& x, const S& y) {  // 0 with no slope at 0
    using std::sqrt;
    const S square = x * x + y * y;
    return value_of(square) > 0 ? sqrt(square) : S(0.0);
  }

  template <class S>
  static S larger(const S& x, const S& y) {
    return value_of(x) > value_of(y) ? x : y;
  }

  template <class S>
  void add_file_slip(const Pose<S>& p, const S& V_x, const S& sine_of_camber, ContactForces<S>& c) const {
    using std::abs, std::tanh;
    using Slip = Dual<S, 2>;  // with derivatives by both slips
    constexpr double largest_slip = 1.5;
    const SlipForces<Slip> f =
        tire_file.forces(Slip(c.F_N), Slip::variable(p.slip[0], 0), Slip::variable(p.slip[1], 1), Slip(sine_of_camber));
    c.F_x = f.F_x.value;
    c.F_y = f.F_y.value;
    c.M_z = f.M_z.value * tanh(S(10.0 * V_x));

    const S leak = larger(S(abs(V_x)), S(length_of(c.V_sx, c.V_sy) / largest_slip)), slowest = slip_time * leak;
    const auto rate = [&](int i, const S& slope, const S& V_s) {
      const S A = half_contact_length + larger(slope, S(0.0)) / residual_stiffness[i];
      return S(-(V_s + leak * p.slip[i]) / larger(A, slowest));
    };
    c.slip_rate[0] = rate(0, f.F_x.partial[0], c.V_sx);
    c.slip_rate[1] = rate(1, f.F_y.partial[1], c.V_sy);
    c.turn_rate = -leak / larger(S(half_contact_length), slowest) * p.slip[2];
  }

  // g_s and g_t against |ζ|.
  template <class S>
  void shape(const S& zeta, S& g_s, S& g_t) const {
    using std::atan, std::cos, std::sin;
    if (slip_shape == SlipShape::brush) {
      const S u = zeta / (3 * friction);
      const bool slides = !(value_of(u) < 1);
      g_s = slides ? S(1.0 / (3.0 * u)) : S(1.0 - u + u * u / 3.0);
      g_t = slides ? S(0.0) : S((1.0 - u) * (1.0 - u));
      return;
    }
    const double C = shape_factor, E = curvature_factor;
    const S x = zeta / friction, y = x / C, at = atan(y), inner = y - E * (y - at), outer = C * atan(inner);
    const bool is_small = !(value_of(x) > 1e-6);
    g_s = is_small ? S(1.0) : S(sin(outer) / x);
    g_t = cos(outer) * (1.0 - E * (1.0 - 1.0 / (1.0 + y * y))) / (1.0 + inner * inner);
  }

  template <class S>
  void add_slip(const Pose<S>& p, const S& V_x, ContactForces<S>& c) const {
    using std::abs, std::tanh;
    const double k_x = longitudinal_slip_stiffness, k_y = lateral_slip_stiffness, a = half_contact_length;
    const S z_x = k_x * p.slip[0], z_y = k_y * p.slip[1], zeta = length_of(z_x, z_y), u = zeta / (3 * friction);
    S g_s, g_t;
    shape(zeta, g_s, g_t);
    c.F_x = c.F_N * g_s * z_x;
    c.F_y = c.F_N * g_s * z_y;
    c.M_z = S(0.0);
    if (value_of(u) < 1) c.M_z = -a / 3 * (1.0 - u) * (1.0 - u) * (1.0 - u) / g_s * tanh(S(10.0 * V_x)) * c.F_y;

    const S slide = length_of(S(k_x * c.V_sx), S(k_y * c.V_sy)) / (3 * friction), roll = abs(V_x);
    const S leak = value_of(roll) > value_of(slide) ? roll : slide, slowest = slip_time * leak;
    const S own = a * larger(g_t, S(relaxation_floor));
    S d_x(0.0), d_y(0.0);
    if (value_of(zeta) > 0) {
      d_x = z_x / zeta;
      d_y = z_y / zeta;
    }
    const S bend = g_t - g_s, by_x = c.F_N / residual_stiffness[0], by_y = c.F_N / residual_stiffness[1];
    const S A_xx = larger(own + by_x * k_x * (g_s + bend * d_x * d_x), slowest), A_xy = by_x * k_y * bend * d_x * d_y;
    const S A_yy = larger(own + by_y * k_y * (g_s + bend * d_y * d_y), slowest), A_yx = by_y * k_x * bend * d_x * d_y;
    const S b_x = -(c.V_sx + leak * p.slip[0]), b_y = -(c.V_sy + leak * p.slip[1]);
    const S determinant = A_xx * A_yy - A_xy * A_yx;
    c.slip_rate[0] = (A_yy * b_x - A_xy * b_y) / determinant;
    c.slip_rate[1] = (A_xx * b_y - A_yx * b_x) / determinant;
    c.turn_rate = -leak / larger(S(a), slowest) * p.slip[2];
  }
};

}  // namespace daedalus
