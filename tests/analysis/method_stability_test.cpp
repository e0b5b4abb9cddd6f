// method_stability_test.cpp: the numbers in the records of the methods, measured on the methods' own steps and compared
// with closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/analysis/stability.hpp"
#include "daedalus/integrate/explicit/adams_history.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "support/all_methods.hpp"

namespace daedalus {
namespace {

MethodChoice as_set(const std::string& name) { return {.label = name, .name = name, .options = {}}; }
const Stability& stability_of(const std::string& name) { return find_method(name).record.stability; }

// A first-order state s' = −x s with h = 1, beside a damped oscillator that every method is stable for.
double radius_of_state(const std::string& name, double x) {
  LinearMotion motion = LinearMotion::oscillator(0.25, 1);
  motion.S = motion.R = MatX::Zero(1, 1);
  motion.P = MatX::Zero(1, 1);
  motion.T = MatX::Constant(1, 1, -x);
  return spectral_radius(as_set(name), motion, 1);
}

class MethodStability : public ::testing::TestWithParam<std::string> {
 protected:
  double radius(double hb, double h2a) const { return oscillator_radius(as_set(GetParam()), hb, h2a); }
  const Stability& record() const { return stability_of(GetParam()); }
};

TEST_P(MethodStability, IsAWhereNothingGrowsInTheLeftHalfPlane) {
  if (!record().A_stable) {
    EXPECT_TRUE(std::isfinite(record().imaginary_limit));
    EXPECT_EQ(std::isinf(record().radius_at_infinity), std::isfinite(record().real_limit));
    return;
  }
  EXPECT_TRUE(std::isinf(record().real_limit) && std::isinf(record().imaginary_limit));
  for (const double size : {1e-2, 0.3, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 1e3, 1e5})
    for (const double degrees : {90.0, 91.0, 95.0, 105.0, 120.0, 140.0, 160.0, 180.0}) {
      const double hb = std::max(0.0, -2 * size * std::cos(degrees * std::numbers::pi / 180));
      EXPECT_LE(radius(hb, size * size), stable_radius) << "h |lambda| = " << size << " at " << degrees;
    }
  for (const double x : {1e-2, 1.0, 3.0, 30.0, 1e3, 1e6}) EXPECT_LE(radius_of_state(GetParam(), x), stable_radius);
}

TEST_P(MethodStability, HasItsRadiusAtInfinity) {
  // The first steps of bdf are of rising order and follow no one recurrence: Bdf.RemovesAtOnceWhatItsStepsDoNotResolve.
  // Those of ida are its own, and auto chooses among others.
  if (GetParam() == "bdf" || GetParam() == "ida" || GetParam() == "auto") return;
  const double far = radius(0, 1e12);  // BDF2 tends to 0 like (h ω)^(−1/2)
  if (std::isfinite(record().radius_at_infinity)) {
    EXPECT_NEAR(far, record().radius_at_infinity, 1e-3);
  } else {
    EXPECT_GT(far, 1e3);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MethodStability, ::testing::ValuesIn(testing::all_methods()), testing::method_identifier);

// Limits of methods of one order; those of Adams formulas are below.
class LimitedMethod : public MethodStability {};

TEST_P(LimitedMethod, EndsAtItsLimitOnTheRealAxis) {
  const double limit = record().real_limit;
  for (const double share : {0.3, 0.8, 0.999}) {
    EXPECT_LE(radius(share * limit, 0), stable_radius) << share;
    EXPECT_LE(radius_of_state(GetParam(), share * limit), stable_radius) << share;
  }
  EXPECT_GT(radius(1.001 * limit, 0), stable_radius);
  EXPECT_GT(radius_of_state(GetParam(), 1.001 * limit), stable_radius);
}

TEST_P(LimitedMethod, EndsAtItsLimitOnTheImaginaryAxis) {
  const double limit = record().imaginary_limit;
  for (const double share : {0.3, 0.8, 0.998}) EXPECT_LE(radius(0, std::pow(share * limit, 2)), stable_radius) << share;
  EXPECT_GT(radius(0, std::pow(limit > 0 ? 1.002 * limit : 0.1, 2)), stable_radius);
}

std::vector<std::string> limited_methods() {
  std::vector<std::string> names;
  for (const MethodEntry& method : method_table())
    if (!method.record.stability.A_stable && !method.record.order_varies) names.push_back(method.record.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, LimitedMethod, ::testing::ValuesIn(limited_methods()), testing::method_identifier);

// The first x at which |R(x d)| exceeds 1.
template <class Radius>
double first_growth(Radius radius) {
  double stable = 0.01, unstable = stable;
  while (radius(unstable) <= 1) stable = unstable, unstable += 0.001;
  for (int k = 0; k < 50; ++k) {
    const double middle = (stable + unstable) / 2;
    (radius(middle) <= 1 ? stable : unstable) = middle;
  }
  return stable;
}

using Complex = std::complex<double>;

// The stability polynomials: exp(z) up to z⁴/24, with z⁵/120 + z⁶/600 (Hairer, Wanner, Solving ODEs II, section IV.2),
// and up to z²/2.
TEST(StabilityOfRecords, OfExplicitMethodsIsThatOfTheirPolynomials) {
  const auto limits = [](const std::vector<double>& polynomial) {
    const auto limit = [&](Complex axis) {
      return first_growth([&](double x) {
        Complex sum = 0;
        for (std::size_t k = polynomial.size(); k-- > 0;) sum = sum * axis * x + polynomial[k];
        return std::abs(sum);
      });
    };
    return std::pair(limit(-1), limit(Complex(0, 1)));
  };
  const auto [real4, imaginary4] = limits({1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24});
  EXPECT_NEAR(real4, 2.785293563, 1e-8);
  EXPECT_NEAR(imaginary4, std::sqrt(8), 1e-8);
  EXPECT_NEAR(stability_of("rk4").real_limit, real4, 5e-5);
  EXPECT_NEAR(stability_of("rk4").imaginary_limit, imaginary4, 5e-5);
  const auto [real5, imaginary5] = limits({1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 600});
  EXPECT_NEAR(stability_of("dopri5").real_limit, real5, 5e-5);
  EXPECT_NEAR(stability_of("dopri5").imaginary_limit, imaginary5, 5e-5);
  EXPECT_EQ(stability_of("rt-midpoint").real_limit, 2);
  EXPECT_EQ(stability_of("rt-midpoint").imaginary_limit, 0);  // |1 + iy − y²/2|² = 1 + y⁴/4
}

double default_of(const std::string& method, const std::string& option) {
  for (const OptionInfo& info : find_method(method).options())
    if (info.name == option) return std::stod(info.value);
  ADD_FAILURE() << method << " has no option " << option;
  return 0;
}

TEST(StabilityOfRecords, OfImplicitMethodsHasTheRadiusOfTheirFormulas) {
  for (const std::string name : {"hht-i3", "hht-si2", "hht-add"}) {
    const double alpha = default_of(name, "alpha");
    EXPECT_NEAR(stability_of(name).radius_at_infinity, (1 + alpha) / (1 - alpha), 1e-12) << name;
  }
  const double gamma = default_of("newmark", "gamma");
  EXPECT_NEAR(stability_of("newmark").radius_at_infinity, (3 - 2 * gamma) / (1 + 2 * gamma), 1e-12);
  EXPECT_EQ(stability_of("generalized-alpha").radius_at_infinity, default_of("generalized-alpha", "rho_infinity"));
  // BDF2: the leading coefficients of 3/2 ζ² − 2 ζ + 1/2 = z ζ² leave ζ = 0 as z → ∞
  EXPECT_TRUE(stability_of("nstiff").L_stable() && stability_of("nstiff-si2").L_stable());
  // R(∞) = (1/2 − 2γ + γ²)/γ² of ROS2
  const double g = default_of("rt-ros2", "gamma");
  EXPECT_NEAR((0.5 - 2 * g + g * g) / (g * g), stability_of("rt-ros2").radius_at_infinity, 1e-10);
  EXPECT_EQ(stability_of("infl-trap").radius_at_infinity, 1);
}

// As h ω → ∞ a step of Newmark's method has the eigenvalues of β ζ² + (1/2 + γ − 2β) ζ + 1/2 − γ + β = 0: −1 is one of
// them where β = γ/2, and below it is passed.
TEST(StabilityOfRecords, OfNewmarkIsUnconditionalForBetaFromHalfOfGammaOn) {
  const auto radius = [](const char* beta, double h2a) {
    return oscillator_radius({.label = "newmark", .name = "newmark", .options = {{"gamma", "0.6"}, {"beta", beta}}}, 0,
                             h2a);
  };
  for (const double h2a : {1.0, 100.0, 1e4, 1e6}) EXPECT_LE(radius("0.3001", h2a), stable_radius);
  EXPECT_GT(radius("0.2999", 1e6), stable_radius);
}

// Adams-Bashforth of order k predicts, Adams-Moulton of order k + 1 corrects, on y' = z y with h = 1, by backward
// differences: p = y + z Σ_{j<k} γ_j ∇ʲy,   y⁺ = p + z γ_k (p − Σ_{j<k} ∇ʲy),   Σ_{i≤m} γ_i/(m + 1 − i) = 1.
double adams_radius(int k, Complex z) {
  std::vector<double> gamma;
  for (int m = 0; m <= k; ++m) {
    gamma.push_back(1);
    for (int i = 0; i < m; ++i) gamma.back() -= gamma[static_cast<std::size_t>(i)] / (m + 1 - i);
  }
  Eigen::MatrixXcd step = Eigen::MatrixXcd::Zero(k, k);  // of (y, y₋₁, ...)
  if (k > 1) step.bottomLeftCorner(k - 1, k - 1).setIdentity();
  Eigen::RowVectorXcd difference = Eigen::RowVectorXcd::Unit(k, 0), predicted = difference,
                      extrapolated = Eigen::RowVectorXcd::Zero(k);
  for (int j = 0; j < k; ++j) {
    predicted += z * gamma[static_cast<std::size_t>(j)] * difference;
    extrapolated += difference;
    Eigen::RowVectorXcd shifted = Eigen::RowVectorXcd::Zero(k);
    if (k > 1) shifted.tail(k - 1) = difference.head(k - 1);
    difference -= shifted;
  }
  step.row(0) = predicted + z * gamma.back() * (predicted - extrapolated);
  MatX real(2 * k, 2 * k);  // the same eigenvalues, and their conjugates
  real << step.real(), -step.imag(), step.imag(), step.real();
  return spectral_radius(real);
}

// The same by the method's own differences at a fixed order: what has become of y = 1 after some thousand steps.
double adams_size(int k, double z) {
  AdamsHistory history;
  VecX y = VecX::Ones(1), rates = -z * y, p = y;
  history.start(rates);
  double largest = 0;
  for (int n = 1; n <= 6000 && largest < 1e100; ++n) {
    history.set_order(std::min(n, k));
    history.predict(1, p);
    p += y;
    y = p + history.corrector_weight() * (-z * p - history.predicted_rates());
    rates = -z * y;
    history.correct(rates);
    if (n > 5900 || std::abs(y[0]) > 1e100) largest = std::max(largest, std::abs(y[0]));
  }
  return largest;
}

TEST(StabilityOfRecords, OfAdamsIsThatOfItsOrders) {
  double lowest = Stability::unlimited;
  for (int k = 1; k <= AdamsHistory::max_order; ++k) {
    const double limit = AdamsHistory::real_limits[static_cast<std::size_t>(k - 1)];
    EXPECT_NEAR(limit, first_growth([&](double x) { return adams_radius(k, -x); }), 5e-5) << k;
    EXPECT_LT(adams_size(k, 0.98 * limit), 1e-3) << k;
    EXPECT_GT(adams_size(k, 1.1 * limit), 10) << k;
    lowest = std::min(lowest, limit);
  }
  EXPECT_EQ(stability_of("expl-deabm").real_limit, lowest);
  EXPECT_EQ(stability_of("expl-deabm").imaginary_limit, 0);
  EXPECT_GT(adams_radius(1, Complex(0, 0.1)), 1 + 1e-6);
}

TEST(StabilityOfRecords, IsSaidInWords) {
  EXPECT_EQ(text_of(stability_of("rk4")),
            "conditionally stable: h |eigenvalue| <= 2.785 for real eigenvalues (damping), <= 2.828 for imaginary ones "
            "(vibration)");
  EXPECT_EQ(text_of(stability_of("rt-midpoint")),
            "conditionally stable: h |eigenvalue| <= 2 for real eigenvalues (damping); undamped vibration grows at any "
            "step size");
  EXPECT_EQ(text_of(stability_of("nstiff")),
            "L-stable: any step size; unresolved vibration is removed (spectral radius 0 at infinity)");
  EXPECT_EQ(text_of(stability_of("infl-trap")),
            "A-stable: any step size; unresolved vibration is not damped (spectral radius 1 at infinity)");
  EXPECT_EQ(
      text_of(stability_of("hht-i3")),
      "A-stable: any step size; unresolved vibration is damped (spectral radius 0.538 at infinity); the radius is "
      "(1 + alpha)/(1 - alpha)");
}

}  // namespace
}  // namespace daedalus
