// The Magic Formula of a .tir file: its slopes, peaks and symmetries in closed form, points of a second implementation
// (tests/reference/pac2002.py), and files that are refused with words.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/tire_property_file.hpp"
#include "daedalus/math/dual.hpp"
#include "daedalus/model/tire/tire_file.hpp"

namespace daedalus::testing {
namespace {

const std::string sample = DAEDALUS_GALLERY "/vehicle/parts/round_numbers.tir";

// Without shifts, camber terms and curvature that depends on the sign.
MagicFormulaCoefficients symmetric() {
  MagicFormulaCoefficients c = read_tire_properties(sample).coefficients();
  for (double* shift :
       {&c.PHX1, &c.PHX2, &c.PVX1, &c.PVX2, &c.PEX4, &c.RHX1, &c.PHY1, &c.PHY2, &c.PVY1, &c.PVY2, &c.PEY3, &c.RBY3,
        &c.RHY1, &c.RHY2, &c.RVY1, &c.RVY2, &c.QHZ1, &c.QHZ2, &c.QDZ6, &c.QDZ7, &c.QEZ4, &c.SSZ1, &c.SSZ2})
    *shift = 0;
  return c;
}

struct TirePoint {
  double load, kappa, alpha, gamma, F_x, F_y, M_z;
};

TEST(MagicFormula, AgreesWithASecondImplementation) {  // printed by tests/reference/pac2002.py
  const MagicFormula tire = read_tire_properties(sample);
  for (const TirePoint& p : {TirePoint{4000, 0, 0, 0, 95.988726835, -42.238801180, 4.528365674},
                             TirePoint{4000, 0.05, 0, 0, 3437.205758598, -191.346893003, 25.179280567},
                             TirePoint{4000, 0, 0.05, 0, 78.791337618, -2661.519424836, 72.441066387},
                             TirePoint{4000, 0, -0.12, 0.03, 49.080445064, 3942.172823515, -54.261009253},
                             TirePoint{2500, -0.08, 0.04, -0.02, -2368.759061187, -1184.542649108, 5.402237061},
                             TirePoint{6500, 0.15, -0.07, 0.05, 5884.123517753, 2333.705903484, 58.040782844},
                             TirePoint{9000, -0.6, 0.3, 0.01, -5325.388744517, -3417.103774046, -78.058652468},
                             TirePoint{300, 0.02, -0.02, 0, 108.974880685, 97.182639455, 0.700325432}}) {
    const SlipForces<double> f = tire(p.load, p.kappa, p.alpha, p.gamma);
    EXPECT_NEAR(f.F_x, p.F_x, 1e-8 * p.load) << p.load;
    EXPECT_NEAR(f.F_y, p.F_y, 1e-8 * p.load) << p.load;
    EXPECT_NEAR(f.M_z, p.M_z, 1e-8 * p.load) << p.load;
  }
}

TEST(MagicFormula, HasTheStiffnessesAndTheTrailOfItsCoefficientsAtZeroSlip) {
  const MagicFormulaCoefficients c = symmetric();
  const MagicFormula tire(c);
  using D = Dual<double, 2>;
  for (const double load : {500.0, 4000.0, 8000.0}) {
    const double d = (load - c.FNOMIN) / c.FNOMIN;
    const SlipForces<D> f = tire(D(load), D::variable(0, 0), D::variable(0, 1), D(0.0));
    EXPECT_NEAR(f.F_x.partial[0], load * (c.PKX1 + c.PKX2 * d) * std::exp(c.PKX3 * d), 1e-9 * load);
    const double K_y = c.PKY1 * c.FNOMIN * std::sin(2 * std::atan(load / (c.PKY2 * c.FNOMIN)));
    EXPECT_NEAR(f.F_y.partial[1], K_y, 1e-9 * load);
    const double trail = load * (c.QDZ1 + c.QDZ2 * d) * c.UNLOADED_RADIUS / c.FNOMIN;
    EXPECT_NEAR(f.M_z.partial[1], -trail * K_y, 1e-9 * load);
  }
  // the largest cornering stiffness is -PKY1 FNOMIN, at the load PKY2 FNOMIN
  const SlipForces<D> f = tire(D(c.PKY2 * c.FNOMIN), D(0.0), D::variable(0, 1), D(0.0));
  EXPECT_NEAR(f.F_y.partial[1], c.PKY1 * c.FNOMIN, 1e-6);
}

TEST(MagicFormula, PeaksAtFrictionTimesLoad) {
  const MagicFormulaCoefficients c = symmetric();
  const MagicFormula tire(c);
  for (const double load : {2000.0, 4000.0, 9000.0}) {
    const double d = (load - c.FNOMIN) / c.FNOMIN;
    double most_x = 0, most_y = 0;
    for (int i = 0; i <= 3000; ++i) {
      most_x = std::max(most_x, tire(load, 5e-4 * i, 0.0, 0.0).F_x);
      most_y = std::max(most_y, -tire(load, 0.0, 5e-4 * i, 0.0).F_y);
    }
    EXPECT_NEAR(most_x, load * (c.PDX1 + c.PDX2 * d), 1e-4 * load);
    EXPECT_NEAR(most_y, load * (c.PDY1 + c.PDY2 * d), 1e-4 * load);
  }
}

TEST(MagicFormula, WithoutShiftsIsOddInItsSlips) {
  const MagicFormula tire(symmetric());
  for (const double kappa : {0.0, 0.03, 0.4})
    for (const double alpha : {0.0, 0.02, 0.3}) {
      const SlipForces<double> f = tire(5000.0, kappa, alpha, 0.0), g = tire(5000.0, -kappa, -alpha, 0.0);
      EXPECT_NEAR(f.F_x, -g.F_x, 1e-9);
      EXPECT_NEAR(f.F_y, -g.F_y, 1e-9);
      EXPECT_NEAR(f.M_z, -g.M_z, 1e-9);
    }
}

// One slip costs force of the other, and at zero other slip the force is that of pure slip: no weighting (RBX1 = RBY1 = 0).
TEST(MagicFormula, CombinedSlipReducesToPureSlip) {
  MagicFormulaCoefficients c = symmetric();
  const MagicFormula combined(c);
  c.RBX1 = c.RBY1 = 0;
  const MagicFormula pure(c);
  for (const double slip : {0.01, 0.1, 0.5}) {
    EXPECT_NEAR(combined(4000.0, slip, 0.0, 0.0).F_x, pure(4000.0, slip, 0.0, 0.0).F_x, 1e-9);
    EXPECT_NEAR(combined(4000.0, 0.0, slip, 0.0).F_y, pure(4000.0, 0.0, slip, 0.0).F_y, 1e-9);
    EXPECT_LT(combined(4000.0, slip, 0.1, 0.0).F_x, pure(4000.0, slip, 0.1, 0.0).F_x);
    EXPECT_GT(combined(4000.0, 0.1, slip, 0.0).F_y, pure(4000.0, 0.1, slip, 0.0).F_y);  // both negative
  }
}

TEST(MagicFormula, IsRegularWithoutLoadAndAtAnySlip) {
  const MagicFormula tire = read_tire_properties(sample);
  using D = Dual<double, 4>;
  for (const double load : {0.0, 1e-12, 1.0, 1e5})
    for (const double kappa : {0.0, -1.0, 50.0})
      for (const double alpha : {0.0, 1.5707, -1.5707}) {
        const SlipForces<D> f =
            tire(D::variable(load, 0), D::variable(kappa, 1), D::variable(alpha, 2), D::variable(0, 3));
        for (const D& x : {f.F_x, f.F_y, f.M_z}) {
          EXPECT_TRUE(std::isfinite(x.value));
          for (const double slope : x.partial) EXPECT_TRUE(std::isfinite(slope));
          EXPECT_LE(std::abs(x.value), 2 * load);
        }
      }
}

TEST(TireFile, MirrorsATireForTheOtherSide) {
  TireFile left{std::make_shared<const MagicFormula>(read_tire_properties(sample)), Mounting::as_measured},
      right = left;
  right.mounting = Mounting::mirrored;
  const SlipForces<double> f = left.forces(4000.0, 0.03, 0.05, 0.02), g = right.forces(4000.0, 0.03, -0.05, -0.02);
  EXPECT_DOUBLE_EQ(f.F_x, g.F_x);
  EXPECT_DOUBLE_EQ(f.F_y, -g.F_y);
  EXPECT_DOUBLE_EQ(f.M_z, -g.M_z);
  EXPECT_GT(f.F_y, 0);  // s_y = -V_sy/|V_x|: the force is along it
}

TEST(TireFile, ScalesFrictionNotStiffness) {
  TireFile dry{std::make_shared<const MagicFormula>(symmetric()), Mounting::as_measured}, wet = dry;
  wet.scale_friction(0.5);
  EXPECT_NEAR(wet.forces(4000.0, 1e-6, 0.0, 0.0).F_x / dry.forces(4000.0, 1e-6, 0.0, 0.0).F_x, 1, 1e-6);
  EXPECT_NEAR(wet.formula->friction(4000) / dry.formula->friction(4000), 0.5, 1e-12);
}

const std::string smallest =
    "[MODEL]\nPCX1 = 1.6\nPDX1 = 1\nPKX1 = 20\nPCY1 = 1.3\nPDY1 = 1\nPKY1 = -15\nPKY2 = 2\nFNOMIN = "
    "4000\nUNLOADED_RADIUS = 0.3\n";

std::string refusal(const std::string& text) {
  try {
    (void)read_tire_properties_text(text, "a.tir");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}
void expect_words(const std::string& text, const std::string& words) {
  const std::string message = refusal(text);
  EXPECT_NE(message.find(words), std::string::npos) << "expected: " << words << "\nin: " << message;
}

TEST(TireFile, ReadsCommentsTablesAndSmallLettersAndKnowsItsDefaults) {
  const MagicFormula tire = read_tire_properties_text(
      smallest +
          "$ PKX2 = 3\n!PKX2 = 4\n  lky = 0.8 $ scaled\n[SHAPE]\n{radial width}\n 1.0 0.0\nUNKNOWN_KEY = 'text'\r\n",
      "a.tir");
  EXPECT_EQ(tire.coefficients().PKX2, 0);
  EXPECT_EQ(tire.coefficients().LKY, 0.8);
  EXPECT_EQ(tire.coefficients().LMUX, 1);
  EXPECT_EQ(tire.coefficients().FZMAX, 16000);
}

TEST(TireFile, ConvertsUnitsOrRefusesThem) {
  std::string text = smallest;
  text.replace(text.find("FNOMIN = 4000"), 13, "FNOMIN = 4");
  text.replace(text.find("RADIUS = 0.3"), 12, "RADIUS = 300");
  const MagicFormula tire =
      read_tire_properties_text(text + "[UNITS]\nLENGTH = 'mm'\nFORCE = 'kN'\nANGLE = 'radians'\n", "a.tir");
  EXPECT_DOUBLE_EQ(tire.coefficients().FNOMIN, 4000);
  EXPECT_DOUBLE_EQ(tire.coefficients().UNLOADED_RADIUS, 0.3);
  expect_words(smallest + "ANGLE = 'degree'\n", "a.tir:11: ANGLE = 'degree' is not supported.");
  expect_words(smallest + "LENGTH = 'inch'\n", "Convert the file to one of these units: M, METER, MILLIMETER, MM.");
}

TEST(TireFile, RefusesWhatItCannotUseWithFileAndLine) {
  std::string text = smallest;
  text.erase(text.find("PKX1 = 20\n"), 10);
  expect_words(text, "a.tir: PKX1 is missing. It has no default.");
  expect_words(smallest + "PKX3 = 1.0e\n", "a.tir:11: PKX3 = '1.0e' is not a number.");
  expect_words(smallest + "PCX1 = 1.7\n", "a.tir:11: PCX1 is given again, with another value than in line 2.");
  expect_words(smallest + "PKX3 0.1\n", "a.tir:11: 'PKX3 0.1' is neither a [SECTION] nor KEY = VALUE.");
  expect_words(smallest + "[UNITS\n", "a.tir:11: section '[UNITS' has no closing bracket.");
  expect_words(smallest + "FITTYP = 61\n", "a.tir:11: FITTYP = 61 is not supported.");
  expect_words(smallest + "PROPERTY_FILE_FORMAT = 'MF-TYRE 6.2'\n", "Only PAC2002 (MF-Tyre 5.2) is supported.");
  expect_words(smallest + "PDX2 = -2\n",
               "friction (PDX1 + PDX2 d or PDY1 + PDY2 d) is not positive at a load of 16000 N");
  text = smallest;
  text.replace(text.find("PKY1 = -15"), 10, "PKY1 =  15");
  expect_words(text, "PKY1 must be negative");
  EXPECT_THROW((void)read_tire_properties("no_such_file.tir"), FileError);
}

}  // namespace
}  // namespace daedalus::testing
