#include "daedalus/result/result.hpp"

#include <fmt/format.h>

namespace daedalus {

const char* text_of(RunStatus status) {
  switch (status) {
    case RunStatus::done: return "done";
    case RunStatus::stopped_by_event: return "stopped_by_event";
    case RunStatus::cancelled: return "cancelled";
    case RunStatus::failed: return "failed";
  }
  return "unknown";
}

const char* text_of(ResidualVerdict verdict) {
  switch (verdict) {
    case ResidualVerdict::none: return "none";
    case ResidualVerdict::pass: return "pass";
    case ResidualVerdict::fail: return "fail";
  }
  return "unknown";
}

std::string Failure::message() const {
  std::string text = fmt::format("stopped at t = {:.6g} s, {}: h = {:.3g} after {} rejection{}.", t, kind, h,
                                 rejections, rejections == 1 ? "" : "s");
  std::string second;
  if (!worst_equation.empty()) second = fmt::format("Worst equation: {}.", worst_equation);
  const std::string& next = cause.empty() ? advice : cause;  // what is known goes before what is often the case
  if (!next.empty()) second += (second.empty() ? "" : " ") + next;
  return second.empty() ? text : text + "\n  " + second;
}

}  // namespace daedalus
