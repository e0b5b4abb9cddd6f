// What a file says is what the model holds.
#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/forces/force_types.hpp"
#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

const Marker& marker(const Model& model, const std::string& name) {
  for (const Marker& candidate : model.markers())
    if (candidate.name == name) return candidate;
  throw std::runtime_error("no marker " + name);
}
const Joint& joint(const Model& model, const std::string& name) {
  for (const Joint& candidate : model.joints())
    if (candidate.name == name) return candidate;
  throw std::runtime_error("no joint " + name);
}
template <class Law>
const Law& law(const Model& model, const std::string& name) {
  for (const ForcePtr& force : model.forces())
    if (force->name() == name) {
      if constexpr (requires { Law::measures; }) return dynamic_cast<const MeasureForce<Law>&>(*force).law();
      else return dynamic_cast<const FrameForce<Law>&>(*force).law();
    }
  throw std::runtime_error("no force " + name);
}
std::string name_of(const Model& model, MarkerId id) { return model.marker(id).name; }
void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_LT((a - b).norm(), 1e-14) << a.transpose() << " | " << b.transpose();
}

TEST(ModelFile, AParameterMayBeOneOfSeveralWords) {
  const std::string text = R"(
parameters:
  rack: {value: locked, choices: [free, locked], meaning: of the steering}
  extra: 3*rack_locked + 5*rack_free
bodies:
  a: {type: point, mass: extra}
  b: {if: rack_free, type: point, mass: 1}
)";
  const Model locked = read_model_text(text, "words.yaml"),
              free = read_model_text(text, "words.yaml", {{"rack", "free"}});
  EXPECT_EQ(body(locked, "a").mass, 3);
  EXPECT_EQ(body(free, "a").mass, 5);
  EXPECT_EQ(locked.bodies().size(), 2u);
  EXPECT_EQ(free.bodies().size(), 3u);
  EXPECT_EQ(*locked.parameters()[0].word(), "locked");
  EXPECT_THROW((void)read_model_text(text, "words.yaml", {{"rack", "fre"}}), OptionError);
}

TEST(ModelFile, AVerticalTireStandsOnItsRoad) {
  const Model model = read_model_text(R"(
functions: {bump: {type: half_cylinder, center: 2, radius: 0.05, fillet: 0.01}}
bodies: {hub: {type: point, mass: 1}}
forces: {tire: {type: vertical_tire, between: [hub, ground], profile: bump, damps: hub, stiffness: 3, free_height: 0.4}}
run: {start: equilibrium}
)",
                                      "tire.yaml");
  const auto& tire = law<VerticalTire>(model, "tire");
  EXPECT_EQ(tire.damps, TireDamping::hub);
  EXPECT_EQ(tire.acts_in, ActsIn::compression);
  EXPECT_EQ(tire.profile->derivative(2, 0), 0.05);
  EXPECT_EQ(tire.switch_list().size(), 5u);
  EXPECT_EQ(model.run().start, StartFrom::equilibrium);
}

TEST(ModelFile, NameDescriptionGravityOutputsAndRunAreRead) {
  const Model model = read_model(test_file("crank.yaml"));
  EXPECT_EQ(model.name(), "driven_crank");
  EXPECT_EQ(model.description(), "a crank with a spring");
  EXPECT_EQ(model.gravity(), Vec3(0, -9.81, 0));
  EXPECT_EQ(model.outputs(), (std::vector<std::string>{"crank.*", "energy.*"}));
  EXPECT_EQ(model.run().method, "dopri5");
  EXPECT_EQ(model.run().t_end, 10);
  EXPECT_EQ(model.run().rtol, 1e-8);
  EXPECT_EQ(model.run().atol, 1e-10);
  EXPECT_EQ(model.run().every, 0.01);
  EXPECT_EQ(read_model(test_file("spatial.yaml")).name(), "spatial");  // of the file
}

TEST(ModelFile, HintsForJointCoordinatesAreListsOrSingleNames) {
  const TreeHints tree = read_model(test_file("spatial.yaml")).tree();
  EXPECT_EQ(tree.keep, (std::vector<std::string>{"hinge", "hooke"}));
  EXPECT_EQ(tree.cut, (std::vector<std::string>{"bolt"}));
  EXPECT_EQ(tree.cardan, (std::vector<std::string>{"arm", "wheel"}));
  EXPECT_TRUE(read_model(test_file("crank.yaml")).tree().keep.empty());
}

