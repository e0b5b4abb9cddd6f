// recursive.cpp: tree mechanisms beside the recursive algorithms of other programs.
//
//   benchmarks/run recursive [rounds] [forward|links|swing|formulations]
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "our_models.hpp"
#include "recursive.hpp"

int main(int argc, char** argv) {
  using namespace daedalus::peers;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  const std::string part = argc > 2 ? argv[2] : "all";
  const bool all = part == "all";
  const bool known = all || part == "forward" || part == "links" || part == "swing" || part == "formulations";
  if (rounds < 1 || argc > 3 || !known) {
    fmt::print(stderr, "recursive [rounds] [forward|links|swing|formulations]\n");
    return 2;
  }
  std::string used;
  for (const std::string& name : formulations()) used += fmt::format(" '{}'", name);
  fmt::print(
      "Daedalus in{}. {} rounds, contestants in turn; medians of CPU time, ratios within rounds. See "
      "benchmarks/README.md.\n",
      used, rounds);
  if (all || part == "forward") compare_forward_dynamics(rounds);
  if (all || part == "links") tell_cost_per_link(rounds);
  if (all || part == "swing") compare_chain_swing(rounds);
  if (all || part == "formulations") compare_formulations(rounds);
}
