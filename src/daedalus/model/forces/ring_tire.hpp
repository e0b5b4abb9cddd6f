// ring_tire.hpp: a tire whose belt is a rigid ring in space, on a rim that spins on a carrier P: x forward, y left, the
// spin axis, z up. The road is z = profile(x) in the frame of Q. After the idea of Maurice, Zegelaar and Pacejka (1997):
// rigid belt, sidewall springs, residual springs, slip of the contact patch. H: axes of P, W: world, R: H → W.
//
// States ξ ring center − hub (H), n_x, n_z of the ring axis b (H), φ twist of ring against rim; u velocity of the ring
// center, absolute (W), w angular velocity of the ring, absolute (B axes: tilted with the ring, not spinning), Ω absolute
// axial rate of the rim; slips s_x, s_y, turn χ. Relative poses and absolute velocities: no rate depends on an
// acceleration of the carrier.
//   b = (n_x, √(1 − n_x² − n_z²), n_z),   k = e₂ × b,   S = 1 + [k] + [k]²/(1 + b_y)        shortest rotation e₂ → b
//   ω = S w − Rᵀω_H,   ξ' = Rᵀ(u − v_H) − Rᵀω_H × ξ,   b' = ω × b                          ring against carrier, H
//   θ_r' = ω·(e₂ + b)/(1 + b_y),   θ_m' = Ω − e₂·Rᵀω_H,   φ' = θ_r' − θ_m'
// Sidewall on the ring, whose dampers turn with the rim:
//   F = −K ξ − C (ξ' − θ_m' e₂ × ξ),   ω_p = ω − θ_m' e₂ without its part along e₂ + b
//   T = c_γ b × e₂ − k_γ ω_p − (c_θ φ + k_θ φ')(e₂ + b)/(1 + b_y)
// Contact with the plane of height h, slopes p and normal n that the follower finds below the ring center r_C; j = R b:
//   l = j × n/|j × n|,   t = n × l,   z_w = l × j,   ρ = r |j × n| − n_z (z − h)
//   ρ' = −n·(u − r w_R × z_w) + n_z (h_x − p_x, h_y − p_y)·(u_x, u_y),   F_N = max(0, c_z ρ + k_z ρ') for ρ > 0
//   r_e = r − η ρ,   V = u − r_e w_R × z_w,   F_x l + F_y t at r_C − r_e z_w: one point for slip velocity and force
//   ζ = (κ_x s_x, κ_y s_y),   υ = |ζ|/(3μ),   (F_x, F_y) = F_N g_s ζ,   D = g_s 1 + (g_t − g_s) d dᵀ,   d = ζ/|ζ|
//     brush  g_s = 1 − υ + υ²/3, g_t = (1 − υ)²;  beyond υ = 1: g_s = 1/(3υ), g_t = 0
//     magic  x = |ζ|/μ, G = sin(C atan(x/C − E (x/C − atan(x/C)))), g_s = G/x, g_t = G'
//   leak = max(|V_x|, |(κ_x V_sx, κ_y V_sy)|/(3μ)),   A = a max(g_t, floor) 1 + F_N diag(1/c_x, 1/c_y) D diag(κ),
//   A_ii ≥ τ leak:   A s' = −V_s − leak s,   χ' = −n·(w_R − θ_r' j) − leak/max(a, τ leak) χ
//   M_z = −t_p F_y + F_N m tanh(c_ψ χ/(F_0 m)),  t_p = (a/3)(1 − υ)³/g_s tanh(V_x/0.1),  m = 0.4 a μ
// D in this form is right at s = 0, too, where d is set to 0. Slip stiffness grows with the load: nothing divides by F_N.
// Balance, gyroscopic terms exact; M_H is what the sidewall does to the rim about the hub:
//   m u' = R F + F_N n + F_x l + F_y t + m g,   M_H = −T − ξ × F,   I_rim Ω' = M_H,2 (+ half shaft, brake: links)
//   I_t w₁' = T₁ + L w₃,  I_p w₂' = T₂,  I_t w₃' = T₃ − L w₁,  L = I_p w₂ − I_t (w₂ − θ_r'),  T in B axes
//   on the carrier: −R F, and R [(M_H,1, 0, M_H,3) − Rᵀω_H × I_rim Ω e₂]
// The inertia of the carrier holds mass and diametral inertia of the rim, not its polar inertia. The energies of ring, rim,
// sidewall and c_z count as stored; the work of the follower and of a moving road as supplied; dampers, slip (with what the
// tread stores), turning on the spot and rolling resistance as dissipated.
#pragma once

