// low_order_convergence_test.cpp: global orders of the implicit low-order methods on nonlinear constrained systems.
#include <gtest/gtest.h>

#include "daedalus/integrate/consistent.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::relative_error;
using testing::Study;
using testing::StudyPoint;

struct Variant {
  std::string method;
  std::vector<OptionSetting> settings;
  double order;
};
const std::vector<Variant> variants = {
    {"nstiff", {}, 2},
    {"newmark", {}, 1},
    {"newmark", {{"gamma", "0.8"}}, 1},
    {"hht-i3", {}, 2},
    {"hht-i3", {{"alpha", "-0.05"}}, 2},
    {"generalized-alpha", {}, 2},
    {"generalized-alpha", {{"rho_infinity", "0"}}, 2},
    {"nstiff-si2", {}, 2},
    {"hht-add", {}, 2},
    {"hht-add", {{"b", "0.25"}}, 2},
    {"hht-si2", {}, 2},
    {"hht-si2", {{"alpha", "-0.1"}}, 2},
};

std::string name_of(const Variant& v) {
  std::string name = v.method;
  for (const OptionSetting& s : v.settings) name += " " + s.name + "=" + s.value;
  return name;
}

// Steps of length ratio · h and h in turn when ratio is not 1.
State run(const Variant& variant, const System& system, double t_end, double h, double ratio) {
  Equations eq(system);
  State x = system.initial_guess(), y = x;
  make_consistent(eq, x);
  const auto method = make_method(variant.method, variant.settings);
  method->start(eq, x, {.apply = false});  // fixed steps: λ is the method's own
  const long pairs = std::lround(t_end / h / 2);
  const double one = 2 * t_end / static_cast<double>(2 * pairs) / (1 + ratio);
  for (long n = 0; n < 2 * pairs; ++n) {
    const double step = n % 2 == 0 ? one : ratio * one;
    EXPECT_TRUE(method->step(eq, x, step, y).ok()) << name_of(variant);
    method->accept(x, y, step);
    std::swap(x, y);
  }
  return x;
}

Study study_of(const Variant& variant, const std::string& problem, double t_end, double h, int halvings,
               double ratio = 1) {
  const CatalogEntry& entry = find_closed_form(problem);
  const auto system = entry.make();
  const State exact = entry.reference(t_end).value();
  Study study;
  for (int k = 0; k <= halvings; ++k, h /= 2) {
    const State x = run(variant, *system, t_end, h, ratio);
    StudyPoint point{h, relative_error(x.q, exact.q), relative_error(x.v, exact.v), 0};
    if (exact.lambda.size() > 0) point.lambda = relative_error(x.lambda, exact.lambda);
    if (exact.s.size() > 0) point.q = std::max(point.q, relative_error(x.s, exact.s));
    study.points.push_back(point);
  }
  return study;
}

// λ may converge faster than declared where it depends on few coordinates; below the floor it is round-off.
void expect_order(const Variant& variant, const Study& study, const std::string& problem) {
  constexpr double floor = 1e-11, lambda_floor = 1e-7;
  const double q = study.order(&StudyPoint::q, floor), v = study.order(&StudyPoint::v, floor);
  EXPECT_NEAR(q, variant.order, 0.1) << name_of(variant) << " on " << problem << ", q\n" << study.table();
  EXPECT_NEAR(v, variant.order, 0.1) << name_of(variant) << " on " << problem << ", v\n" << study.table();
  if (study.points[1].lambda < lambda_floor) return;
  const double lambda = study.order(&StudyPoint::lambda, lambda_floor);
  EXPECT_GT(lambda, variant.order - 0.1) << name_of(variant) << " on " << problem << ", lambda\n" << study.table();
  if (problem == "knife_edge") return;
  EXPECT_LT(lambda, variant.order + 0.1) << name_of(variant) << " on " << problem << ", lambda\n" << study.table();
}

class LowOrder : public ::testing::TestWithParam<Variant> {};

TEST_P(LowOrder, OrderOnThePendulum) {
  expect_order(GetParam(), study_of(GetParam(), "pendulum", 1.5, 0.01, 4), "pendulum");
}

TEST_P(LowOrder, OrderOnAndrewsMechanism) {
  expect_order(GetParam(), study_of(GetParam(), "andrews", 0.01, 2e-5, 3), "andrews");
}

TEST_P(LowOrder, OrderWithAConstraintThatDependsOnTime) {
  expect_order(GetParam(), study_of(GetParam(), "driven_pendulum", 2, 0.01, 4), "driven_pendulum");
}

TEST_P(LowOrder, OrderWithANonholonomicConstraint) {
  expect_order(GetParam(), study_of(GetParam(), "knife_edge", 2, 0.02, 4), "knife_edge");
}

TEST_P(LowOrder, OrderWithAFirstOrderState) {
  expect_order(GetParam(), study_of(GetParam(), "circular_track", 1, 0.02, 4), "circular_track");
}

TEST_P(LowOrder, OrderWithoutConstraints) {
  expect_order(GetParam(), study_of(GetParam(), "quarter_car", 2, 0.002, 3), "quarter_car");
}

TEST_P(LowOrder, OrderWhenTheMassMatrixDependsOnTheCoordinates) {
  expect_order(GetParam(), study_of(GetParam(), "polar_particle", 2, 0.02, 4), "polar_particle");
}

// λ of an index-3 method is O(h) off after a change of step size, and little damping keeps that alive.
TEST_P(LowOrder, OrderWithStepsOfDifferentLength) {
  for (const std::string problem : {"driven_pendulum", "polar_particle", "circular_track"}) {
    Study study = study_of(GetParam(), problem, 2, 0.01, 4, 1.6);
    for (StudyPoint& p : study.points) p.q = std::max(p.q, p.v);  // one of them may pass through zero
    const double order = study.order(&StudyPoint::q, 1e-11);
    EXPECT_GT(order, GetParam().order - 0.15) << name_of(GetParam()) << " on " << problem << "\n" << study.table();
    if (find_method(GetParam().method).record.index == 3 || study.points.back().lambda < 1e-7) continue;
    const double lambda = study.order(&StudyPoint::lambda, 1e-8);
    EXPECT_GT(lambda, GetParam().order - 0.15) << name_of(GetParam()) << " on " << problem << "\n" << study.table();
  }
}

std::string variant_identifier(const ::testing::TestParamInfo<Variant>& variant) {
  std::string name = name_of(variant.param);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Variants, LowOrder, ::testing::ValuesIn(variants), variant_identifier);

TEST(Newmark, IsOfSecondOrderWithGammaOneHalf) {
  const Variant undamped{"newmark", {{"gamma", "0.5"}}, 2};
  const Study study = study_of(undamped, "quarter_car", 2, 0.002, 3);
  EXPECT_NEAR(study.order(&StudyPoint::v, 1e-11), 2, 0.1) << study.table();
}

}  // namespace
}  // namespace daedalus
