// replay.cpp: seeds of a target, changed at random with a fixed seed: the part of fuzzing that every run of the tests repeats.
//
//   TARGET [COUNT]              COUNT changed inputs beside the seeds themselves
//   TARGET --write-seeds DIR    the seeds as files, for libFuzzer
//   TARGET --file FILE          one input, as libFuzzer has kept it
#include <cstdlib>
#include <iostream>
#include <random>

#include "fuzz/fuzz_target.hpp"

namespace {

using namespace daedalus::fuzz;

// One to six changes: a byte, a stretch removed or repeated, a number that is hard to digest, a piece of another seed.
std::string changed(std::string input, const std::vector<std::string>& others, std::mt19937& random) {
  static const std::string hard[] = {"-1", "0", "1e999", "nan", ".inf", "99999999999999999999", "[]", "{}", "~", "\"", "\xff\xfe", "\x00\x00", "*a", "!!", "ground"};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (std::size_t n = 1 + below(6); n > 0; --n) {
    const std::size_t at = 1 + below(input.size()), length = std::min(1 + below(40), input.size() - std::min(at, input.size()));
    if (at > input.size()) continue;
    switch (below(6)) {
      case 0: if (at < input.size()) input[at] = static_cast<char>(below(256)); break;
      case 1: input.erase(at, length); break;
      case 2: input.insert(at, input.substr(at, length)); break;
      case 3: input.insert(at, hard[below(std::size(hard))]); break;
      case 4: input.replace(at, length, hard[below(std::size(hard))]); break;
      default: {
        const std::string& other = others[below(others.size())];
        input.insert(at, other.substr(below(other.size()), 1 + below(80)));
      }
    }
  }
  return input;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 2 && words[0] == "--file") {
    read_input(bytes_of(words[1]));
    return 0;
  }
  const std::vector<std::string> all = seeds();
  if (words.size() == 2 && words[0] == "--write-seeds") {
    std::filesystem::create_directories(words[1]);
    for (std::size_t i = 0; i < all.size(); ++i) std::ofstream(std::filesystem::path(words[1]) / ("seed" + std::to_string(i)), std::ios::binary) << all[i];
    return 0;
  }
  if (all.empty()) {
    std::cerr << "there are no seeds: nothing was tested.\n";
    return 1;
  }
  const int wanted = words.empty() ? 100 : std::atoi(words[0].c_str());
  std::mt19937 random(12345);
  for (const std::string& seed : all) read_input(seed);
  for (int i = 0; i < wanted; ++i) {
    const std::string input = changed(all[static_cast<std::size_t>(i) % all.size()], all, random);
    as_file("last_input", input);  // what to look at when it ends the program
    read_input(input);
  }
  std::cout << all.size() << " seeds and " << wanted << " changed inputs were read or refused.\n";
}