#include <cmath>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/forces/ring_contact.hpp"

namespace daedalus {

struct RingTire : RingContact {
  static constexpr const char* type = "ring_tire";
  static constexpr const char* meaning =
      "tire with a rigid belt and a spinning rim on a carrier: sidewall, road contact, combined slip";
  static constexpr bool is_one_sided = true, rests_on_Q = true, is_fast = true;
  static constexpr int spin_state = 12;
  Between between;
  double ring_mass = 0, ring_polar_inertia = 0, ring_diametral_inertia = 0, rim_inertia = 0;  // m, I_p, I_t, I_rim
  double in_plane_stiffness = 0, lateral_stiffness = 0, torsion_stiffness = 0, tilt_stiffness = 0;  // K, c_θ, c_γ
  double in_plane_damping = 0, lateral_damping = 0, torsion_damping = 0, tilt_damping = 0;          // C, k_θ, k_γ
  Vec3 initial_offset = Vec3::Zero(), initial_tilt = Vec3::Zero(), initial_velocity = Vec3::Zero();
  Vec3 initial_rotation = Vec3::Zero(), initial_slip = Vec3::Zero();
  double initial_twist = 0, initial_spin = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, Field{.required = true},
      "markers [hub, road]; x of the first is forward, y the spin axis, to the left, z up; the road is the xy-plane of "
      "the second");
    v("ring_mass", ring_mass, Field{.unit = "kg", .range = positive(), .required = true}, "mass of the belt");
    v("ring_polar_inertia", ring_polar_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "of the belt about the spin axis");
    v("ring_diametral_inertia", ring_diametral_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "of the belt about a diameter");
    v("rim_inertia", rim_inertia, Field{.unit = "kg m²", .range = positive(), .required = true},
      "polar inertia of all that spins with the rim; not contained in the inertia of the carrier");
    const auto stiffness = [&](const char* name, double& value, const char* unit, const char* text) {
      v(name, value, Field{.unit = unit, .range = positive(), .required = true}, text);
    };
    const auto damping = [&](const char* name, double& value, const char* unit, const char* text) {
      v(name, value, Field{.unit = unit, .range = at_least(0)}, text);
    };
    stiffness("in_plane_stiffness", in_plane_stiffness, "N/m", "of the sidewall, longitudinal and vertical");
    stiffness("lateral_stiffness", lateral_stiffness, "N/m", "of the sidewall");
    stiffness("torsion_stiffness", torsion_stiffness, "N m/rad", "of the sidewall about the spin axis");
    stiffness("tilt_stiffness", tilt_stiffness, "N m/rad", "of the sidewall, camber and yaw");
    damping("in_plane_damping", in_plane_damping, "N s/m", "of the sidewall, longitudinal and vertical");
    damping("lateral_damping", lateral_damping, "N s/m", "of the sidewall");
    damping("torsion_damping", torsion_damping, "N m s/rad", "of the sidewall about the spin axis");
    damping("tilt_damping", tilt_damping, "N m s/rad", "of the sidewall, camber and yaw");
    describe_contact(v);
    v("initial_offset", initial_offset, Field{.unit = "m"},
      "initial position of the belt relative to the hub, its axes");
    v("initial_tilt", initial_tilt, Field{},
      "initial direction of the axis of the belt, axes of the hub; y is ignored");
    v("initial_twist", initial_twist, Field{.unit = "rad"}, "initial angle of the belt relative to the rim");
    v("initial_velocity", initial_velocity, Field{.unit = "m/s"}, "initial velocity of the belt, world axes");
    v("initial_rotation", initial_rotation, Field{.unit = "rad/s"},
      "initial angular velocity of the belt, axes tilted with it; y is the spin");
    v("initial_spin", initial_spin, Field{.unit = "rad/s"}, "initial angular velocity of the rim about the spin axis");
    v("initial_slip", initial_slip, Field{}, "initial slip along x and y, and turn");
  }
  std::vector<StateInfo> state_list() const {
    const Vec3 &xi = initial_offset, &u = initial_velocity, &w = initial_rotation;
    return {{"xi_x", xi[0]},
            {"xi_y", xi[1]},
            {"xi_z", xi[2]},
            {"n_x", initial_tilt[0]},
            {"n_z", initial_tilt[2]},
            {"phi", initial_twist},
            {"u_x", u[0], ring_mass},
            {"u_y", u[1], ring_mass},
            {"u_z", u[2], ring_mass},
            {"w_x", w[0], ring_diametral_inertia},
            {"w_y", w[1], ring_polar_inertia},
            {"w_z", w[2], ring_diametral_inertia},
            {"spin", initial_spin, rim_inertia},
            {"slip_x", initial_slip[0]},
            {"slip_y", initial_slip[1]},
            {"turn", initial_slip[2]}};
  }

  // Ring against carrier, in axes of the carrier.
  template <class S>
  struct Ring {
    Vec<S, 3> xi, b, u, w;       // w in B axes
    Mat<S, 3, 3> tilt;           // S, B → H
    Vec<S, 3> w_H, w_rel, axis;  // axis: (e₂ + b)/(1 + b_y)
    S ring_rate, rim_rate;       // θ_r', θ_m'
  };
  template <class S>
  Ring<S> ring(const FrameInput<S>& in) const {
    using std::sqrt;
    const S *s = in.s, &n_x = s[3], &n_z = s[4];
    Ring<S> r;
    r.xi = {s[0], s[1], s[2]};
    r.u = {s[6], s[7], s[8]};
    r.w = {s[9], s[10], s[11]};
    constexpr double least = 1e-4;  // an axis that has turned by a right angle: a run that is lost, but stays finite
    S rest = 1.0 - n_x * n_x - n_z * n_z;
    if (!(value_of(rest) > least)) rest = S(least);
    const S b_y = sqrt(rest), d = 1.0 / (1.0 + b_y), across = -n_x * n_z * d;
    r.b = {n_x, b_y, n_z};
    r.tilt << 1.0 - n_x * n_x * d, n_x, across, -n_x, b_y, -n_z, across, n_z, 1.0 - n_z * n_z * d;
    r.w_H = in.P.axes.transpose() * in.P.w;
    r.w_rel = r.tilt * r.w - r.w_H;
    r.axis = Vec<S, 3>(r.b * d);
    r.axis[1] += d;
    r.ring_rate = r.w_rel.dot(r.axis);
    r.rim_rate = s[spin_state] - r.w_H[1];
    return r;
  }

  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    const Ring<S> r = ring(in);
    const Mat<S, 3, 3>& R = in.P.axes;
    const Vec<S, 3> xi_rate = R.transpose() * (r.u - in.P.v) - cross(r.w_H, r.xi), b_rate = cross(r.w_rel, r.b);
    const S phi_rate = r.ring_rate - r.rim_rate;

    // sidewall
    Vec<S, 3> v_r = xi_rate;  // seen by the rim
    v_r[0] -= r.rim_rate * r.xi[2];
    v_r[2] += r.rim_rate * r.xi[0];
    const double K[3] = {in_plane_stiffness, lateral_stiffness, in_plane_stiffness};
    const double C[3] = {in_plane_damping, lateral_damping, in_plane_damping};
    Vec<S, 3> F;
    for (int i = 0; i < 3; ++i) F[i] = -(K[i] * r.xi[i] + C[i] * v_r[i]);
    Vec<S, 3> w_p = r.w_rel;
    w_p[1] -= r.rim_rate;
    w_p = Vec<S, 3>(w_p - r.axis * S(w_p.dot(r.axis) / r.axis.dot(r.axis)));
    Vec<S, 3> T = r.axis * S(-(torsion_stiffness * in.s[5] + torsion_damping * phi_rate)) - w_p * S(tilt_damping);
    T[0] -= tilt_stiffness * r.b[2];
    T[2] += tilt_stiffness * r.b[0];

    const ContactForces<S> c = contact(in, pose(in, r));
    const Vec<S, 3> force = R * F + c.force;
    for (int i = 0; i < 3; ++i) {
      sigma[i] = xi_rate[i];
      sigma[6 + i] = force[i] / ring_mass + in.gravity[i];
    }
    sigma[3] = b_rate[0];
    sigma[4] = b_rate[2];
    sigma[5] = phi_rate;
    const Vec<S, 3> T_B = r.tilt.transpose() * Vec<S, 3>(T + R.transpose() * c.torque);
    const S L = ring_polar_inertia * r.w[1] - ring_diametral_inertia * (r.w[1] - r.ring_rate);
    sigma[9] = (T_B[0] + L * r.w[2]) / ring_diametral_inertia;
    sigma[10] = T_B[1] / ring_polar_inertia;
    sigma[11] = (T_B[2] - L * r.w[0]) / ring_diametral_inertia;
    const Vec<S, 3> M_H = -(T + cross(r.xi, F));
    sigma[spin_state] = M_H[1] / rim_inertia;
    sigma[13] = c.slip_rate[0];
    sigma[14] = c.slip_rate[1];
    sigma[15] = c.turn_rate;
    const S spin = rim_inertia * in.s[spin_state];
    const Vec<S, 3> moment{M_H[0] + r.w_H[2] * spin, S(0.0), M_H[2] - r.w_H[0] * spin};
    return {Vec<S, 3>(-(R * F)), Vec<S, 3>(R * moment)};
  }

  template <class S>
  S stored(const FrameInput<S>& in) const {
    const Ring<S> r = ring(in);
    const Pose<S> p = pose(in, r);
    const S &w_1 = r.w[0], &w_2 = r.w[1], &w_3 = r.w[2], &spin = in.s[spin_state], &phi = in.s[5];
    S energy = ring_diametral_inertia * (w_1 * w_1 + w_3 * w_3) + ring_polar_inertia * w_2 * w_2 +
               rim_inertia * spin * spin + ring_mass * r.u.dot(r.u) + torsion_stiffness * phi * phi +
               in_plane_stiffness * (r.xi[0] * r.xi[0] + r.xi[2] * r.xi[2]) + lateral_stiffness * r.xi[1] * r.xi[1];
    energy = 0.5 * energy + tilt_stiffness * (1.0 - r.b[1]) + residual_energy(in, p);
    for (int i = 0; i < 3; ++i) energy -= ring_mass * in.gravity[i] * p.center[i];
    return energy;
  }
  double supplied(const FrameInput<double>& in) const { return contact(in, pose(in, ring(in))).supplied; }

  template <class S>
  Pose<S> pose(const FrameInput<S>& in, const Ring<S>& r) const {
    Pose<S> p;
    p.center = in.P.x + in.P.axes * r.xi;
    p.axis = in.P.axes * r.b;
    p.u = r.u;
    p.w = in.P.axes * Vec<S, 3>(r.tilt * r.w);
    p.spin = r.w[1];
    p.ring_rate = r.ring_rate;
    for (int i = 0; i < 3; ++i) p.slip[i] = in.s[13 + i];
    return p;
  }
};

}  // namespace daedalus
