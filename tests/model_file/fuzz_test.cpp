// Texts that a good file becomes by random changes are read, or refused with one of our errors; never anything else,
// and never slowly. The changes are the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "model_file/model_file_support.hpp"
#include "model_file/text_mutator.hpp"

namespace daedalus::testing {
namespace {

// Small limits, so that a changed range or a doubled alias cannot make the run long; that the real ones hold is tested
// elsewhere.
constexpr ModelFileLimits small_limits = {.repeated_elements = 200, .repeated_nodes = 5'000};

// What YAML and our expressions give a meaning to.
const std::vector<std::string> words = {"[",
                                        "]",
                                        "{",
                                        "}",
                                        ":",
                                        ": ",
                                        ",",
                                        "-",
                                        "- ",
                                        "\n",
                                        "\n  ",
                                        "\t",
                                        "\"",
                                        "'",
                                        "#",
                                        "&a ",
                                        "*a",
                                        "!!int ",
                                        "|",
                                        ">",
                                        "%",
                                        "?",
                                        "<<: ",
                                        "---\n",
                                        "...",
                                        "0",
                                        "-1",
                                        "1e308",
                                        "1e-320",
                                        ".nan",
                                        ".inf",
                                        "1/0",
                                        "0..3",
                                        "0..99999999",
                                        "{k}",
                                        "{k",
                                        "{0/0}",
                                        "for: {k: 0..3}, ",
                                        "if: 0, ",
                                        "null",
                                        "~",
                                        "true",
                                        "ground",
                                        "origin",
                                        "type: ",
                                        "between: ",
                                        "gear",
                                        "spatial",
                                        "point",
                                        "(((((",
                                        "sin(",
                                        "t",
                                        "x^x",
                                        "include: [crank.yaml]\n",
                                        "\xc3\xa4",
                                        "\xff",
                                        std::string(1, '\0'),
                                        std::string(200, '['),
                                        "parameters: {N: N}\n",
                                        "shapes: [{type: box, size: [1, 1, 1]}], ",
                                        "{type: mesh, file: crank.yaml}",
                                        "polyline",
                                        "\"#aa3322\""};

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(MODEL_FILE_TESTS "/files"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(text_of_file(file.string()));
  return texts;
}

TEST(ModelFileFuzz, ChangedFilesAreReadOrRefusedWithOurErrors) {
  TextMutator mutator(corpus(), words);
  const std::string name = test_file("fuzzed.yaml");  // so that includes are found
  int accepted = 0;
  double slowest = 0;
  for (unsigned seed = 0; seed < FUZZ_TEXTS; ++seed) {
    const std::string text = mutator.next(seed);
    const auto begin = std::chrono::steady_clock::now();
    try {
      (void)read_model_text(text, name, {}, small_limits);
      ++accepted;
    } catch (const ModelError& error) {
      ASSERT_FALSE(std::string(error.what()).empty()) << "seed " << seed << "\n" << text;
      ASSERT_NE(std::string(error.what()).find(".yaml:"), std::string::npos) << "seed " << seed << ": " << error.what();
    } catch (const OptionError&) {
    } catch (const FileError&) {
    } catch (const std::exception& error) {
      FAIL() << "seed " << seed << ": " << error.what() << "\n" << text;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    slowest = std::max(slowest, taken.count());
    ASSERT_LT(taken.count(), 5) << "seed " << seed << "\n" << text;
  }
  RecordProperty("accepted", accepted);
  std::cout << FUZZ_TEXTS << " texts, " << accepted << " accepted, slowest " << slowest << " s\n";
  EXPECT_GT(accepted, FUZZ_TEXTS / 100);  // the changes are small enough to get far
  EXPECT_LT(accepted, FUZZ_TEXTS / 2);
}

}  // namespace
}  // namespace daedalus::testing
