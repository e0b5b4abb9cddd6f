// What goes into an FMU, and what is refused.
#include <gtest/gtest.h>

#include <fstream>

#include "daedalus/base/errors.hpp"
#include "daedalus/fmi/export_fmu.hpp"
#include "daedalus/fmi/fmu_library.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus {
namespace {

std::vector<std::string> names_in(const fmi::FmuRequest& request) {
  fmi::FmuReport report;
  std::vector<std::string> names;
  for (const fmi::FmuFile& file : fmi::make_fmu_files(request, report)) names.push_back(file.name);
  return names;
}

TEST(FmuExport, CarriesTheModelWithItsIncludesAndMeshes) {
  EXPECT_EQ(names_in({.mechanism = {.name = "sleigh"}}),
            (std::vector<std::string>{"modelDescription.xml", "resources/daedalus.json", "resources/model/sleigh.yaml",
                                      "resources/model/meshes/sleigh.obj", "terminalsAndIcons/terminalsAndIcons.xml"}));
  EXPECT_EQ(names_in({.mechanism = {.name = "closed_form:pendulum"}, .version = fmi::Version::fmi2}),
            (std::vector<std::string>{"modelDescription.xml", "resources/daedalus.json"}));
}

TEST(FmuExport, TheSameRequestGivesTheSameToken) {
  fmi::FmuReport a, b, c;
  fmi::make_fmu_files({.mechanism = {.name = "pendulum"}}, a);
  fmi::make_fmu_files({.mechanism = {.name = "pendulum"}}, b);
  fmi::make_fmu_files({.mechanism = {.name = "pendulum"}, .method = "rk4", .h = 0.01}, c);
  EXPECT_EQ(a.token, b.token);
  EXPECT_NE(a.token, c.token);
}

TEST(FmuExport, RefusesWhatTheModelDoesNotHave) {
  EXPECT_THROW(names_in({.mechanism = {.name = "pendulum"}, .inputs = {"throttle"}}), OptionError);
  EXPECT_THROW(names_in({.mechanism = {.name = "pendulum"}, .outputs = {"nothing.*"}}), OptionError);
  EXPECT_THROW(names_in({.mechanism = {.name = "pendulum"}, .tunable = {"nothing"}}), OptionError);
  EXPECT_THROW(names_in({.mechanism = {.name = "pendulum"}, .method = "nothing"}), OptionError);
  EXPECT_THROW(names_in({.mechanism = {.name = "pendulum"}, .kinds = {}}), OptionError);
}

TEST(FmuExport, RefusesAModelThatRefersToFilesOfThisMachine) {
  const testing::TemporaryFolder folder, elsewhere;
  std::ofstream(elsewhere / "part.yaml") << "parameters: {m: 1}\n";
  const std::string file = (folder / "model.yaml").string();
  std::ofstream(file) << "include: " << (elsewhere / "part.yaml").string()
                      << "\nbodies: {ball: {type: point, mass: m}}\n";
  EXPECT_THROW(names_in({.mechanism = {.name = file}}), std::runtime_error);
}

TEST(FmuExport, SaysWhenTheLibraryIsNotThere) {
  setenv("DAEDALUS_FMU_LIBRARY", "no_such_library.so", 1);
  EXPECT_THROW(fmi::find_fmu_library(), FileError);
  setenv("DAEDALUS_FMU_LIBRARY", DAEDALUS_FMU_LIBRARY, 1);
  const fmi::FmuLibrary library = fmi::find_fmu_library();
  unsetenv("DAEDALUS_FMU_LIBRARY");
  const auto carries = [&](const std::string& name) {
    for (const std::filesystem::path& file : library.carried)
      if (file.filename().string().starts_with(name)) return true;
    return false;
  };
  EXPECT_TRUE(carries("libklu.so"));
  EXPECT_TRUE(carries("libyaml-cpp.so"));
  EXPECT_FALSE(carries("libc.so"));
  EXPECT_FALSE(carries("libhdf5"));  // an FMU writes no result files
}

}  // namespace
}  // namespace daedalus
