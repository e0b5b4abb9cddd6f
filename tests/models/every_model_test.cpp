// Every file of the gallery: reads, assembles, has the degrees of freedom counted by hand, runs as suggested.
#include <gtest/gtest.h>

#include <set>

#include "daedalus/model/model_builder.hpp"
#include "daedalus/result/sampling.hpp"
#include "daedalus/simulation/run.hpp"
#include "models/gallery_run.hpp"

namespace daedalus::testing {
namespace {

// Gruebler's count: the freedoms of the loose bodies (planar 3, spatial 6, point as many as axes) minus the rows of the
// joints, plus the redundant ones among these.
struct GalleryEntry {
  std::string name;
  Index freedoms;  // of the unconnected bodies
  Index rows;      // of joints and drivers
  Index redundant;
  Index degrees_of_freedom() const { return freedoms - rows + redundant; }
};
std::ostream& operator<<(std::ostream& out, const GalleryEntry& entry) { return out << entry.name; }

const std::vector<GalleryEntry> gallery = {
    {"pendulum", 2, 1, 0},                                 // point in the plane, one rod
    {"double_pendulum", 2 * 3, 2 * 2, 0},                  //
    {"double_pendulum_stiff", 2 * 2, 0, 0},                // springs hold nothing
    {"pendulum_chain", 12 * 2, 12, 0},                     // N = 12; the suspension is prescribed
    {"slider_crank", 2 * 3, 2 * 2 + 1, 0},                 // two pins, one slot
    {"flexible_slider_crank", 2 * 3 + 2, 2 * 2 + 1, 0},    // and two shapes of the rod
    {"spinning_blade", 2 * 6 + 3 + 4, 5 + 6 + 1, 0},       // hub, blade with four shapes, bob; hinge, weld, motor
    {"andrews", 7 * 3, 10 * 2, 0},                         //
    {"car_axle", 2 * 2, 1 + 1, 0},                         // guide and rod; the axle is prescribed
    {"circular_track", 2, 1, 0},                           //
    {"heavy_top", 6, 3, 0},                                //
    {"n_four_bar", 5 * 3, (3 + 4) * 2, 0},                 // N = 2: 3 pivots, 4 pins
    {"n_four_bar_hanging", 5 * 3, (3 + 4) * 2, 0},         //
    {"spatial_four_bar", 3 * 6, 5 + 3 + 4 + 5, 0},         // R S U R
    {"stewart_platform", 13 * 6, 6 * (4 + 4 + 4) + 6, 0},  // U C U per leg, six drivers
    {"redundant_parallelogram", 4 * 3, 6 * 2, 1},          //
    {"rolling_disc", 6, 1 + 2, 0},                   // contact; two rates: 3 velocities, though 5 coordinates are free
    {"driven_crank", 3 * 3, 3 * 2 + 2 + 1, 0},       // three pins, a slide, a driver
    {"quarter_car", 1 + 1, 0, 0},                    //
    {"gear_train", 3 * 6, 3 * 5 + 2, 0},             // three bearings, two meshes
    {"screw_press", 3 * 6, 6 + 5 + 5 + 1, 0},        // fixed, screw, translational, point in plane
    {"rack_steering", 4 * 6, 3 * 5 + 5 + 1 + 2, 0},  // three hinges, slide, mesh, two rods
    {"sleigh", 3, 1, 0},                             // one rate
    {"engine", 3 * 3, 3 * 2 + 2, 0},                 // three pins, the cylinder
    {"engine_mounts", 6, 0, 0},                      //
    {"puck", 6, 3, 0},                               //
    {"arm_six_axis", 7 * 6, 6 + 6 * 5 + 2, 0},       // a weld, six hinges, two drivers
    {"arm_scara", 4 * 6, 4 * 5, 0},                  // the column is prescribed
    {"arm_parallel", 5 * 6, 5 * 5 + 2, 0},           // five hinges, a point on a line
    {"block_and_tackle", 2 * 3, 2 * 2 + 1, 0},       // two slides, one rope
    {"rail/train_carriage", 7 * 6, 1 + 8, 0},        // the x of the car body, eight wheels on rails
    {"rail/wheelset", 6, 2, 0},                      //
    // per corner: R S S R and a tie rod; the rack's slide
    {"vehicle/hmmwv14", 14 * 6, 4 * (5 + 3 + 3 + 5 + 1) + 5, 0},
    // the upper hinges are ball joints; the rack is locked
    {"vehicle/hmmwv14_stiff", 14 * 6, 4 * (5 + 3 + 3 + 3 + 1) + 5 + 1, 0},
    // guide and its driver, two struts, four hubs, two pivots, two tie rods
    {"vehicle/passenger_car", 11 * 6, 5 + 1 + 2 * 4 + 4 * 5 + 2 * 5 + 2, 0},
    // per corner: R, S, two rods of the upper arm, a tie rod; the rack's slide and its driver
    {"vehicle/hmmwv10", 10 * 6, 4 * (5 + 3 + 2 + 1) + 5 + 1, 0},
    {"vehicle/hmmwv10_driver", 10 * 6, 4 * (5 + 3 + 2 + 1) + 5, 0},  // the rack is free, on a servo
    {"vehicle/ring_corner", 2 * 6, 4 + 4 + 1, 0},                    // guide, strut, steering
    {"vehicle/planar_ring_vehicle", 3 * 3, 2, 0},                    // two pins in slots
    {"vehicle/ring_quarter_car", 2 * 3, 1 + 1, 0},                   // pin in a slot, guide
    {"vehicle/truck_trailer", 2 * 6, 3, 0},                          // the hitch; wheels are forces
};

class Gallery : public ::testing::TestWithParam<GalleryEntry> {};
INSTANTIATE_TEST_SUITE_P(Models, Gallery, ::testing::ValuesIn(gallery),
                         [](const auto& instance) { return test_name(instance.param.name); });

TEST_P(Gallery, HasTheDegreesOfFreedomCountedByHand) {
  const GalleryEntry& entry = GetParam();
  const GalleryRun run(entry.name);
  const CheckReport check = run.check();
  Index spatial = 0;  // have one coordinate and one row more, for the length of their Euler parameters
  for (const Body& body : run.model().bodies()) spatial += body.kind == BodyKind::spatial ? 1 : 0;
  EXPECT_EQ(check.coordinates, entry.freedoms + spatial);
  EXPECT_EQ(check.constraints, entry.rows + spatial);
  EXPECT_EQ(static_cast<Index>(check.redundant.size()), entry.redundant);
  EXPECT_EQ(check.degrees_of_freedom, entry.degrees_of_freedom());
}

TEST_P(Gallery, IsDrawnAssembled) {
  const GalleryRun run(GetParam().name);
  EXPECT_TRUE(run.assembly().moved.empty()) << run.assembly().moved.front().body;
  EXPECT_LE(run.assembly().position_gap, 1e-12);
  const CheckReport check = run.check();
  EXPECT_LE(check.position_residual, 1e-12);
  EXPECT_LE(check.velocity_residual, 1e-11);
}

TEST_P(Gallery, SaysWhatItIsAndRunsAsSuggested) {
  const Model model = gallery_model(GetParam().name);
  EXPECT_EQ(model.name(), std::filesystem::path(GetParam().name).filename());
  EXPECT_FALSE(model.description().empty());
  const double t_end = std::min(0.1, model.run().t_end);
  const Result result = run(make_mechanism(model), {.t_end = t_end}).result;
  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(result.final.t, t_end);
  const bool to_roundoff = model.run().method != "bdf";  // which satisfies constraints to its tolerance
  EXPECT_LE(result.report.residuals.position, to_roundoff ? 1e-12 : model.run().rtol);
  EXPECT_LE(result.report.residuals.velocity, to_roundoff ? 1e-10 : 100 * model.run().rtol);
  for (const Level level : all_levels)
    EXPECT_NE(result.report.verdicts[level], ResidualVerdict::fail) << text_of(level);
}

TEST_P(Gallery, AsksForChannelsThatExist) {
  const Model model = gallery_model(GetParam().name);
  const auto system = make_system(model);
  const auto channels = make_channels(*system);
  SelectedChannels selected(*channels, model.outputs());
  EXPECT_GT(selected.columns().size(), 2u);
  for (const double value : selected.row(assemble(*system).state, {})) EXPECT_TRUE(std::isfinite(value));
}

TEST(Gallery, TheTableHasEveryFile) {
  std::set<std::string> entries;
  for (const GalleryEntry& entry : gallery) entries.insert(entry.name);
  EXPECT_EQ(gallery_names(), entries);
}

template <class Types>
std::set<std::string> names_of() {
  return std::apply([](const auto&... type) { return std::set<std::string>{std::decay_t<decltype(type)>::type...}; },
                    Types{});
}

TEST(Gallery, UsesEveryTypeOfJointAndForce) {
  std::set<std::string> joints, forces;
  std::vector<Model> models = {gallery_model("vehicle/passenger_car", {{"hard", "yes"}})};
  for (const GalleryEntry& entry : gallery) models.push_back(gallery_model(entry.name));
  for (const Model& model : models) {
    for (const Joint& joint : model.joints()) joints.insert(joint.type);
    for (const ForcePtr& force : model.forces()) forces.insert(force->type());
  }
  EXPECT_EQ(joints, names_of<JointTypes>());
  EXPECT_EQ(forces, names_of<ForceTypes>());
}

}  // namespace
}  // namespace daedalus::testing