TEST(ModelFile, ParametersAreEvaluatedWhateverTheirOrder) {
  const Model model =
      read_model_text("parameters: {c: a + b, b: 2*a, a: {value: 3, meaning: first}}\n" + one_body, "a.yaml");
  ASSERT_EQ(model.parameters().size(), 3u);
  EXPECT_EQ(model.parameters()[0].value, 9);
  EXPECT_EQ(model.parameters()[1].value, 6);
  EXPECT_EQ(model.parameters()[2].meaning, "first");
}

TEST(ModelFile, SettingsReplaceParametersAndWhatDependsOnThem) {
  const Model model = read_model(test_file("crank.yaml"), {{"rho", "2*length + 1"}});
  EXPECT_DOUBLE_EQ(model.parameters()[1].value, 1.6);
  EXPECT_DOUBLE_EQ(body(model, "crank").mass, 2 * 1.6 * 0.3);
}

TEST(ModelFile, ASettingOfAnUnknownParameterListsTheKnownOnes) {
  try {
    (void)read_model(test_file("crank.yaml"), {{"lenght", "1"}});
    FAIL() << "accepted";
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown parameter 'lenght'. Did you mean 'length'? Available: length, rho, mass, half.");
  }
}

TEST(ModelFile, ASettingThatIsNoNumberIsAnOptionError) {
  for (const char* value : {"3 m", "", "nan", "1/0", "2*mass", "wdith", "1e999"})
    EXPECT_THROW((void)read_model(test_file("crank.yaml"), {{"length", value}}), OptionError) << value;
}

TEST(ModelFile, APlanarBodyHasAllItsValues) {
  const Model model = read_model(test_file("crank.yaml"));
  const Body& crank = body(model, "crank");
  EXPECT_EQ(crank.kind, BodyKind::planar);
  EXPECT_DOUBLE_EQ(crank.mass, 3);
  EXPECT_DOUBLE_EQ(crank.inertia(2, 2), 3 * 0.09 / 12);
  EXPECT_EQ(crank.com, Vec3(0.15, 0, 0));
  EXPECT_EQ(crank.position, Vec3(0.01, 0.02, 0));
  EXPECT_EQ(crank.angle, 0.3);
  EXPECT_EQ(crank.velocity, Vec3(0.1, 0.2, 0));
  EXPECT_EQ(crank.angular_velocity, Vec3(0, 0, 2));
  EXPECT_EQ(crank.assembly_weight, 10);
  EXPECT_FALSE(crank.locked);
  EXPECT_EQ(crank.rate_group, "fast");
  EXPECT_EQ(marker(model, "crank.tip").position, Vec3(0.3, 0, 0));
  EXPECT_EQ(marker(model, "crank.com").position, Vec3(0.15, 0, 0));
}

TEST(ModelFile, ASpatialBodyTakesItsInertiaInThreeForms) {
  const Model model = read_model(test_file("spatial.yaml"));
  EXPECT_EQ(body(model, "arm").inertia.diagonal(), Vec3(0.2, 0.3, 0.4));
  Mat3 J;
  J << 0.2, 0.01, 0.02, 0.01, 0.3, 0.03, 0.02, 0.03, 0.4;
  EXPECT_EQ(body(model, "shaft").inertia, J);
  EXPECT_EQ(body(model, "wheel").inertia.diagonal(), Vec3(0.2, 0.2, 0.3));
}

TEST(ModelFile, ASpatialBodyTakesItsOrientationInThreeForms) {
  const Model model = read_model(test_file("spatial.yaml"));
  const Vec4 quarter_turn = Vec4(1, 0, 0, 1) / std::numbers::sqrt2;
  EXPECT_LT((body(model, "arm").orientation - quarter_turn).norm(), 1e-15);
  EXPECT_EQ(body(model, "shaft").orientation, Vec4(0.6, 0.8, 0, 0));
  EXPECT_LT((body(model, "wheel").orientation - quarter_turn).norm(), 1e-15);
}

