// Texts that a good file becomes by random changes are read, or refused with one of our errors; never anything else, and
// never slowly. The changes are the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>

#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

// Small limits, so that a changed range or a doubled alias cannot make the run long; that the real ones hold is tested
// elsewhere.
constexpr ModelFileLimits small_limits = {.repeated_elements = 200, .repeated_nodes = 5'000};

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> corpus) : corpus_(std::move(corpus)) {}

  std::string next(unsigned seed) {
    random_.seed(seed);
    std::string text = corpus_[seed % corpus_.size()];
    const std::size_t changes = below(3) > 0 ? 1 : 2 + below(4);
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) {
    return n == 0 ? 0 : random_() % n;
  }  // not std::uniform_int_distribution: it differs between libraries

  void change(std::string& text) {
    static const std::vector<std::string> words = {"[",
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
                                                   "parameters: {N: N}\n"};
    const std::size_t at = below(text.size()), other = below(text.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(text.size() - at, 1 + below(40)));
    switch (below(9)) {
      case 0: text[at] = static_cast<char>(text[at] ^ (1 << below(8))); break;  // one bit
      case 1: text[at] = static_cast<char>(below(256)); break;
      case 2: text.erase(at, length); break;
      case 3: text.insert(other, text.substr(at, length)); break;  // copy
      case 4: text.insert(at, words[below(words.size())]); break;
      case 5: replace_word(text, at, words[below(words.size())]); break;
      case 6: swap_words(text, at, other); break;
      case 7: swap_lines(text, at, other); break;
      case 8: {  // from another file
        const std::string& source = corpus_[below(corpus_.size())];
        text.insert(at, source.substr(below(source.size()), 1 + below(80)));
      }
    }
  }

  static bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }
  struct Span {
    std::size_t begin, length;
  };
  static Span word_at(const std::string& text, std::size_t at) {
    std::size_t begin = at, end = at;
    while (begin > 0 && in_word(text[begin - 1])) --begin;
    while (end < text.size() && in_word(text[end])) ++end;
    return {begin, end - begin};
  }
  static Span line_at(const std::string& text, std::size_t at) {
    const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1),
                      begin = before == text.npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', at);
    return {begin, (end == text.npos ? text.size() : end) - begin};
  }
  static void replace_word(std::string& text, std::size_t at, const std::string& by) {
    const Span word = word_at(text, at);
    text.replace(word.begin, word.length, by);
  }
  static void swap_spans(std::string& text, Span a, Span b) {
    if (a.begin > b.begin) std::swap(a, b);
    if (a.begin + a.length > b.begin) return;
    const std::string first = text.substr(a.begin, a.length), second = text.substr(b.begin, b.length);
    text.replace(b.begin, b.length, first);
    text.replace(a.begin, a.length, second);
  }
  static void swap_words(std::string& text, std::size_t a, std::size_t b) {
    swap_spans(text, word_at(text, a), word_at(text, b));
  }
  static void swap_lines(std::string& text, std::size_t a, std::size_t b) {
    swap_spans(text, line_at(text, a), line_at(text, b));
  }

  std::vector<std::string> corpus_;
  std::mt19937 random_;
};

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(MODEL_FILE_TESTS "/files"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) texts.push_back(text_of_file(file.string()));
  return texts;
}

TEST(ModelFileFuzz, ChangedFilesAreReadOrRefusedWithOurErrors) {
  Mutator mutator(corpus());
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
