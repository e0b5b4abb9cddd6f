// Which joints carry coordinates: the heuristics and the hints on mechanisms small enough to know the answer.
#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/system/equations.hpp"
#include "recursive/random_trees.hpp"

namespace daedalus::testing {
namespace {

using Names = std::vector<std::string>;

Names cut_in(const Model& model) {
  Names names;
  for (const Joint* joint : choose_tree(model).cut) names.push_back(joint->name);
  return names;
}

// What is said of a model, by whoever notices first: the builder or the choice of the tree.
template <class MakeModel>
std::string complaint_of(MakeModel make) {
  try {
    choose_tree(make());
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

Index deepest(const Tree& tree) {
  Index most = 0;
  for (Index i = 0; i < tree.size(); ++i) most = std::max(most, tree.depth(i));
  return most;
}

// Planar bars in a row, hinged to the ground at both ends: pin0 ... pin<bars>.
Model loop_of(int bars, const TreeHints& hints = {}, const std::vector<std::string>& spherical = {},
              BodyKind kind = BodyKind::planar) {
  ModelBuilder build("loop");
  for (int k = 0; k < bars; ++k)
    build.body({.name = fmt::format("bar{}", k),
                .kind = kind,
                .mass = 1,
                .inertia = 0.1 * Mat3::Identity(),
                .position = {1.0 * k, 0, 0}});
  for (int k = 0; k <= bars; ++k) {
    const std::string name = fmt::format("pin{}", k);
    const Vec3 at(k - 0.5, 0, 0);
    const Between b{build.marker_at(k < bars ? k + 1 : k, name, at, Mat3::Identity()),
                    build.marker_at(k < bars ? k : ground_body, name, at, Mat3::Identity())};
    if (std::find(spherical.begin(), spherical.end(), name) != spherical.end()) build.joint(name, Spherical{b});
    else build.joint(name, Revolute{b});
  }
  build.tree(hints);
  return build.finish();
}

TEST(SpanningTree, CutsAFourBarWhereTheTreeStaysShallow) {
  const Model model = loop_of(3);
  const Names cut = cut_in(model);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_TRUE(cut.front() == "pin1" || cut.front() == "pin2") << cut.front();  // not one at the ground
  EXPECT_EQ(deepest(Tree(model)), 2);
}

TEST(SpanningTree, CutsALongLoopInItsMiddle) {
  const Model model = loop_of(10);
  EXPECT_EQ(cut_in(model), Names{"pin5"});
  EXPECT_EQ(deepest(Tree(model)), 5);
}

TEST(SpanningTree, CutsASphericalJointRatherThanARevolute) {
  for (const char* name : {"pin0", "pin1", "pin3"})
    EXPECT_EQ(cut_in(loop_of(3, {}, {name}, BodyKind::spatial)), Names{name});
}

TEST(SpanningTree, HonorsWishes) {
  for (const char* name : {"pin0", "pin1", "pin2", "pin3"}) {
    const Model cut = loop_of(3, {.keep = {}, .cut = {name}, .cardan = {}});
    EXPECT_EQ(cut_in(cut), Names{name});
    EXPECT_EQ(Tree(cut).coordinate_count(), 3);
  }
  EXPECT_EQ(cut_in(loop_of(3, {.keep = {"pin1", "pin2"}, .cut = {}, .cardan = {}})).size(), 1u);
  for (const std::string& name : cut_in(loop_of(3, {.keep = {"pin1", "pin2"}, .cut = {}, .cardan = {}})))
    EXPECT_TRUE(name == "pin0" || name == "pin3");
  EXPECT_EQ(cut_in(loop_of(3, {.keep = {"pin3"}, .cut = {}, .cardan = {}}, {"pin3"}, BodyKind::spatial)).size(), 1u);
  EXPECT_NE(cut_in(loop_of(3, {.keep = {"pin3"}, .cut = {}, .cardan = {}}, {"pin3"}, BodyKind::spatial)).front(),
            "pin3");
}

TEST(SpanningTree, KeepsKeptJointsThatAreFarFromTheRoots) {
  // The hints leave only the joints at the ground to be cut, whichever the tree meets first.
  const Model model = loop_of(6, {.keep = {"pin2", "pin3", "pin4"}, .cut = {}, .cardan = {}});
  const Names cut = cut_in(model);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_TRUE(cut.front() != "pin2" && cut.front() != "pin3" && cut.front() != "pin4") << cut.front();
}

TEST(SpanningTree, RefusesHintsThatCannotBeFollowed) {
  const auto with = [](const TreeHints& hints) { return complaint_of([&] { return loop_of(3, hints); }); };
  EXPECT_NE(with({.keep = {"pin_1"}, .cut = {}, .cardan = {}}).find("unknown joint 'pin_1'."), std::string::npos);
  EXPECT_NE(with({.keep = {"pin_1"}, .cut = {}, .cardan = {}}).find("pin1"), std::string::npos);
  EXPECT_NE(with({.keep = {}, .cut = {"bar0"}, .cardan = {}}).find("unknown joint 'bar0'."), std::string::npos);
  EXPECT_NE(with({.keep = {}, .cut = {}, .cardan = {"bra1"}}).find("'bra1'."), std::string::npos);
  EXPECT_NE(with({.keep = {"pin1"}, .cut = {"pin1"}, .cardan = {}}).find("'pin1' cannot be both kept and cut"),
            std::string::npos);
  const std::string all = with({.keep = {"pin0", "pin1", "pin2", "pin3"}, .cut = {}, .cardan = {}});
  EXPECT_NE(all.find("closes a loop of kept joints"), std::string::npos) << all;
  EXPECT_EQ(with({}), "");
}

TEST(SpanningTree, RefusesToKeepAJointThatIsAlwaysAConstraint) {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  pair.build.joint("edge", KnifeEdge{pair.between});
  pair.build.tree({.keep = {"edge"}, .cut = {}, .cardan = {}});
  const std::string message = complaint_of([&] { return pair.build.finish(); });
  EXPECT_NE(message.find("knife_edge is always a constraint"), std::string::npos) << message;
}

TEST(SpanningTree, LetsTheHeaviestBodyFloat) {
  ModelBuilder build("satellite");
  for (int k = 0; k < 4; ++k)
    build.body({.name = fmt::format("part{}", k),
                .kind = BodyKind::spatial,
                .mass = k == 2 ? 100.0 : 1.0 + k,
                .inertia = Mat3::Identity(),
                .position = {1.0 * k, 0, 0}});
  for (int k = 0; k < 3; ++k)
    build.joint(fmt::format("hinge{}", k),
                Revolute{{build.marker(k + 1, "right", {0.5, 0, 0}), build.marker(k + 2, "left", {-0.5, 0, 0})}});
  const Model model = build.finish();
  const SpanningTree tree = choose_tree(model);
  ASSERT_EQ(tree.attachments.size(), 4u);
  EXPECT_EQ(model.body(tree.attachments.front().body).name, "part2");
  EXPECT_EQ(tree.attachments.front().joint, nullptr);
  EXPECT_TRUE(tree.cut.empty());
  EXPECT_EQ(Tree(model).coordinate_count(), 7 + 3);
  EXPECT_EQ(Tree(model).coordinate_names.front(), "part2.x");
}

TEST(SpanningTree, MovesAFreedomByItsDriver) {
  ModelBuilder build(loop_of(3));
  build.driver("motor", *build.find_freedom("pin0.angle"), expression("2*t"));
  const Model model = build.finish();
  const Tree tree(model);
  ASSERT_EQ(tree.drives.size(), 1u);
  EXPECT_EQ(tree.coordinate_count(), 2);
  EXPECT_EQ(tree.node(tree.drives.front().node).name, "pin0.angle");
  EXPECT_EQ(tree.choice.cut.size(), 1u);  // the loop, not the driver
  EXPECT_EQ(JointSystem(model).layout().ng, 2);
}

TEST(SpanningTree, MakesASecondDriverOfAFreedomAConstraint) {
  ModelBuilder build(loop_of(1, {.keep = {}, .cut = {"pin1"}, .cardan = {}}));
  for (const char* name : {"motor", "brake"}) build.driver(name, *build.find_freedom("pin0.angle"), expression("t"));
  const Tree tree(build.finish());
  EXPECT_EQ(tree.drives.size(), 1u);
  EXPECT_EQ(tree.coordinate_count(), 0);
  EXPECT_EQ(tree.choice.cut.size(), 2u);
}

TEST(SpanningTree, MakesADriverOfACutJointAConstraint) {
  ModelBuilder build(loop_of(3, {.keep = {}, .cut = {"pin0"}, .cardan = {}}));
  build.driver("motor", *build.find_freedom("pin0.angle"), expression("2*t"));
  const SpanningTree tree = choose_tree(build.finish());
  EXPECT_TRUE(tree.drives.empty());
  EXPECT_EQ(tree.cut.size(), 2u);
}

TEST(SpanningTree, MakesADistanceInSpaceAConstraintUnlessItIsAskedFor) {
  const auto rod = [](const TreeHints& hints, BodyKind kind) {
    Pair pair(kind, BodyKind::ground);
    const MarkerId Q = pair.build.marker(ground_body, "foot", {0.1, 0.2, 0});
    pair.build.joint("rod", DistanceJoint{{pair.between.P, Q}, 0.8});
    pair.build.tree(hints);
    return pair.build.finish();
  };
  EXPECT_EQ(cut_in(rod({}, BodyKind::spatial)), Names{"rod"});
  EXPECT_EQ(cut_in(rod({.keep = {"rod"}, .cut = {}, .cardan = {}}, BodyKind::spatial)), Names{});
  EXPECT_EQ(cut_in(rod({}, BodyKind::planar)), Names{});
}

// A disc that turns by Cardan angles, hung by a ball joint or free.
TEST(JointSystem, NamesTheCardanAnglesThatAreInGimbalLock) {
  for (const bool hung : {false, true}) {
    ModelBuilder build("disc");
    build.body({.name = "disc", .kind = BodyKind::spatial, .mass = 1, .inertia = Vec3(0.1, 0.15, 0.2).asDiagonal()});
    if (hung) build.joint("ball", Spherical{{build.marker("disc", "m", {0.1, 0, 0}), origin_marker}});
    build.tree({.keep = {}, .cut = {}, .cardan = {"disc"}});
    const JointSystem system(build.finish());
    State x = system.initial_guess();
    const auto& names = system.layout().coordinates;
    const std::string stem = hung ? "ball" : "disc";
    const auto y = static_cast<Index>(std::find(names.begin(), names.end(), stem + ".cardan_y") - names.begin());
    ASSERT_LT(y, x.q.size());
    x.q[y] = 1.2;
    EXPECT_EQ(system.explain_singularity(x), "");
    Equations eq(system);
    EXPECT_EQ(eq.solve_acceleration(x), FactorStatus::ok);

    x.q[y] = std::numbers::pi / 2;
    EXPECT_EQ(eq.solve_acceleration(x), FactorStatus::singular);
    const std::string why = system.explain_singularity(x);
    EXPECT_NE(why.find("'" + stem + "' is in gimbal lock"), std::string::npos) << why;
    EXPECT_NE(why.find("tree.cardan"), std::string::npos) << why;
  }
}

}  // namespace
}  // namespace daedalus::testing
