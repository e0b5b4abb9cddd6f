// prk_tableau_test.cpp: dual-rate coefficients on their own, against conditions written out by hand and printed tables.
#include <gtest/gtest.h>

#include <complex>
#include <fstream>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/tableaus/prk/prk_conditions.hpp"
#include "daedalus/integrate/tableaus/prk/prk_file.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"
#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

const PrkTableau& tableau(const char* name) { return *find_prk_tableau(name); }

// Largest defect of the 20 conditions of order 3: w·e, w·u, w·(u v), w·M u with w in {b, b̂}, u, v in {c, ĉ}, M in {A, Â}.
double defect_by_hand(const PrkTableau& x, int order) {
  const VecX c = x.slow.c(), ch = x.fast.c();
  double worst = 0;
  const auto note = [&](double value, double wanted) { worst = std::max(worst, std::abs(value - wanted)); };
  for (const VecX& w : {x.slow.b, x.fast.b}) {
    note(w.sum(), 1);
    if (order < 2) continue;
    note(w.dot(c), 0.5);
    note(w.dot(ch), 0.5);
    if (order < 3) continue;
    note(w.dot(c.cwiseProduct(c)), 1.0 / 3);
    note(w.dot(c.cwiseProduct(ch)), 1.0 / 3);
    note(w.dot(ch.cwiseProduct(ch)), 1.0 / 3);
    for (const MatX& M : {x.slow.A, x.fast.A}) {
      note(w.dot(M * c), 1.0 / 6);
      note(w.dot(M * ch), 1.0 / 6);
    }
  }
  return worst;
}

TEST(PrkTableaus, MeetTheConditionsOfTheirOrder) {
  ASSERT_EQ(prk_tableaus().size(), 28u);
  for (const PrkTableau& x : prk_tableaus()) {
    EXPECT_NO_THROW(check(x));
    EXPECT_LT(defect_by_hand(x, x.order), 1e-14) << x.name;
    if (x.order < 3) {
      EXPECT_GT(defect_by_hand(x, x.order + 1), 1e-3) << x.name << ": more than it says";
    }
  }
}

TEST(PrkTableaus, ConditionsByTreesAreThoseByHand) {
  for (const PrkTableau& x : prk_tableaus()) {
    for (const int order : {1, 2, 3})
      EXPECT_NEAR(largest_residual(order_conditions(x.slow, x.fast, order)), defect_by_hand(x, order), 1e-15) << x.name;
  }
  const PrkTableau& x = tableau("opt-3-8");
  EXPECT_EQ(order_conditions(x.slow, x.fast, 3).size(), 20u);  // 2 + 4 + 14
  EXPECT_EQ(order_conditions(x.slow, x.fast, 4).size(), 72u);  // and 52
}

TEST(PrkTableaus, ClassicalRungeKuttaMeetsAllTreesOfOrderFourAndNotOfFive) {
  RungeKuttaWeights rk4{MatX::Zero(4, 4), VecX{{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}}, {}};
  rk4.A(1, 0) = rk4.A(2, 1) = 0.5;
  rk4.A(3, 2) = 1;
  EXPECT_LT(largest_residual(order_conditions(rk4, rk4, 4)), 1e-15);
  EXPECT_GT(largest_residual(order_conditions(rk4, rk4, 5)), 1e-3);
}

TEST(PrkTableaus, EmbeddedWeightsHaveTheOrderBelowAndNotMore) {
  for (const PrkTableau& x : prk_tableaus()) {
    if (!x.has_estimate()) {
      EXPECT_EQ(x.order, 1) << x.name;
      continue;
    }
    EXPECT_LT(largest_residual(embedded_conditions(x, x.order - 1)), 1e-14) << x.name;
    EXPECT_GT(largest_residual(embedded_conditions(x, x.order)), 1e-2) << x.name;
    for (int i = 0; i < x.stages(); ++i)
      EXPECT_TRUE(x.is_slow_stage(i) || x.slow.b_embedded[i] == 0) << x.name << ": a slow stage that is not evaluated";
  }
}

TEST(PrkTableaus, EvaluateTheSlowPartAsOftenAsTheirNameSays) {
  for (const PrkTableau& x : prk_tableaus()) {
    const std::vector<int> J = x.slow_stages();
    const std::size_t dash = x.name.rfind('-');
    if (x.name.size() < 5 || dash == std::string::npos || x.name == "dual-euler") continue;
    EXPECT_EQ(static_cast<int>(J.size()), x.name[dash - 1] - '0') << x.name;
    EXPECT_EQ(x.stages(), std::stoi(x.name.substr(dash + 1))) << x.name;
  }
  EXPECT_EQ(tableau("prk-2-5").slow_stages(), (std::vector<int>{1, 3}));
  EXPECT_EQ(tableau("opt-3-8").slow_stages(), (std::vector<int>{0, 4, 6}));
  EXPECT_TRUE(tableau("rk2").is_single_rate());
}

