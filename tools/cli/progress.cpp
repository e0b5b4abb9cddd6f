#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "terminal.hpp"

namespace daedalus::cli {
namespace {

// A terminal that has gone away is no reason to end a run: errors are ignored.
void show(const std::string& text) { std::fputs(text.c_str(), stderr); }

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 100 * 60) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  return seconds < 1e7 ? fmt::format("{:.0f} h", std::ceil(seconds / 3600)) : std::string("months");
}

}  // namespace

StatusLine::StatusLine(bool is_shown) : is_shown_(is_shown && is_terminal(STDERR_FILENO)) {}

// The last column stays empty: letters there make some terminals go to the next line.
std::size_t StatusLine::width() const { return columns_of(STDERR_FILENO) - 1; }

std::string StatusLine::erase() const {
  if (drawn_ == 0) return "\r";
  const std::size_t rows_above = (drawn_ - 1) / std::max<std::size_t>(1, columns_of(STDERR_FILENO));
  return rows_above > 0 ? fmt::format("\r\033[{}A\033[J", rows_above) : std::string("\r\033[K");
}

void StatusLine::draw(const std::string& text) {
  if (!is_shown_) return;
  const std::string fitting = text.substr(0, width());
  show(erase() + fitting);
  drawn_ = fitting.size();
}

void StatusLine::clear() {
  if (drawn_ > 0) show(erase());
  drawn_ = 0;
}

std::string progress_text(double t_start, double t, double t_end, double speed, std::size_t width) {
  constexpr std::size_t widest_bar = 30, narrowest_bar = 8, frame = 3;  // brackets and a space
  const double done = t_end > t_start ? std::clamp((t - t_start) / (t_end - t_start), 0.0, 1.0) : 1.0;
  std::string text = fmt::format("{:3.0f} %", 100 * done);
  const std::string parts[] = {fmt::format("  ETA {}", speed > 0 ? duration_text((t_end - t) / speed) : "?"),
                               fmt::format("  t = {:.4g} of {:.4g} s", t, t_end),
                               speed > 0 ? fmt::format("  {:.3g} x real time", speed) : ""};
  for (const std::string& part : parts)
    if (text.size() + part.size() <= width) text += part;
  if (text.size() + frame + narrowest_bar > width) return text.substr(0, width);
  const std::size_t bar = std::min(widest_bar, width - text.size() - frame),
                    filled = static_cast<std::size_t>(done * static_cast<double>(bar));
  return "[" + std::string(filled, '#') + std::string(bar - filled, '.') + "] " + text;
}

Progress::Progress(double t_start, double t_end, Display display, std::string label)
    : line_(display == Display::automatic), label_(std::move(label)), t_start_(t_start), t_end_(t_end) {}

void Progress::say(const std::string& text) {
  if (!line_.is_shown()) return;
  line_.clear();
  show(text + "\n");
}

void Progress::at(double t) {
  if (!line_.is_shown() || ++calls_ % stride_ != 0) return;
  const Clock::time_point now = Clock::now();
  if (calls_ == 1) {
    t_first_ = t;
    began_ = looked_ = drawn_ = now;
    return;
  }
  stride_ = now - looked_ > std::chrono::milliseconds(1) ? 1 : std::min(64U, 2 * stride_);
  looked_ = now;
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  const double elapsed = std::chrono::duration<double>(now - began_).count();
  const std::size_t width = line_.width(), most = width / 2;  // of the label
  const std::string label = label_.empty() ? "" : label_.substr(0, most) + "  ";
  line_.draw(label + progress_text(t_start_, t, t_end_, (t - t_first_) / elapsed, width - label.size()));
}

}  // namespace daedalus::cli