TEST(ModelFile, AngularVelocityIsInWorldAxesOrInThoseOfTheBody) {
  const Model model = read_model(test_file("spatial.yaml"));
  expect_near(body(model, "arm").angular_velocity, {0, 1, 0});  // x of a body that is turned by a quarter
  EXPECT_EQ(body(model, "shaft").angular_velocity, Vec3(0, 0, 3));
}

TEST(ModelFile, MarkersHaveTheAxesTheyAreGiven) {
  const Model model = read_model(test_file("spatial.yaml"));
  expect_near(marker(model, "arm.a").axes.col(2), {1, 0, 0});
  expect_near(marker(model, "arm.b").axes.col(0), {0, 1, 0});
  expect_near(marker(model, "arm.b").axes.col(2), {0, 0, 1});
  expect_near(marker(model, "arm.c").axes.col(0), {0, 1, 0});
  expect_near(marker(model, "arm.c").axes.col(2), {1, 0, 0});
  EXPECT_EQ(marker(model, "arm.c").position, Vec3(0, 0, 1));
}

TEST(ModelFile, AJointByPlaceAndAxisMakesMarkersOnBothBodies) {
  const Model model = read_model(test_file("spatial.yaml"));
  const Joint& hinge = joint(model, "hinge");
  EXPECT_EQ(name_of(model, hinge.between.P), "arm.hinge");
  EXPECT_EQ(name_of(model, hinge.between.Q), "ground.hinge");
  expect_near(marker(model, "arm.hinge").position, {0, 0, 0});      // at [1, 0, 0], where the arm is
  expect_near(marker(model, "arm.hinge").axes.col(2), {0, -1, 0});  // world x in the turned body
  expect_near(marker(model, "ground.hinge").axes.col(2), {1, 0, 0});
  expect_near(marker(model, "arm.hooke").axes.col(2), {1, 0, 0});  // world y, the second axis
}

TEST(ModelFile, CouplingsAreReadAfterTheJointsTheyCouple) {
  const Model model = read_model(test_file("spatial.yaml"));
  const Joint& mesh = joint(model, "mesh");
  ASSERT_EQ(mesh.rows.size(), 1u);
  EXPECT_EQ(mesh.rows[0].terms[1].weight, 2);  // 40 teeth on 20
  EXPECT_EQ(mesh.rows[0].terms[0].measure.kind, MeasureKind::angle_z);
  EXPECT_EQ(joint(model, "link").rows[0].terms[1].measure.kind, MeasureKind::gap_y);  // a named measure
}

TEST(ModelFile, MeasuresDriversAndInitialConditionsReferByName) {
  const Model model = read_model(test_file("crank.yaml"));
  ASSERT_EQ(model.measures().size(), 1u);
  EXPECT_EQ(model.measures()[0].measure.kind, MeasureKind::distance);
  EXPECT_EQ(name_of(model, model.measures()[0].measure.P), "slider.origin");  // a bare body name
  EXPECT_EQ(name_of(model, model.measures()[0].measure.Q), "crank.com");
  ASSERT_EQ(model.drivers().size(), 1u);
  EXPECT_EQ(model.drivers()[0].rows[0].motion->derivative(4, 0), 2);  // ramp: 0.5*t
  ASSERT_EQ(model.initial().size(), 2u);
  EXPECT_EQ(model.initial()[0].name, "crank_pin.angle");
  EXPECT_EQ(model.initial()[0].rate, 2);
  EXPECT_TRUE(model.initial()[0].has_rate);
  EXPECT_EQ(model.initial()[1].value, 0.7);
  EXPECT_FALSE(model.initial()[1].has_rate);
}

TEST(ModelFile, ForcesHaveTheirNumbersFunctionsChoicesAndFormulas) {
  const Model model = read_model(test_file("crank.yaml"));
  const auto& spring = law<SpringDamper>(model, "spring");
  EXPECT_EQ(spring.stiffness, 100);
  EXPECT_EQ(spring.damping, 1);
  EXPECT_EQ(spring.free, 0.3);
  EXPECT_EQ(spring.acts_in, ActsIn::tension);
  const auto& push = law<PointForce>(model, "push");
  EXPECT_EQ(name_of(model, push.on.id), "slider.origin");
  EXPECT_NEAR(push.size->derivative(0.125, 0), 0.1, 1e-15);
  const auto& curved = law<SpringDamper>(model, "curved");
  EXPECT_EQ(curved.curve->derivative(2, 0), 20);
  EXPECT_DOUBLE_EQ((*curved.formula)(2.0, 3.0, 0.0), 5 * 8 + 3);
}