// Table 6 of the paper, eight printed digits; a32 and a42 of the fast part as corrected (docs/theory/paper-001.md).
TEST(PrkTableaus, TwoFiveIsTheTableOfThePaper) {
  const PrkTableau& x = tableau("prk-2-5");
  constexpr double printed = 1e-8;
  EXPECT_NEAR(x.slow.A(2, 1), 0.52737769, printed);
  EXPECT_NEAR(x.slow.A(3, 1), 0.99958447, printed);
  EXPECT_NEAR(x.slow.A(4, 1), 0.52396768, printed);
  EXPECT_NEAR(x.slow.A(4, 3), 0.52396768, printed);
  EXPECT_NEAR(x.slow.b[1], 0.499792148, printed);
  EXPECT_NEAR(x.slow.b[3], 0.50020785, printed);
  const double fast[5][5] = {{},
                             {0.59790623},
                             {0.11732777, 0.50337891},
                             {0.24343069, 0.00023846, 0.15850599},
                             {0.18207389, 0.59242460, 0.04915701, 0.77296315}};
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < i; ++j) EXPECT_NEAR(x.fast.A(i, j), fast[i][j], printed) << i << ", " << j;
  const double b[] = {0.43737671, 0.04851406, 0.05112046, 0.25112462, 0.21186415};
  for (Index i = 0; i < 5; ++i) EXPECT_NEAR(x.fast.b[i], b[i], printed);
}

// Dual-rate Euler on x' = A x + B y, y' = C x + D y, as Table 2 of the paper writes it.
TEST(PrkTableaus, DualEulerIsTheAlgorithmOfTableTwo) {
  const double A = -0.3, B = 0.4, C = 2, D = -5, h = 0.1, x0 = 1.2, y0 = 0.7;
  const double x1 = x0 + h * (A * x0 + B * y0);
  const double y13 = y0 + h / 3 * (C * x0 + D * y0), y23 = y13 + h / 3 * (C * (2 * x0 + x1) / 3 + D * y13);
  const double y1 = y23 + h / 3 * (C * (x0 + 2 * x1) / 3 + D * y23);
  MatX Z(2, 2);
  Z << A, B, C, D;
  const VecX z = stability_matrix(tableau("dual-euler"), h * Z, {false, true}) * VecX{{x0, y0}};
  EXPECT_NEAR(z[0], x1, 1e-15);
  EXPECT_NEAR(z[1], y1, 1e-15);
}

// Table 5 of the paper for odd s; closed fractions for even s.
TEST(StabilizedPolynomial, HasTheCoefficientsOfTableFive) {
  const auto expect = [](int s, const std::vector<double>& from_beta_2) {
    const std::vector<double> beta = stabilized_polynomial(StabilizedAxis::imaginary, s);
    ASSERT_EQ(beta.size(), static_cast<std::size_t>(s) + 1);
    for (std::size_t k = 0; k < from_beta_2.size(); ++k)
      EXPECT_NEAR(beta[k + 2], from_beta_2[k], 2e-16) << s << ", " << k + 2;
  };
  expect(3, {1.0 / 2, 1.0 / 4});
  expect(5, {1.0 / 2, 3.0 / 16, 1.0 / 32, 1.0 / 128});
  expect(9, {1.0 / 2, 11.0 / 64, 5.0 / 128, 17.0 / 2048, 1.0 / 1024, 5.0 / 32768, 1.0 / 131072, 1.0 / 1048576});
  expect(6, {1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 180, 1.0 / 1080});
  expect(8, {1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 144, 1.0 / 864, 1.0 / 12096, 1.0 / 96768});
  expect(10,
         {1.0 / 2, 1.0 / 6, 1.0 / 24, 3.0 / 400, 1.0 / 800, 1.0 / 8000, 1.0 / 64000, 1.0 / 1440000, 1.0 / 14400000});
}

TEST(StabilizedPolynomial, IsStableUpToItsLimitAndNotBeyond) {
  for (int s = 3; s <= 12; ++s) {
    const double limit = stable_interval(StabilizedAxis::imaginary, s);
    EXPECT_NEAR(stable_interval(stabilized_polynomial(StabilizedAxis::imaginary, s), StabilizedAxis::imaginary), limit,
                1e-3)
        << s;
  }
  // R = a + b T_s(w0 + w1 z) has |R| ≤ 1 down to w0 + w1 z = −1 at least, and less than one oscillation further.
  for (int s = 3; s <= 10; ++s) {
    const double w0 = 1 + 2.0 / 13 / (s * s), theta = std::acosh(w0);
    const double T1 = s * std::sinh(s * theta) / std::sinh(theta);
    const double T2 = (s * s * std::cosh(s * theta) - w0 * T1) / (w0 * w0 - 1);
    const double limit = (w0 + 1) * T2 / T1, found = stable_interval(StabilizedAxis::real, s);
    EXPECT_GE(found, limit - 1e-3) << s;
    EXPECT_LE(found, 1.2 * limit) << s;
  }
}

