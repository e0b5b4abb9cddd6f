// FMUs of others: what is refused before anything of them runs, and one of ours behind the same door.
#include <gtest/gtest.h>

#include <fstream>

#include "daedalus/base/errors.hpp"
#include "daedalus/cosimulation/fmu_archive.hpp"
#include "daedalus/cosimulation/fmu_slave.hpp"
#include "daedalus/fmi/archive_file.hpp"
#include "fmi/fmu_under_test.hpp"

namespace daedalus {
namespace {

using namespace testing;

// What is thrown when it is read, "" for nothing.
std::string complaint_about(const std::string& description) {
  const TemporaryFolder folder;
  std::ofstream(folder / "modelDescription.xml") << description;
  try {
    read_fmu_description(folder / "");
  } catch (const FileError& problem) {
    return problem.what();
  }
  return "";
}

std::string described(const std::string& version, const std::string& inside) {
  return "<fmiModelDescription fmiVersion=\"" + version + "\" modelName=\"m\" guid=\"g\">" + inside +
         "</fmiModelDescription>";
}

TEST(FmuImport, DescriptionsOfOtherVersionsAndKindsAreRefused) {
  const auto contains = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(contains(complaint_about("nonsense"), "cannot be read"));
  EXPECT_TRUE(contains(complaint_about("<other/>"), "not the description"));
  EXPECT_TRUE(contains(complaint_about(described("1.0", "")), "FMI 1.0"));
  EXPECT_TRUE(contains(complaint_about(described("2.0", "<ModelExchange/>")), "no co-simulation"));
  EXPECT_TRUE(contains(complaint_about(described("2.0", "<CoSimulation needsExecutionTool=\"true\"/>")), "needs the"));
  EXPECT_EQ(complaint_about(described("2.0", "<CoSimulation modelIdentifier=\"m\"/>")), "");
}

TEST(FmuImport, ArchivesStayInTheirFolder) {
  const TemporaryFolder folder;
  const auto archive_with = [&](const std::string& name) {
    fmi::ArchiveFile archive(folder / "x.fmu");
    archive.add(name, "text");
    archive.finish();
  };
  for (const char* name : {"../escaped.txt", "a/../../escaped.txt", "/escaped.txt"}) {
    archive_with(name);
    EXPECT_THROW(FmuArchive(folder / "x.fmu"), FileError) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "escaped.txt"));
  archive_with("a/b.txt");
  std::filesystem::path unpacked;
  {
    const FmuArchive archive(folder / "x.fmu");
    unpacked = archive.folder();
    EXPECT_TRUE(std::filesystem::exists(unpacked / "a" / "b.txt"));
  }
  EXPECT_FALSE(std::filesystem::exists(unpacked));
  std::ofstream(folder / "x.fmu") << "no archive";
  EXPECT_THROW(FmuArchive(folder / "x.fmu"), FileError);
  EXPECT_THROW(FmuArchive(folder / "nothing.fmu"), FileError);
}

// The library of our FMUs where an FMU has its own.
TEST(FmuImport, OneOfOursMakesStepsAndItsErrorsArriveWithTheirMessage) {
  for (const fmi::Version version : {fmi::Version::fmi2, fmi::Version::fmi3}) {
    const FmuUnderTest fmu({.mechanism = {.name = "slider_crank"}, .version = version, .method = "rk4", .h = 1e-3});
    const std::filesystem::path folder = std::filesystem::path(fmu.resources()).parent_path();
    const FmuDescription description = read_fmu_description(folder);
    EXPECT_THROW(FmuSlave(folder, description), FileError);  // without a library
    const char* platform = version == fmi::Version::fmi2 ? "linux64" : "x86_64-linux";
    std::filesystem::create_directories(folder / "binaries" / platform);
    std::filesystem::create_symlink(DAEDALUS_FMU_LIBRARY,
                                    folder / "binaries" / platform / (description.identifier + ".so"));
    FmuSlave slave(folder, description);
    slave.enter_initialization(0);
    slave.exit_initialization();
    slave.do_step(0, 0.01);
    const Reference references[] = {description.real_variable("time").reference};
    double t = 0;
    slave.get(references, {&t, 1});
    EXPECT_NEAR(t, 0.01, 1e-15);
    try {
      slave.do_step(0.5, 0.01);
      ADD_FAILURE() << "a step from a time where it is not";
    } catch (const FmuError& problem) {
      EXPECT_NE(std::string(problem.what()).find("the FMU is at 0.01 s"), std::string::npos) << problem.what();
    }
    EXPECT_THROW(description.real_variable("nothing"), ModelError);
  }
}

}  // namespace
}  // namespace daedalus