TEST(ModelFile, ControllersAndBushingsAreRead) {
  const Model model = read_model(test_file("spatial.yaml"));
  EXPECT_EQ(law<Bushing>(model, "rubber").stiffness, Vec3(1e3, 1e3, 2e3));
  EXPECT_EQ(law<Bushing>(model, "rubber").torsional_damping, Vec3(1, 1, 1));
  EXPECT_EQ(law<PiController>(model, "hold").proportional, 10);
  EXPECT_EQ(law<PiController>(model, "hold").senses.measure.kind, MeasureKind::angle_z);
  EXPECT_EQ(law<LaggedForce>(model, "lag").command->derivative(1, 0), 2);
  EXPECT_EQ(law<PointTorque>(model, "twist").axes, LoadAxes::marker);
}

TEST(ModelFile, PointMassesMoveAlongTheAxesTheyAreGiven) {
  const Model model = read_model(test_file("points.yaml"));
  EXPECT_EQ(body(model, "bob").kind, BodyKind::point);
  EXPECT_EQ(body(model, "bob").moves, (std::array<bool, 3>{true, true, false}));
  EXPECT_EQ(body(model, "free").moves, (std::array<bool, 3>{true, true, true}));
}

TEST(ModelFile, APrescribedBodyFollowsItsFunctions) {
  const Model model = read_model(test_file("points.yaml"));
  const Body& road = body(model, "road");
  EXPECT_EQ(road.kind, BodyKind::prescribed);
  EXPECT_EQ(road.motion.position[0]->derivative(3, 0), 6);
  EXPECT_EQ(road.motion.position[1], nullptr);
  EXPECT_EQ(road.motion.position[2]->derivative(2, 0), 0.1);
  EXPECT_EQ(road.motion.angle->derivative(9, 0), 0.1);
}

TEST(ModelFile, ABodyTravelsAlongATrack) {
  const Model model = read_model_text(R"(
parameters: {R: 200}
tracks:
  line:
    slope: 0.01
    segments: [{length: 20}, {length: 10, curvature: 1/R, cant: -0.1, shape: linear}, {length: 50}]
    lateral: 0.002*sin(x)
    gauge: 1.5
bodies:
  frame: {type: prescribed, position: [0, 0, 0.5], motion: {along: line, at: 3 + 10*t, follows: line}}
  car: {type: spatial, mass: 1, inertia: [1, 1, 1]}
joints:
  ride: {type: free, between: [car, frame], hold: [x, roll]}
)",
                                      "a.yaml");
  const PrescribedMotion& motion = body(model, "frame").motion;
  ASSERT_TRUE(motion.track);
  EXPECT_EQ(motion.track->length(), 80);
  EXPECT_NEAR(motion.track->curvature(25), 0.5 / 200, 1e-15);
  EXPECT_NEAR(motion.track->curvature(60), 1.0 / 200, 1e-15);
  EXPECT_EQ(motion.track->jumps(), (std::vector<double>{20, 30}));
  EXPECT_EQ(motion.along->derivative(2, 0), 23);
  EXPECT_EQ(motion.follows, TrackFollows::line);
  EXPECT_EQ(body(model, "line_rails").shapes.size(), 2u);
  EXPECT_EQ(model.joints().front().rows.size(), 2u);
  EXPECT_EQ(model.joints().front().freedoms.size(), 4u);
}

TEST(ModelFile, AFunctionIsANumberANameAnExpressionOrAMapping) {
  const auto size_at = [](const std::string& function, double t) {
    const Model model =
        read_model_text("parameters: {w: 2}\nfunctions: {double: \"w*t\"}\n" + one_body +
                            "forces:\n  f: {type: point_force, on: a, direction: [1, 0], size: " + function + "}\n",
                        "a.yaml");
    return law<PointForce>(model, "f").size->derivative(t, 0);
  };
  EXPECT_EQ(size_at("3", 1), 3);
  EXPECT_EQ(size_at("w", 1), 2);
  EXPECT_EQ(size_at("w + 1", 1), 3);
  EXPECT_EQ(size_at("double", 4), 8);
  EXPECT_EQ(size_at("w*t^2", 3), 18);
  EXPECT_EQ(size_at("{type: linear, offset: w, slope: 10}", 1), 12);
  EXPECT_EQ(size_at("{type: expression, expression: w*s, variable: s}", 5), 10);
}

