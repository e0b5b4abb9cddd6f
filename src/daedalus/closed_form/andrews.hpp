// andrews.hpp: Andrews' squeezing mechanism (seven planar bodies, IVP Test Set problem andrews) in seven angles
// q = (β, Θ, γ, Φ, δ, Ω, ε). Bodies turn by β (K1), β+Θ (K2), γ (K3), Φ+δ (K4), δ (K5), Ω+ε (K6), ε (K7).
//
// Three loops close at the point E, each in x and y:
//   E = rr e(β) - d e(β+Θ),  e(φ) = (cos φ, sin φ), n(φ) = (sin φ, -cos φ)
//   0 = E - B - ss n(γ),   0 = E - A - zt e(δ) - e n(Φ+δ),   0 = E - A - u n(ε) - zf e(Ω+ε)
//
// A drive torque acts on K1, a spring between D = B + sd e(γ) + sc n(γ) and the ground point C; no gravity. The kinetic
// energy ½ Σ m |c'|² + I ω² of the centers of mass
//   K1: ra e(β),  K2: rr e(β) - da e(β+Θ),  K4: A + zt e(δ) + (e - ea) n(Φ+δ),  K6: A + u n(ε) + (zf - fa) e(Ω+ε)
// and of K3, K5, K7, which turn about fixed points, gives M and the gyroscopic part of f below.
// Data: Schiehlen (ed.), Multibody Systems Handbook, 1990; Hairer and Wanner, Solving Ordinary Differential Equations
// II, section VII.7; IVP Test Set. Reference values: own recomputation in quadruple precision, 20 digits reliable; the
// published end values are right to about 10 digits in the angles and 6 to 7 in accelerations and multipliers.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/math/vectors.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct Andrews {
  static constexpr int nq = 7, ng = 6, nw = 0, ns = 0;

  static constexpr double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706,
                          m7 = 0.05498;  // kg
  static constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                          i7 = 1.912e-5;  // kg m², about the centers of mass
  static constexpr double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;  // m
  static constexpr double rr = 0.007, ra = 0.00092, d = 0.028, da = 0.0115, ss = 0.035, sa = 0.01874, sb = 0.01043,
                          sc = 0.018, sd = 0.02, e = 0.02, ea = 0.01421, zt = 0.04, ta = 0.02308, tb = 0.00916,
                          u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, fa = 0.01421;  // m
  static constexpr double stiffness = 4530, free_length = 0.07785, torque = 0.033;        // N/m, m, N m

  // Sine and cosine of the seven body angles; those of Θ, Φ and Ω follow from differences.
  template <class S>
  struct Directions {
    explicit Directions(const Vec<S, 7>& q) {
      using std::cos, std::sin;
      const S angles[7] = {q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
      for (int i = 0; i < 7; ++i) c[i] = cos(angles[i]), s[i] = sin(angles[i]);
    }
    S c[7], s[7];  // of K1 .. K7

    S cos_theta() const { return c[1] * c[0] + s[1] * s[0]; }
    S sin_theta() const { return s[1] * c[0] - c[1] * s[0]; }
    S cos_phi() const { return c[3] * c[4] + s[3] * s[4]; }
    S sin_phi() const { return s[3] * c[4] - c[3] * s[4]; }
    S cos_omega() const { return c[5] * c[6] + s[5] * s[6]; }
    S sin_omega() const { return s[5] * c[6] - c[5] * s[6]; }
  };

  template <class S>
  Mat<S, 7, 7> mass(const S&, const Vec<S, 7>& q) const {
    Mat<S, 7, 7> M;
    write_mass(Directions<S>(q), M);
    return M;
  }
  template <class S>
  Vec<S, 7> force(const S&, const Vec<S, 7>& q, const Vec<S, 7>& v, const Vec<S, 0>&) const {
    Vec<S, 7> f;
    write_force(Directions<S>(q), v, f);
    return f;
  }
  template <class S>
  S potential(const S&, const Vec<S, 7>& q) const {
    using std::cos, std::sin, std::sqrt;
    const S c = cos(q[2]), s = sin(q[2]);
    const S x = xb - xc + sd * c + sc * s, y = yb - yc + sd * s - sc * c;
    const S stretch = sqrt(x * x + y * y) - free_length;
    return 0.5 * stiffness * stretch * stretch;
  }
  template <class S>
  S supplied(const S&, const Vec<S, 7>&, const Vec<S, 7>& v, const Vec<S, 0>&) const {
    return torque * v[0];
  }
  template <class S>
  Vec<S, 6> constraint(const S&, const Vec<S, 7>& q) const {
    const Directions<S> k(q);
    const S x = rr * k.c[0] - d * k.c[1], y = rr * k.s[0] - d * k.s[1];  // E through K1, K2
    Vec<S, 6> g;
    g << x - xb - ss * k.s[2], y - yb + ss * k.c[2], x - xa - zt * k.c[4] - e * k.s[3],
        y - ya - zt * k.s[4] + e * k.c[3], x - xa - u * k.s[6] - zf * k.c[5], y - ya + u * k.c[6] - zf * k.s[5];
    return g;
  }
  template <class S>
  Mat<S, 6, 7> constraint_jacobian(const S&, const Vec<S, 7>& q) const {
    Mat<S, 6, 7> G;
    write_jacobian(Directions<S>(q), G);
    return G;
  }
  template <class S>
  Vec<S, 6> gamma(const S&, const Vec<S, 7>& q, const Vec<S, 7>& v) const {
    Vec<S, 6> result;
    write_gamma(Directions<S>(q), v, result);
    return result;
  }
  // All at once: seven sines and cosines.
  template <class Target>
  void descriptor(double, const Vec<double, 7>& q, const Vec<double, 7>& v, const Vec<double, 0>&, Target& out) const {
    const Directions<double> k(q);
    write_mass(k, out.M);
    write_jacobian(k, out.G);
    write_gamma(k, v, out.gamma);
    write_force(k, v, out.f);
  }

  std::vector<std::string> coordinates() const {
    return {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
  }
  std::vector<std::string> constraints() const {
    return {"loop K3, x", "loop K3, y", "loop K4 K5, x", "loop K4 K5, y", "loop K6 K7, x", "loop K6 K7, y"};
  }
  State initial_guess() const;

 private:
  template <class S, class Target>
  static void write_mass(const Directions<S>& k, Target& M) {
    constexpr double p4 = e - ea, p6 = zf - fa;  // lever arms of K4 and K6
    const S couple2 = m2 * da * rr * k.cos_theta(), couple4 = m4 * zt * p4 * k.sin_phi(),
            couple6 = -m6 * u * p6 * k.sin_omega();
    constexpr double turn2 = m2 * da * da + i2, turn4 = m4 * p4 * p4 + i4, turn6 = m6 * p6 * p6 + i6;
    M.fill(S(0.0));
    M(0, 0) = m1 * ra * ra + i1 + m2 * rr * rr + turn2 - 2.0 * couple2;
    M(1, 0) = M(0, 1) = turn2 - couple2;
    M(1, 1) = S(turn2);
    M(2, 2) = S(m3 * (sa * sa + sb * sb) + i3);
    M(3, 3) = S(turn4);
    M(4, 3) = M(3, 4) = turn4 + couple4;
    M(4, 4) = m5 * (ta * ta + tb * tb) + i5 + m4 * zt * zt + turn4 + 2.0 * couple4;
    M(5, 5) = S(turn6);
    M(6, 5) = M(5, 6) = turn6 + couple6;
    M(6, 6) = m7 * (ua * ua + ub * ub) + i7 + m6 * u * u + turn6 + 2.0 * couple6;
  }

  template <class S, class Target>
  static void write_force(const Directions<S>& k, const Vec<S, 7>& v, Target& f) {
    using std::sqrt;
    const S arm_x = sd * k.c[2] + sc * k.s[2], arm_y = sd * k.s[2] - sc * k.c[2];  // D from B
    const S x = xb - xc + arm_x, y = yb - yc + arm_y;                              // D from C
    const S pull = stiffness * (free_length / sqrt(x * x + y * y) - 1.0);          // force on D is pull (x, y)
    const S w2 = m2 * da * rr * k.sin_theta(), w4 = m4 * zt * (e - ea) * k.cos_phi(),
            w6 = m6 * u * (zf - fa) * k.cos_omega();
    f[0] = torque - w2 * v[1] * (v[1] + 2.0 * v[0]);
    f[1] = w2 * v[0] * v[0];
    f[2] = pull * (arm_x * y - arm_y * x);
    f[3] = w4 * v[4] * v[4];
    f[4] = -w4 * v[3] * (v[3] + 2.0 * v[4]);
    f[5] = -w6 * v[6] * v[6];
    f[6] = w6 * v[5] * (v[5] + 2.0 * v[6]);
  }

  template <class S, class Target>
  static void write_jacobian(const Directions<S>& k, Target& G) {
    G.fill(S(0.0));
    const S theta_x = d * k.s[1], theta_y = -d * k.c[1];
    const S beta_x = theta_x - rr * k.s[0], beta_y = theta_y + rr * k.c[0];
    for (int loop = 0; loop < 3; ++loop) {
      G(2 * loop, 0) = beta_x, G(2 * loop + 1, 0) = beta_y;
      G(2 * loop, 1) = theta_x, G(2 * loop + 1, 1) = theta_y;
    }
    G(0, 2) = -ss * k.c[2], G(1, 2) = -ss * k.s[2];
    G(2, 3) = -e * k.c[3], G(3, 3) = -e * k.s[3];
    G(2, 4) = G(2, 3) + zt * k.s[4], G(3, 4) = G(3, 3) - zt * k.c[4];
    G(4, 5) = zf * k.s[5], G(5, 5) = -zf * k.c[5];
    G(4, 6) = G(4, 5) - u * k.c[6], G(5, 6) = G(5, 5) - u * k.s[6];
  }

  // Every vector of the loops turns with its own angular velocity; its second derivative at constant velocity w is -w²
  // times itself.
  template <class S, class Target>
  static void write_gamma(const Directions<S>& k, const Vec<S, 7>& v, Target& gamma) {
    const S v2 = v[0] + v[1], v4 = v[3] + v[4], v6 = v[5] + v[6];
    const S w1 = rr * v[0] * v[0], w2 = d * v2 * v2, w3 = ss * v[2] * v[2], w4 = e * v4 * v4, w5 = zt * v[4] * v[4],
            w6 = zf * v6 * v6, w7 = u * v[6] * v[6];
    const S x = w1 * k.c[0] - w2 * k.c[1], y = w1 * k.s[0] - w2 * k.s[1];
    gamma[0] = x - w3 * k.s[2];
    gamma[1] = y + w3 * k.c[2];
    gamma[2] = x - w5 * k.c[4] - w4 * k.s[3];
    gamma[3] = y - w5 * k.s[4] + w4 * k.c[3];
    gamma[4] = x - w7 * k.s[6] - w6 * k.c[5];
    gamma[5] = y + w7 * k.c[6] - w6 * k.s[5];
  }
};

std::unique_ptr<System> make_andrews();
std::optional<State> andrews_reference(double t);  // t = 0, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03

}  // namespace daedalus
