// A planar model moves the same when its bodies are spatial. In closed loops the spatial joints then hold more than
// they have to, and some of their rows are redundant.
#include <gtest/gtest.h>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/model_builder.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

Joint make_again(const Joint& joint) {  // with the rows that planar bodies do without
  if (joint.type == "revolute") return make_joint(joint.name, Revolute{joint.between});
  if (joint.type == "point_on_line") return make_joint(joint.name, PointOnLine{joint.between});
  if (joint.type == "translational") return make_joint(joint.name, Translational{joint.between});
  throw std::invalid_argument("no twin for " + joint.type);
}

// Bodies and markers in the same order, so that all markers keep their numbers.
Model spatial_twin(const Model& model) {
  ModelBuilder build(model.name() + "_in_space");
  build.gravity(model.gravity());
  for (const Marker& marker : model.markers()) {
    if (build.find_marker(marker.name)) continue;  // made with its body
    if (marker.body == static_cast<BodyId>(build.parts().bodies.size())) {
      Body body = model.body(marker.body);
      body.kind = BodyKind::spatial;
      body.orientation = euler_parameters_about(Vec3::UnitZ(), body.angle);
      body.inertia = body.inertia(2, 2) * Mat3(Vec3(0.7, 0.6, 1).asDiagonal());  // the first two do not matter
      build.body(body);
    }
    if (!build.find_marker(marker.name))
      build.marker(marker.body, marker.name.substr(marker.name.find('.') + 1), marker.position, marker.axes);
  }
  for (std::size_t i = 0; i < model.markers().size(); ++i)
    if (build.parts().markers[i].name != model.markers()[i].name) throw std::logic_error("markers in another order");
  for (const Joint& joint : model.joints()) build.add_joint(make_again(joint));
  for (const ForcePtr& force : model.forces()) build.add_force(force);
  return build.finish();
}

void expect_same_motion(const std::string& name, const std::vector<OptionSetting>& settings, Index redundant,
                        double t_end, double bound) {
  GalleryRun flat(name, settings), spatial(spatial_twin(gallery_model(name, settings)));
  EXPECT_EQ(spatial.check().degrees_of_freedom, flat.check().degrees_of_freedom);
  EXPECT_EQ(static_cast<Index>(spatial.check().redundant.size()), redundant);
  for (int k = 1; k <= 10; ++k) {
    flat.to(t_end * k / 10);
    spatial.to(t_end * k / 10);
    for (const Body& body : flat.model().bodies()) {
      if (!body.has_coordinates()) continue;
      SCOPED_TRACE(fmt::format("{} at {}", body.name, flat.state().t));
      const double angle = 2 * std::atan2(spatial.q(body.name + ".e3"), spatial.q(body.name + ".e0"));
      EXPECT_NEAR(spatial.q(body.name + ".x"), flat.q(body.name + ".x"), bound);
      EXPECT_NEAR(spatial.q(body.name + ".y"), flat.q(body.name + ".y"), bound);
      EXPECT_NEAR(std::remainder(angle - flat.q(body.name + ".theta"), 2 * std::numbers::pi), 0, bound);
      EXPECT_NEAR(spatial.v(body.name + ".x"), flat.v(body.name + ".x"), 10 * bound);
      EXPECT_NEAR(spatial.channel(body.name + ".wz"), flat.v(body.name + ".theta"), 10 * bound);
      EXPECT_NEAR(spatial.q(body.name + ".z"), 0, bound);
    }
  }
}

TEST(SpatialTwin, OfTheDoublePendulumMovesTheSame) { expect_same_motion("double_pendulum", {}, 0, 5, 1e-8); }
TEST(SpatialTwin, OfTheSliderCrankMovesTheSame) { expect_same_motion("slider_crank", {}, 1, 2, 1e-9); }
TEST(SpatialTwin, OfTwoHangingWindowsMovesTheSame) {
  expect_same_motion("n_four_bar_hanging", {{"N", "2"}}, 6, 5, 1e-9);
}

}  // namespace
}  // namespace daedalus::testing
