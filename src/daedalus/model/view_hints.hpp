// view_hints.hpp: how the author of a model would like its runs to be shown; everything can be changed on the page.
#pragma once

#include <string>
#include <vector>

namespace daedalus {

// A diagram, by names of channels. They are known where channels are, and checked there.
struct PlotHint {
  std::string title, x;  // x "": the time
  std::vector<std::string> y;
  bool log_x = false, log_y = false;
};

struct ViewHints {
  std::string camera;               // "", "3d", "chase", "side", "top", "xy", "xz", "yz"
  std::string follow;               // a body that stays in the middle
  std::vector<std::string> traces;  // markers 'crank.tip' or bodies that leave a curve behind
  double speed = 0;                 // simulated s per s; 0: chosen by the page
  std::vector<PlotHint> plots;
};

}  // namespace daedalus
