// Texts that a good URDF file becomes by random changes are read, or refused with one of our errors; never anything
// else, and never slowly. The changes are the same in every run.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <iostream>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "model_file/text_mutator.hpp"
#include "urdf/urdf_support.hpp"

namespace daedalus::testing {
namespace {

// What XML and URDF give a meaning to.
const std::vector<std::string> words = {"<",
                                        ">",
                                        "/>",
                                        "</",
                                        "\"",
                                        "'",
                                        "=",
                                        "&",
                                        "&lt;",
                                        "&#0;",
                                        "&#x10FFFF;",
                                        "<!--",
                                        "-->",
                                        "<![CDATA[",
                                        "]]>",
                                        "<?xml?>",
                                        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                                        "link",
                                        "joint",
                                        "<link name=\"base\"/>",
                                        "<mimic joint=\"spin\"/>",
                                        "parent",
                                        "child",
                                        "world",
                                        "ground",
                                        "origin",
                                        "com",
                                        "fixed",
                                        "floating",
                                        "planar",
                                        "prismatic",
                                        "revolute",
                                        "continuous",
                                        "0",
                                        "-1",
                                        "1e308",
                                        "1e-320",
                                        "nan",
                                        "inf",
                                        "1 2 3",
                                        " ",
                                        "\n",
                                        "\xc3\xa4",
                                        "\xff",
                                        std::string(1, '\0'),
                                        "<inertial/>",
                                        "<mass value=\"1e-300\"/>"};

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {URDF_TESTS "/files", DAEDALUS_GALLERY})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".urdf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(text_of_file(file.string()));
  return texts;
}

TEST(UrdfFuzz, ChangedFilesAreReadOrRefusedWithOurErrors) {
  TextMutator mutator(corpus(), words);
  int accepted = 0, assembled = 0;
  double slowest = 0;
  for (unsigned seed = 0; seed < FUZZ_TEXTS; ++seed) {
    const std::string text = mutator.next(seed);
    const auto begin = std::chrono::steady_clock::now();
    try {
      const Model model = read_model_text(text, "fuzzed.urdf");
      ++accepted;
      if (accepted % 10 == 0) assembled += assemble(*make_system(model)).report.assembled ? 1 : 0;
    } catch (const ModelError& error) {
      ASSERT_NE(std::string(error.what()).find("fuzzed.urdf:"), std::string::npos)
          << "seed " << seed << ": " << error.what();
    } catch (const std::exception& error) {
      FAIL() << "seed " << seed << ": " << error.what() << "\n" << text;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    slowest = std::max(slowest, taken.count());
    ASSERT_LT(taken.count(), 5) << "seed " << seed << "\n" << text;
  }
  std::cout << FUZZ_TEXTS << " texts, " << accepted << " accepted, " << assembled
            << " of every tenth of these assembled, slowest " << slowest << " s\n";
  EXPECT_GT(accepted, FUZZ_TEXTS / 100);
  EXPECT_LT(accepted, FUZZ_TEXTS);
}

}  // namespace
}  // namespace daedalus::testing
