// The wheelset of models/rail/wheelset.yaml against Klingel's wavelength and against the critical speed of the classical
// model of lateral displacement y and yaw ψ.
//
// Cones of slope γ = tan δ on edges at ±b: both wheels touch when  b φ = γ e,  e = y + r φ, so that
//   e = κ y,  κ = 1/(1 − γ r/b),  φ = γ κ y/b,    z = −r (1 − cos φ) − γ b (1 − cos ψ cos φ)
// and with the axle load W the weight has the stiffness −W (r + γ b)(γκ/b)² against y and −W γ b against ψ.
// Creepages, Ω = V/r:   left and right  ξ_x = ∓(b ψ' + Ω γ e)/V,    ξ_y = (e'/cos δ − V ψ cos δ)/V,
// because the contact climbs by γ e' while it moves sideways by e'. No spin creepage here (c23 tiny). The axle carries
// the momentum I_y Ω. With virtual displacements κ δy/cos δ along t_y and ∓b δψ along t_x:
//   M = diag(m + I_x (γκ/b)², I_z)
//   D = [ 2 f₂₂ κ²/(V cos²δ)   −I_y Ω γκ/b ]      K = [ 2 k_y − W (r + γb)(γκ/b)²     −2 f₂₂ κ            ]
//       [ I_y Ω γκ/b            2 f₁₁ b²/V  ]          [ 2 f₁₁ b γκ/r                   2 k_x l² − W γ b    ]
// det(M s² + D s + K) = a₄ s⁴ + ... + a₀ loses stability by a swing where, after Hurwitz,  a₁ a₂ a₃ = a₁² a₄ + a₃² a₀.
#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/model/rail/kalker_coefficients.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

constexpr double m = 1813, I_x = 1120, I_y = 112, I_z = 1120, r = 0.46, b = 0.75, gamma = 0.05, W = 109092;

struct Creep {
  double f11, f22;
};
Creep creep_coefficients() {
  const ContactEllipse ellipse = hertz_ellipse(W / 2, r, 0.3, 2.1e11, 0.27);
  const KalkerCoefficients kalker = kalker_coefficients(ellipse, 0.27);
  const double G = 2.1e11 / (2 * 1.27);
  return {G * ellipse.a * ellipse.b * kalker.c11, G * ellipse.a * ellipse.b * kalker.c22};
}

std::vector<OptionSetting> cones(double speed, double k_x, double k_y) {
  return {{"speed", fmt::format("{:.17g}", speed)},
          {"k_x", fmt::format("{:.17g}", k_x)},
          {"k_y", fmt::format("{:.17g}", k_y)},
          {"yaw", "0"},
          {"c23", "1e-9"},
          {"clearance", "1"}};  // no flanges
}

// The least stable mode that swings sideways.
std::complex<double> lateral_root(const std::vector<OptionSetting>& settings, const std::string& formulation) {
  const Mechanism mechanism = make_mechanism(gallery_model("rail/wheelset", settings), formulation);
  const Linearization linear = linearize(*mechanism.model_system, mechanism.start);
  EXPECT_EQ(linear.about, LinearizedAbout::steady_motion) << linear.change;
  const Index y = mechanism.coordinate(formulation == "joint" ? "ride.y" : "wheelset.y");
  std::complex<double> found(-1e9, 0);
  for (const Mode& mode : find_modes(linear)) {
    const Eigen::VectorXcd q = linear.N_q * mode.shape.head(linear.positions);
    if (!mode.is_neutral && std::abs(q[y]) > 1e-3 * q.norm() && mode.eigenvalue.real() > found.real())
      found = mode.eigenvalue;
  }
  return found;
}