TEST(PrkTableaus, FastPartsAreStableAsFarAsTheirPolynomials) {
  const auto limit = [](const char* name, StabilizedAxis axis) {
    return stable_interval(stability_polynomial(tableau(name).fast), axis);
  };
  for (const char* name : {"prk-2-5", "chain-2-5", "opt-2-5"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), 4, 1e-3) << name;
  for (const char* name : {"chain-2-6", "kgheun-3-6", "opt-2-6", "opt-3-6", "opt-3-6c"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), std::sqrt(24.0), 1e-3) << name;
  for (const char* name : {"chain-2-8", "kgheun-3-8", "opt-2-8", "opt-3-8"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), std::sqrt(48.0), 1e-3) << name;
  for (const char* name : {"kgheun-3-10", "opt-3-10"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), std::sqrt(80.0), 1e-3) << name;
  for (const char* name : {"opt-2-7", "chain-2-7"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), 6, 1e-3) << name;
  for (const char* name : {"opt-2-9", "chain-2-9"})
    EXPECT_NEAR(limit(name, StabilizedAxis::imaginary), 8, 1e-3) << name;
  EXPECT_NEAR(limit("prk-1-3", StabilizedAxis::imaginary), 2, 1e-3);
  EXPECT_NEAR(limit("dual-euler", StabilizedAxis::real), 6, 1e-3);  // R = (1 + z/3)³
  EXPECT_EQ(limit("rk2", StabilizedAxis::imaginary), 0);
  const double chebyshev[] = {19.1, 28.0, 38.5, 50.6, 64.4};  // by a linear program over polynomials, |R| ≤ 0.95
  for (int s = 5; s <= 9; ++s)
    EXPECT_NEAR(limit(("cheb-2-" + std::to_string(s)).c_str(), StabilizedAxis::real), chebyshev[s - 5], 0.06) << s;
}

TEST(PrkStability, OfOnePartIsItsPolynomial) {
  const std::complex<double> z(-0.4, 2.3);
  MatX Z(2, 2);
  Z << z.real(), -z.imag(), z.imag(), z.real();
  const PrkTableau& x = tableau("opt-2-7");
  const std::vector<double> beta = stability_polynomial(x.fast);
  std::complex<double> R = 0;
  for (std::size_t k = beta.size(); k-- > 0;) R = R * z + beta[k];
  const MatX S = stability_matrix(x, Z, {true, true});
  EXPECT_NEAR(S(0, 0), R.real(), 1e-14);
  EXPECT_NEAR(S(1, 0), R.imag(), 1e-14);
}

TEST(PrkStability, LargestStableStepOfADampedOscillatorIsThatOfThePolynomial) {
  // at a damping ratio of 0.05 the polynomial of five stages is stable up to |z| = 4.04
  const double w = 100, zeta = 0.05;
  MatX Lambda(2, 2);
  Lambda << 0, 1, -w * w, -2 * zeta * w;
  EXPECT_NEAR(w * largest_stable_step(tableau("chain-2-5"), Lambda, {true, true}), 4.04, 0.005);
  EXPECT_NEAR(w * largest_stable_step(tableau("rk2"), Lambda, {true, true}), 0.80, 0.005);
  EXPECT_NEAR(w * largest_stable_step(tableau("rk3"), Lambda, {true, true}), 1.986, 0.005);
}

TEST(PrkFile, ReadsWhatItWrites) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "mine.yaml").string();
  for (const char* name : {"opt-3-8", "dual-euler"}) {
    std::ofstream(path) << prk_tableau_text(tableau(name));
    EXPECT_EQ(read_prk_tableau(path), tableau(name));
    EXPECT_EQ(find_method(path).record.order_q, tableau(name).order);
    EXPECT_EQ(make_method(path)->record().name, path);
  }
}

TEST(PrkFile, RefusesWhatIsNoTableau) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "bad.yaml").string();
  const auto expect = [&](const std::string& text, const char* complaint) {
    std::ofstream(path) << text;
    try {
      read_prk_tableau(path);
      ADD_FAILURE() << "accepted:\n" << text;
    } catch (const OptionError& error) {
      EXPECT_NE(std::string(error.what()).find(complaint), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).rfind(path + ":", 0), 0u) << error.what();
    }
  };
  expect("[1, 2]", "expected 'tableau'");
  expect("tableau: x\norder: 2\nslow: {A: [[]], b: [1]}\n", "'fast' is missing");
  expect("tableau: x\norder: two\nslow: {A: [[]], b: [1]}\nfast: {A: [[]], b: [1]}\n", ":2: 'order'");
  expect("tableau: x\norder: 1\nslow: {A: [[]], b: [0.5]}\nfast: {A: [[]], b: [1]}\n", "sum up to 0.5");
  expect("tableau: x\norder: 1\nslow: {A: [[1]], b: [1]}\nfast: {A: [[]], b: [1]}\n", "slow A[1][1]");
  expect("tableau: x\norder: 1\nslow: {A: [[]], b: [1], c: [0]}\nfast: {A: [[]], b: [1]}\n", "unknown key 'c'");
  expect("tableau: x\norder: 1\nslow: {A: [[]], b: [.nan]}\nfast: {A: [[]], b: [1]}\n", "not finite");
  expect("tableau: [", ":1:");
  EXPECT_THROW(find_method((folder / "missing.yaml").string()), OptionError);
}

}  // namespace
}  // namespace daedalus
