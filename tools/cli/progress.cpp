#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace daedalus::cli {
namespace {

// A terminal that has gone away is no reason to end a run: errors are ignored.
void show(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace

Progress::Progress(double t_start, double t_end, Display display)
    : t_start_(t_start), t_end_(t_end), on_terminal_(display == Display::automatic && isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (drawn_) show("\r\033[K");
}

void Progress::at(double t) {
  if (!on_terminal_ || ++calls_ % 64 != 0) return;
  const Clock::time_point now = Clock::now();
  if (now - drawn_at_ < std::chrono::milliseconds(100)) return;
  drawn_at_ = now;
  draw(t, std::chrono::duration<double>(now - began_).count());
}

void Progress::draw(double t, double elapsed) {
  constexpr int width = 30;
  const double done = std::clamp((t - t_start_) / (t_end_ - t_start_), 0.0, 1.0);
  const int filled = static_cast<int>(done * width);
  const std::string eta = done > 0 ? fmt::format("{:.0f} s", std::ceil(elapsed * (1 - done) / done)) : "?";
  show(fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  t = {:.4g} of {:.4g} s  ETA {}  {:.3g} x real time\033[K", "", filled,
                   "", width - filled, 100 * done, t, t_end_, eta, (t - t_start_) / elapsed));
  drawn_ = true;
}

}  // namespace daedalus::cli
