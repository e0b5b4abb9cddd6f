// replay.cpp: seeds of a target, changed at random, the same way every time: the part of fuzzing that every run of the
// tests repeats.
//
//   TARGET [COUNT]              COUNT changed inputs beside the seeds themselves
//   TARGET --write-seeds DIR    the seeds as files, for libFuzzer
//   TARGET --file FILE          one input, as libFuzzer has kept it
#include <cstdlib>
#include <iostream>

#include "fuzz/fuzz_target.hpp"
#include "model_file/text_mutator.hpp"

namespace {

using namespace daedalus::fuzz;

// What is hard to digest, whatever the format.
const std::vector<std::string> words = {"-1", "0",  "1e999", "nan", ".inf",     "99999999999999999999",
                                        "[]", "{}", "~",     "\"",  "\xff\xfe", std::string(2, '\0'),
                                        "*a", "!!", "ground"};

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (given.size() == 2 && given[0] == "--file") {
    read_input(bytes_of(given[1]));
    return 0;
  }
  const std::vector<std::string> all = seeds();
  if (given.size() == 2 && given[0] == "--write-seeds") {
    std::filesystem::create_directories(given[1]);
    for (std::size_t i = 0; i < all.size(); ++i)
      std::ofstream(std::filesystem::path(given[1]) / ("seed" + std::to_string(i)), std::ios::binary) << all[i];
    return 0;
  }
  if (all.empty()) {
    std::cerr << "there are no seeds: nothing was tested.\n";
    return 1;
  }
  const int wanted = given.empty() ? 100 : std::atoi(given[0].c_str());
  daedalus::testing::TextMutator mutator(all, words);
  for (const std::string& seed : all) read_input(seed);
  for (int i = 0; i < wanted; ++i) {
    const std::string input = mutator.next(static_cast<unsigned>(i));
    as_file("last_input", input);  // what to look at when it ends the program
    read_input(input);
  }
  std::cout << all.size() << " seeds and " << wanted << " changed inputs were read or refused.\n";
}