TEST(ModelFile, TwoNumbersMakeAVectorWithoutZ) {
  EXPECT_EQ(read_model_text("gravity: [1, 2]\n" + one_body, "a.yaml").gravity(), Vec3(1, 2, 0));
}

TEST(ModelFile, AxesThatAreRoundedAreMadeExact) {
  const Model model = read_model_text(
      "bodies:\n  a: {type: spatial, mass: 1, inertia: [1, 1, 1], orientation: {x: [0.6, 0.8, 1e-7], y: [-0.8, "
      "0.6000001, 0]}}\n",
      "a.yaml");
  EXPECT_NEAR(model.body(1).orientation.norm(), 1, 1e-15);
}

TEST(ModelFile, NumbersAreReadInAllTheirForms) {
  for (const char* text : {"2", "+2", "2.", "2.0", "0.2e1", "2e0", "\"2\"", "\" 2 \"", "1+1", "sqrt(4)", "2 # comment"})
    EXPECT_EQ(read_model_text("parameters: {}\ngravity: [0, 0, 0]\nbodies:\n  a:\n    type: point\n    mass: " +
                                  std::string(text) + "\n",
                              "a.yaml")
                  .body(1)
                  .mass,
              2)
        << text;
}

TEST(ModelFile, InputsAreListedByName) {
  const Model model = read_model_text(R"(
functions:
  torque: {type: input, initial: 1, min: -2, max: 3}
  gas: {type: input, name: pedal}
bodies:
  a: {type: planar, mass: 1, inertia: 1}
forces:
  motor: {type: point_torque, on: a, direction: [0, 0, 1], size: torque}
  brake: {type: point_torque, on: a, direction: [0, 0, -1], size: torque}
  engine: {type: point_force, on: a, direction: [1, 0, 0], size: gas}
  wind: {type: point_force, on: a, direction: [1, 0, 0], size: {type: input}}
)",
                                      "inputs.yaml");
  ASSERT_EQ(model.inputs().size(), 3u);
  EXPECT_EQ(model.inputs()[0]->name, "torque");
  EXPECT_EQ(model.inputs()[1]->name, "pedal");
  EXPECT_EQ(model.inputs()[2]->name, "wind") << "that of its element";
  const HeldInput& torque = *model.inputs()[0];
  EXPECT_EQ(torque.initial, 1);
  EXPECT_EQ(torque.minimum, -2);
  EXPECT_EQ(torque.maximum, 3);
  InputValues values(model.inputs());
  values.set(0, 2.5);
  for (const char* name : {"motor", "brake"}) {
    EXPECT_EQ(law<PointTorque>(model, name).size->at(7, &values), 2.5) << "one value for both";
    EXPECT_EQ(law<PointTorque>(model, name).size->at(7, nullptr), 1) << "the first one, where no run says otherwise";
    EXPECT_EQ(law<PointTorque>(model, name).size->derivative(7, 1), 0);
  }
}

TEST(ModelFile, TheExampleOfTheGuideIsAccepted) {
  const std::string guide = text_of_file(MODEL_FILE_TESTS "/../../docs/guide/model_files.md");
  const std::string opening = "```yaml\n";
  const std::size_t begin = guide.find(opening) + opening.size(), end = guide.find("```", begin);
  const Model model = read_model_text(guide.substr(begin, end - begin), "guide.yaml");
  EXPECT_EQ(model.name(), "crank_and_spring");
  EXPECT_EQ(model.forces().size(), 1u);
}

TEST(ModelFile, EveryFileOfTheGalleryIsAccepted) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MODEL_FILE_TESTS "/../../models"))
    if (entry.path().extension() == ".yaml") {
      EXPECT_NO_THROW((void)read_model(entry.path())) << entry.path();
      ++files;
    }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace daedalus::testing
