#include "daedalus/simulation/mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "simulation/thrown_ball.hpp"

namespace daedalus {
namespace {

TEST(Mechanism, IsFoundByTheNameOfAModelOrOfAClosedFormSystem) {
  const Mechanism model = load_mechanism({.name = "circular_track"}),
                  closed = load_mechanism({.name = "closed_form:circular_track"});
  EXPECT_EQ(model.formulation, "cartesian");
  EXPECT_TRUE(model.model && model.model_system);
  EXPECT_EQ(model.system.get(), model.model_system.get());
  EXPECT_TRUE(model.file.ends_with("circular_track.yaml"));
  EXPECT_EQ(closed.formulation, "closed_form");
  EXPECT_FALSE(closed.model || closed.model_system);
  EXPECT_TRUE(closed.file.empty());
}

TEST(Mechanism, OfAModelAtHandStartsWhereTheModelWasDrawn) {
  const Mechanism ball = make_mechanism(testing::thrown_ball());
  EXPECT_EQ(ball.name(), "thrown_ball");
  EXPECT_EQ(ball.start.v[ball.coordinate("ball.x")], 3);
  EXPECT_NEAR(ball.start.a[ball.coordinate("ball.y")], -testing::fall, 1e-14);
  EXPECT_EQ(ball.suggested.t_end, 0.5);
  EXPECT_FALSE(ball.reference(0.1).has_value());
}

TEST(Mechanism, RefusesNamesThatNothingHas) {
  EXPECT_THROW(load_mechanism({.name = "slider_crnk"}), OptionError);
  EXPECT_THROW(load_mechanism({.name = "not/there.yaml"}), FileError);
  EXPECT_THROW(load_mechanism({.name = "closed_form:pendulum", .formulation = "joint"}), OptionError);
  EXPECT_THROW(make_mechanism(testing::thrown_ball()).coordinate("ball.theta"), ModelError);
}

TEST(Mechanism, CopiesOfAModelShareItsParts) {
  const Model model = testing::thrown_ball();
  const Model copy = model;
  EXPECT_EQ(&copy.parts(), &model.parts());
  EXPECT_EQ(&make_mechanism(model).model_system->model().parts(), &model.parts());
}

}  // namespace
}  // namespace daedalus