TEST(Wheelset, OnConesHasKlingelsWavelength) {
  const double speed = 1;  // inertia does not matter: m V²/(f λ) is 1e-5
  for (const char* formulation : {"cartesian", "joint"}) {
    const std::complex<double> root = lateral_root(cones(speed, 1e-3, 1e-3), formulation);
    const double wavelength = 2 * std::numbers::pi * speed / root.imag();
    const double klingel = 2 * std::numbers::pi * std::sqrt(r * b / gamma);
    EXPECT_NEAR(wavelength, klingel, 2e-3 * klingel);
    // rolling without slip is e' (1 + γ²) = V ψ, ψ' = −V γ e/(r b): the contact plane is tilted
    EXPECT_NEAR(wavelength, klingel * std::sqrt(1 + gamma * gamma), 1e-5 * klingel);
    EXPECT_LE(std::abs(root.real()), 0.01 * root.imag());
  }
}

// The same motion whether the body leaves out its nominal spin or turns seventy times: creep forces, gyroscopic torques and
// contact of the two descriptions are the same.
TEST(Wheelset, MovesTheSameWhetherItsSpinIsACoordinateOrNot) {
  const auto motion = [](const char* spin) {
    GalleryRun run(gallery_model("rail/wheelset", {{"spin", spin}}), tolerance(1e-11, 1e-13), "joint");
    std::vector<double> values;
    for (const double t : {0.5, 2.0, 3.4}) {
      run.to(t);
      for (const char* name : {"ride.x", "ride.y", "ride.z", "ride.yaw", "ride.roll"}) values.push_back(run.q(name));
    }
    return values;
  };
  const std::vector<double> apart = motion("apart"), body = motion("body");
  double largest = 0;
  for (std::size_t k = 0; k < apart.size(); ++k) {
    EXPECT_NEAR(apart[k], body[k], 1e-9) << k;
    largest = std::max(largest, std::abs(apart[k]));
  }
  EXPECT_GT(largest, 1e-3);  // it did move
}

// Greater than zero where the closed form is stable.
double hurwitz(double V, double k_x, double k_y) {
  const auto [f11, f22] = creep_coefficients();
  const double kappa = 1 / (1 - gamma * r / b), tilt = gamma * kappa / b, l = 1;
  const double M1 = m + I_x * tilt * tilt, M2 = I_z, gyro = I_y * V / r * tilt;
  const double D1 = 2 * f22 * kappa * kappa / V * (1 + gamma * gamma), D2 = 2 * f11 * b * b / V;
  const double K11 = 2 * k_y - W * (r + gamma * b) * tilt * tilt, K12 = -2 * f22 * kappa,
               K21 = 2 * f11 * b * gamma * kappa / r, K22 = 2 * k_x * l * l - W * gamma * b;
  const double a4 = M1 * M2, a3 = M1 * D2 + M2 * D1, a2 = M1 * K22 + M2 * K11 + D1 * D2 + gyro * gyro,
               a1 = D1 * K22 + D2 * K11 + gyro * (K21 - K12), a0 = K11 * K22 - K12 * K21;
  return a1 * a2 * a3 - a1 * a1 * a4 - a3 * a3 * a0;
}

template <class Stable>
double critical_speed(double low, double high, Stable stable) {
  for (int k = 0; k < 40; ++k) {
    const double middle = (low + high) / 2;
    (stable(middle) ? low : high) = middle;
  }
  return low;
}

TEST(Wheelset, LosesStabilityAtTheCriticalSpeedOfTheClosedForm) {
  struct Springs {
    double k_x, k_y;
  };
  for (const Springs& springs : {Springs{3e5, 1e5}, Springs{1e5, 2e5}, Springs{1e6, 5e5}}) {
    const double k_x = springs.k_x, k_y = springs.k_y;
    const double expected = critical_speed(1, 300, [&](double V) { return hurwitz(V, k_x, k_y) > 0; });
    const double found = critical_speed(0.9 * expected, 1.1 * expected,
                                        [&](double V) { return lateral_root(cones(V, k_x, k_y), "joint").real() < 0; });
    EXPECT_GT(expected, 10);
    EXPECT_LT(expected, 200);
    EXPECT_NEAR(found, expected, 1e-5 * expected) << k_x << " " << k_y;
    RecordProperty(fmt::format("critical_speed_{:g}", k_x), fmt::format("{:.4f} and {:.4f}", found, expected));
  }
}

}  // namespace
}  // namespace daedalus::testing
