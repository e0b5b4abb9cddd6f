// Modes, integrals and stiffnesses of beams against beam theory and closed forms.
#include "daedalus/model/flexible/beam.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flexible/generalized_eigenvalues.hpp"

using namespace daedalus;

namespace {

using std::numbers::pi;

// The rod of paper 002: 24 mm square bar, 0.6 m, 0.9 kg, E = 200 GPa.
Beam paper_rod() {
  const BeamSection section = BeamSection::rectangle(0.024, 0.024);
  return {.length = 0.6,
          .section = section,
          .E = 200e9,
          .density = 0.9 / (section.area * 0.6),
          .modes_y = 2,
          .thick = false};
}

std::vector<double> frequencies(const ModalBody& body) {  // rad/s, of the modes on a frame that is held
  std::vector<double> all;
  for (const double x : daedalus::testing::generalized_eigenvalues(body.K, body.mass_matrix()))
    all.push_back(std::sqrt(x));
  return all;
}

}  // namespace

TEST(BeamModes, RootsAreThoseOfTheTables) {
  // R. D. Blevins, Formulas for Natural Frequency and Mode Shape, Table 8-1.
  const double clamped_free[] = {1.87510407, 4.69409113, 7.85475744, 10.99554073, 14.13716839};
  const double free_free[] = {4.73004074, 7.85320462, 10.99560783, 14.13716549, 17.27875966};
  for (int k = 1; k <= 5; ++k) {
    EXPECT_NEAR(beam_root(BeamEnds::clamped_free, k), clamped_free[k - 1], 1e-8);
    EXPECT_NEAR(beam_root(BeamEnds::free_free, k), free_free[k - 1], 1e-8);
    EXPECT_NEAR(beam_root(BeamEnds::simply_supported, k), k * pi, 1e-14);
  }
}

TEST(BeamModes, ShapesSatisfyTheirEndConditionsAndTheirEquation) {
  for (int k = 1; k <= 12; ++k) {
    const auto at = [&](BeamEnds ends, double xi) { return beam_shape(ends, k, xi); };
    const double b = beam_root(BeamEnds::clamped_free, k), f = beam_root(BeamEnds::free_free, k);
    EXPECT_NEAR(at(BeamEnds::simply_supported, 0).value, 0, 1e-13);
    EXPECT_NEAR(at(BeamEnds::simply_supported, 1).value, 0, 1e-12);
    EXPECT_NEAR(at(BeamEnds::clamped_free, 0).value, 0, 1e-13);
    EXPECT_NEAR(at(BeamEnds::clamped_free, 0).slope, 0, 1e-12 * b);
    EXPECT_NEAR(at(BeamEnds::clamped_free, 1).curvature, 0, 1e-10 * b * b) << k;
    EXPECT_NEAR(at(BeamEnds::clamped_free, 1).value, 1, 1e-10) << k;
    EXPECT_NEAR(at(BeamEnds::free_free, 0).curvature, 0, 1e-10 * f * f);
    EXPECT_NEAR(at(BeamEnds::free_free, 0).value, 1, 1e-10);
    EXPECT_NEAR(at(BeamEnds::free_free, 1).curvature, 0, 1e-10 * f * f) << k;
    // φ''' and φ'''' by differences of the curvature: φ'''' = β⁴ φ, and no shear at free ends.
    const double e = 1e-3 / k;
    for (const BeamEnds ends : {BeamEnds::clamped_free, BeamEnds::free_free}) {
      const double beta = beam_root(ends, k), xi = 0.37;
      const double fourth =
          (at(ends, xi + e).curvature - 2 * at(ends, xi).curvature + at(ends, xi - e).curvature) / (e * e);
      EXPECT_NEAR(fourth / std::pow(beta, 4), at(ends, xi).value, 2e-5) << k;
      const double slope = (at(ends, xi + e).value - at(ends, xi - e).value) / (2 * e);
      EXPECT_NEAR(at(ends, xi).slope / beta, slope / beta, 2e-5);
    }
  }
}

TEST(Beam, IntegralsOfThePapersRodAreTheClosedForms) {
  const ModalBody body = make_modal_body(paper_rod());
  const double m = 0.9, L = 0.6;
  ASSERT_EQ(body.names, (std::vector<std::string>{"y1", "y2"}));
  EXPECT_NEAR(body.mass, m, 1e-14);
  EXPECT_NEAR(body.inertia()(2, 2), m * L * L / 12, 1e-15);
  EXPECT_NEAR(body.inertia()(0, 0), 0, 1e-18);
  EXPECT_NEAR(body.C(1, 0), 2 * m / pi, 1e-14);  // ∫ sin = 2/π, 0
  EXPECT_NEAR(body.C(1, 1), 0, 1e-14);
  EXPECT_NEAR(body.P[0](0, 1), 0, 1e-15);  // ∫ (x − L/2) sin
  EXPECT_NEAR(body.P[1](0, 1), -m * L / (2 * pi), 1e-14);
  EXPECT_NEAR(body.Q_at(0, 0)(1, 1), m / 2, 1e-14);
  EXPECT_NEAR(body.Q_at(0, 1)(1, 1), 0, 1e-14);
  const double EI = 200e9 * std::pow(0.024, 4) / 12;
  for (Index k = 0; k < 2; ++k)
    EXPECT_NEAR(body.K(k, k), EI * std::pow((k + 1) * pi / L, 4) * L / 2, 1e-6 * body.K(k, k) + 1e-3);
}

