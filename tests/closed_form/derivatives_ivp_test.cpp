#include <gtest/gtest.h>

#include "closed_form/independent_derivatives.hpp"
#include "daedalus/closed_form/andrews.hpp"
#include "daedalus/closed_form/car_axle.hpp"

namespace daedalus {
namespace {

// The sizes of the reference motions.
constexpr testing::Ranges axle{.t = 10, .q = 0.1, .v = 2, .a = 100, .lambda = 0.01};
constexpr testing::Ranges mechanism{.t = 0.03, .q = 0.5, .v = 500, .a = 1e5, .lambda = 100};

TEST(CarAxle, DerivativesAreThoseOfTheComplexStep) {
  testing::expect_derivatives_are_exact<CarAxle>(*make_car_axle(), axle);
}
TEST(CarAxle, EnergyBalances) { testing::expect_energy_balance<CarAxle>(*make_car_axle(), axle); }
TEST(CarAxle, MassIsSymmetricPositiveDefinite) { testing::expect_mass_is_positive_definite(*make_car_axle(), axle); }

TEST(Andrews, DerivativesAreThoseOfTheComplexStep) {
  testing::expect_derivatives_are_exact<Andrews>(*make_andrews(), mechanism);
}
TEST(Andrews, EnergyBalances) { testing::expect_energy_balance<Andrews>(*make_andrews(), mechanism); }
TEST(Andrews, MassIsSymmetricPositiveDefinite) {
  testing::expect_mass_is_positive_definite(*make_andrews(), mechanism);
}

}  // namespace
}  // namespace daedalus
