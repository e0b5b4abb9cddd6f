// progress.hpp: a line that shows how far a run is. Only on a terminal, never wider than it; quiet when piped.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace daedalus::cli {

// One line of a terminal that is drawn over and over. A window that was made narrower meanwhile has broken the line
// into several: all of them are cleared.
class StatusLine {
 public:
  explicit StatusLine(bool is_shown);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_shown() const { return is_shown_; }
  std::size_t width() const;  // letters that fit, at this moment
  void draw(const std::string& text);
  void clear();

 private:
  std::string erase() const;

  bool is_shown_;
  std::size_t drawn_ = 0;  // letters
};

class Progress {
 public:
  enum class Display { automatic, off };
  // label: what is running, where there are several runs: 'run 3 of 12: bdf, rtol = 1e-05'
  Progress(double t_start, double t_end, Display display, std::string label = {});

  // The run is at t. Cheap: looks at the clock every 64th call where calls are frequent, draws ten times a second.
  // Speed and remaining time count from the first call: a restarted run begins far from t_start.
  void at(double t);
  // Leaves a line of text above, on a terminal.
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  StatusLine line_;
  std::string label_;
  double t_start_, t_end_;
  double t_first_ = 0;  // of the first call
  unsigned calls_ = 0, stride_ = 1;
  Clock::time_point began_, looked_, drawn_;
};

// '[####....]  41 %  t = 4.1 of 10 s  ETA 12 s  1.3 x real time': as much of it as fits into `width` letters. `speed` is
// simulated time per wall time, 0 when it is not known yet.
std::string progress_text(double t_start, double t, double t_end, double speed, std::size_t width);

}  // namespace daedalus::cli
