// swing.hpp: what every integration of the swinging chain hands back.
#pragma once

#include <vector>

namespace daedalus::peers {

// A run that is too loose to follow the chain lets it whirl and would take for ever.
inline constexpr long max_steps = 10'000;

struct Swing {
  bool done = false;
  std::vector<double> positions;  // m, x and y of every mass at the end
  long steps = 0;
};

}  // namespace daedalus::peers