TEST(Beam, NaturalFrequenciesAreThoseOfBeamTheory) {
  for (const BeamEnds ends : {BeamEnds::simply_supported, BeamEnds::clamped_free, BeamEnds::free_free}) {
    Beam beam{.length = 1.7,
              .section = BeamSection::tube(0.05, 0.004),
              .E = 70e9,
              .G = 26e9,
              .density = 2700,
              .ends = ends,
              .modes_y = 4,
              .modes_z = 4};
    const ModalBody body = make_modal_body(beam);
    const std::vector<double> found = frequencies(body);
    const double unit =
        std::sqrt(beam.E * beam.section.I_z / (beam.density * beam.section.area * std::pow(beam.length, 4)));
    for (int k = 1; k <= 4; ++k)
      for (const int twin : {2 * k - 2, 2 * k - 1})
        EXPECT_NEAR(found[twin] / (std::pow(beam_root(ends, k), 2) * unit), 1, 1e-9) << k;
  }
}

TEST(Beam, AxialAndTorsionalFrequenciesAreThoseOfAFixedFreeBar) {
  const Beam beam{.length = 0.8,
                  .section = BeamSection::circle(0.03),
                  .E = 200e9,
                  .G = 80e9,
                  .density = 7800,
                  .ends = BeamEnds::clamped_free,
                  .modes_axial = 2,
                  .modes_torsion = 2};
  const ModalBody body = make_modal_body(beam);
  const std::vector<double> found = frequencies(body);  // rising: torsion is slower
  const double c_axial = std::sqrt(beam.E / beam.density), c_torsion = std::sqrt(beam.G / beam.density);
  const double expected[] = {pi / 2 * c_torsion / 0.8, pi / 2 * c_axial / 0.8, 3 * pi / 2 * c_torsion / 0.8,
                             3 * pi / 2 * c_axial / 0.8};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i] / expected[i], 1, 1e-10) << i;
}

TEST(Beam, ATipForceBendsAClampedBeamByTheCubeOfItsLength) {
  // F L³/(3 E I); the sum over modes converges like 1/β⁴.
  Beam beam{.length = 1.2,
            .section = BeamSection::rectangle(0.02, 0.01),
            .E = 210e9,
            .density = 7850,
            .ends = BeamEnds::clamped_free,
            .modes_y = 8};
  const ModalBody body = make_modal_body(beam);
  const ModalPlace tip = modal_place(beam, {1.2, 0, 0});
  const VecX eta = solve_lu(body.K, tip.displacement.transpose() * Vec3(0, 50, 0));
  const double expected = 50 * std::pow(1.2, 3) / (3 * beam.E * beam.section.I_z);
  EXPECT_NEAR((tip.displacement * eta)[1] / expected, 1, 1e-4);
  EXPECT_NEAR((tip.turn * eta)[2] / (1.5 * expected / 1.2), 1, 3e-3);  // slope F L²/(2 E I)
}

TEST(Beam, AThickBeamHasTheInertiaOfABar) {
  const Beam beam{
      .length = 0.5, .section = BeamSection::rectangle(0.06, 0.02), .E = 1e9, .density = 1000, .modes_y = 1};
  const Mat3 J = make_modal_body(beam).inertia();
  const double m = beam.mass();
  EXPECT_NEAR(J(0, 0), m * (0.06 * 0.06 + 0.02 * 0.02) / 12, 1e-12);
  EXPECT_NEAR(J(1, 1), m * (0.5 * 0.5 + 0.02 * 0.02) / 12, 1e-12);
  EXPECT_NEAR(J(2, 2), m * (0.5 * 0.5 + 0.06 * 0.06) / 12, 1e-12);
}

TEST(Beam, AMarkerBesideTheAxisGoesWithItsCrossSection) {
  const Beam beam{.length = 2,
                  .section = BeamSection::circle(0.1),
                  .E = 1e9,
                  .G = 1e9,
                  .density = 1000,
                  .modes_y = 1,
                  .modes_torsion = 1};
  const ModalPlace place = modal_place(beam, {0.5, 0.05, 0.01});
  const double slope = pi / 2 * std::cos(pi / 4), twist = std::sin(pi / 8);
  EXPECT_NEAR(place.displacement(0, 0), -slope * 0.05, 1e-14);  // turned about z
  EXPECT_NEAR(place.displacement(1, 0), std::sin(pi / 4), 1e-14);
  EXPECT_NEAR(place.turn(2, 0), slope, 1e-14);
  EXPECT_NEAR(place.displacement(2, 1), twist * 0.05, 1e-14);
  EXPECT_NEAR(place.displacement(1, 1), -twist * 0.01, 1e-14);
}
