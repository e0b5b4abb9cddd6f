#include <gtest/gtest.h>

#include "model_file/model_file_support.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::testing {
namespace {

class Includes : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  Model read(const std::string& name) { return read_model(folder_ / name); }
  std::string refused(const std::string& name) {
    try {
      (void)read(name);
    } catch (const ModelError& error) {
      return error.what();
    }
    ADD_FAILURE() << name << " is accepted";
    return "";
  }
  TemporaryFolder folder_;
};

TEST_F(Includes, SectionsAreMergedAndTheIncludingFileReplacesParametersGravityAndRun) {
  const Model model = read_model(test_file("points.yaml"));
  EXPECT_EQ(model.name(), "points");              // not that of the included file
  EXPECT_EQ(model.gravity(), Vec3(0, 0, -9.81));  // included
  EXPECT_EQ(model.body(2).name, "free");
  EXPECT_EQ(model.body(2).mass, 1000);  // 2*stiffness with the stiffness of the including file
  EXPECT_EQ(model.run().t_end, 2);
  EXPECT_EQ(model.outputs(), (std::vector<std::string>{"bob.*", "free.*"}));
}

TEST_F(Includes, KeysOfRunAreReplacedOneByOne) {
  write("base.yaml", one_body + "run: {t_end: 2, rtol: 1e-3}\n");
  write("main.yaml", "include: base.yaml\nrun: {t_end: 5}\n");
  EXPECT_EQ(read("main.yaml").run().t_end, 5);
  EXPECT_EQ(read("main.yaml").run().rtol, 1e-3);
}

TEST_F(Includes, NamesAreRelativeToTheIncludingFile) {
  write("parts/inner.yaml", "include: ../more/deep.yaml\n");
  write("more/deep.yaml", one_body);
  write("main.yaml", "include: [parts/inner.yaml]\n");
  EXPECT_EQ(read("main.yaml").bodies().size(), 2u);
}

TEST_F(Includes, AFileIncludedTwiceIsReadOnce) {
  write("base.yaml", one_body);
  write("left.yaml", "include: base.yaml\n");
  write("right.yaml", "include: base.yaml\n");
  write("main.yaml", "include: [left.yaml, right.yaml]\n");
  EXPECT_EQ(read("main.yaml").bodies().size(), 2u);
}

TEST_F(Includes, AnElementGivenTwiceIsAnErrorThatNamesBothPlaces) {
  write("base.yaml", one_body);
  write("main.yaml", "include: base.yaml\nbodies:\n  a: {type: point, mass: 2}\n");
  const std::string message = refused("main.yaml");
  expect_contains(message, "main.yaml:3:3: bodies: duplicate name 'a'; first given at ");
  expect_contains(message, "base.yaml:2:3.");
}

TEST_F(Includes, AParameterOfTwoFilesBesideEachOtherIsAnError) {
  write("left.yaml", "parameters: {p: 1}\n");
  write("right.yaml", "parameters: {p: 2}\n");
  write("main.yaml", "include: [left.yaml, right.yaml]\n" + one_body);
  expect_contains(refused("main.yaml"), "right.yaml:1:14: parameters: duplicate name 'p'");
}

TEST_F(Includes, MarkersOfTheGroundMayComeFromSeveralFiles) {
  write("base.yaml", "bodies: {ground: {markers: {A: [1, 0]}}}\n");
  write("main.yaml", "include: base.yaml\nbodies:\n  ground: {markers: {B: [2, 0]}}\n  a: {type: point, mass: 1}\n");
  EXPECT_EQ(read("main.yaml").markers().size(), 4u);  // two origins
}

TEST_F(Includes, ProblemsOfIncludedFilesNameThem) {
  write("base.yaml", "bodies:\n  a: {type: point, mass: 0}\n");
  write("main.yaml", "include: base.yaml\njoint: {}\n");
  const std::string message = refused("main.yaml");
  expect_contains(message, "main.yaml:2:1: unknown key 'joint'.");
  expect_contains(message, "base.yaml:2:26: body 'a' (point): mass = 0");
}

TEST_F(Includes, ACycleIsNamed) {
  write("a.yaml", "include: b.yaml\n");
  write("b.yaml", "include: c.yaml\n");
  write("c.yaml", "include: a.yaml\n" + one_body);
  expect_contains(refused("a.yaml"), "c.yaml:1:10: include: circular include, a.yaml → b.yaml → c.yaml → a.yaml.");
  write("self.yaml", "include: self.yaml\n" + one_body);
  expect_contains(refused("self.yaml"), "self.yaml → self.yaml");
}

TEST_F(Includes, MoreThanTenFilesInsideEachOtherAreRefused) {
  for (int i = 0; i < 12; ++i)
    write("f" + std::to_string(i) + ".yaml", "include: f" + std::to_string(i + 1) + ".yaml\n");
  write("f12.yaml", one_body);
  expect_contains(refused("f0.yaml"), "f10.yaml:1:10: include: files are nested more than 10 levels deep.");
}

TEST_F(Includes, MoreThanAHundredFilesAreRefused) {
  std::string names;
  for (int i = 0; i < 101; ++i) {
    write("f" + std::to_string(i) + ".yaml", "parameters: {p" + std::to_string(i) + ": 1}\n");
    names += "  - f" + std::to_string(i) + ".yaml\n";
  }
  write("main.yaml", "include:\n" + names + one_body);
  expect_contains(refused("main.yaml"), "include: more than 100 files.");
}

TEST_F(Includes, MoreThanThirtyTwoMegabytesTogetherAreRefused) {
  for (int i = 0; i < 3; ++i)
    write("f" + std::to_string(i) + ".yaml", "# " + std::string(12'000'000, 'x') + "\nsource: x\n");
  write("main.yaml", "include: [f0.yaml, f1.yaml, f2.yaml]\n" + one_body);
  expect_contains(refused("main.yaml"), "f2.yaml:1:1: the included files have more than 32,000,000 bytes in total.");
}

}  // namespace
}  // namespace daedalus::testing
