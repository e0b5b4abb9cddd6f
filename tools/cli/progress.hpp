// progress.hpp: a line that shows how far a run is. Only on a terminal; quiet when piped.
#pragma once

#include <chrono>

namespace daedalus::cli {

class Progress {
 public:
  enum class Display { automatic, off };
  Progress(double t_start, double t_end, Display display);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(double t);  // cheap: looks at the clock every 64th call, draws ten times a second

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double t, double elapsed);

  double t_start_, t_end_;
  bool on_terminal_;
  bool drawn_ = false;
  unsigned calls_ = 0;
  Clock::time_point began_ = Clock::now(), drawn_at_ = began_;
};

}  // namespace daedalus::cli
