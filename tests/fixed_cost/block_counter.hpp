// block_counter.hpp: which basic blocks the program has run through, and how often: what its operations are, whatever
// the clock says.
//
// Files compiled with -fsanitize-coverage=trace-pc call a function of ours in every block of straight code. `blocks`
// counts these calls; `paths` is a sum over the blocks visited that does not depend on their order: equal sums mean the
// same blocks, each as often, up to 1 in 2⁶⁴. The processor does the same operations then, except inside of library
// functions (sin, memset) and where the compiler has turned a choice into a conditional move, which costs the same
// either way.
#pragma once

#include <cstdint>

namespace daedalus::testing {

struct BlockCount {
  std::uint64_t blocks = 0, paths = 0;
  static BlockCount now();
  friend BlockCount operator-(const BlockCount& a, const BlockCount& b) {
    return {a.blocks - b.blocks, a.paths - b.paths};
  }
  friend bool operator==(const BlockCount&, const BlockCount&) = default;
};

}  // namespace daedalus::testing
