// Texts that a good MJCF file becomes by random changes are read, or refused with one of our errors. The changes are the
// same in every run.
#include <gtest/gtest.h>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "model_file/text_mutator.hpp"
#include "support/model_parts.hpp"

namespace daedalus::testing {
namespace {

TEST(MjcfFuzz, ChangedFilesAreReadOrRefusedWithOurErrors) {
  const std::vector<std::string> words = {"<",
                                          ">",
                                          "/>",
                                          "</",
                                          "\"",
                                          "=",
                                          "body",
                                          "joint",
                                          "geom",
                                          "<body>",
                                          "</body>",
                                          "slide",
                                          "ball",
                                          "free",
                                          "box",
                                          "mesh",
                                          "capsule",
                                          "axis",
                                          "ref",
                                          "0",
                                          "-1",
                                          "1e308",
                                          "1e-320",
                                          "nan",
                                          "1 2 3",
                                          "class",
                                          "childclass",
                                          "\n",
                                          "\xff",
                                          "rod",
                                          "main",
                                          "<geom/>",
                                          "euler",
                                          "quat",
                                          "range",
                                          "<joint/>",
                                          "<frame>",
                                          "</frame>",
                                          "polycoef",
                                          "fromto",
                                          "<inertial mass='1'/>"};
  TextMutator mutator({text_of_file(MJCF_TESTS "/files/chain.xml"), text_of_file(MJCF_TESTS "/files/hip.xml")}, words);
  int accepted = 0;
  for (unsigned seed = 0; seed < FUZZ_TEXTS; ++seed) {
    const std::string text = mutator.next(seed);
    try {
      const Model model = read_model_text(text, "fuzzed.xml");
      if (++accepted % 10 == 0) (void)assemble(*make_system(model));
    } catch (const ModelError& error) {
      ASSERT_NE(std::string(error.what()).find("fuzzed.xml:"), std::string::npos) << seed << ": " << error.what();
    } catch (const std::exception& error) {
      FAIL() << "seed " << seed << ": " << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(accepted, FUZZ_TEXTS / 100);
  EXPECT_LT(accepted, FUZZ_TEXTS);
}

}  // namespace
}  // namespace daedalus::testing
