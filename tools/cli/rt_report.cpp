#include "rt_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr double shown_percent[] = {50, 90, 99, 99.9, 99.99};

double microseconds(Nanoseconds t) { return static_cast<double>(t) * 1e-3; }
double seconds(Nanoseconds t) { return static_cast<double>(t) * 1e-9; }

// Name and count of all rejected packets.
std::vector<std::pair<const char*, std::uint64_t>> refusals(const InputCounts& c) {
  return {{"too_short", c.too_short},
          {"wrong_magic", c.wrong_magic},
          {"wrong_version", c.wrong_version},
          {"unknown_kind", c.unknown_kind},
          {"wrong_length", c.wrong_length},
          {"wrong_count", c.wrong_count},
          {"unknown_signals", c.unknown_signals},
          {"not_finite", c.not_finite},
          {"stale", c.stale},
          {"foreign", c.foreign},
          {"torn", c.torn},
          {"dropped_unread", c.dropped_unread}};
}

std::string row(const char* label, const Histogram& h) {
  std::string text = fmt::format("  {:<24}", label);
  for (const double percent : shown_percent) text += fmt::format("{:>10.1f}", microseconds(h.percentile(percent)));
  return text + fmt::format("{:>10.1f}{:>10.1f}\n", microseconds(h.largest()), h.mean() * 1e-3);
}

std::string deadline_text(const Overruns& overruns, OverrunPolicy policy) {
  if (overruns.count() == 0) return "all met";
  std::string text = fmt::format("{} missed, by up to {:.1f} us", overruns.count(), microseconds(overruns.latest()));
  if (policy == OverrunPolicy::skip) text += fmt::format("; skip: {} ticks dropped", overruns.skipped());
  if (policy == OverrunPolicy::stretch)
    text += fmt::format("; stretch: time grid shifted by {:.3g} s", seconds(overruns.shift()));
  if (policy == OverrunPolicy::stop) text += "; stop: run ended there";
  return text;
}

std::string port_text(const SignalPort& port, const InputCounts& counts) {
  std::string text = fmt::format("{} in, {} out", counts.accepted, port.sent());
  if (port.not_sent() > 0) text += fmt::format(", {} not sent", port.not_sent());
  if (counts.limited > 0) text += fmt::format(", {} values clamped to their range", counts.limited);
  for (const auto& [name, count] : refusals(counts))
    if (count > 0) text += fmt::format(", {} {}", count, name);
  return text;
}

// How far the slowest steps are from the median, beside those of a computation that is always the same.
std::string tail_text(const LoopReport& loop) {
  const auto spread = [](const Histogram& h) {
    return static_cast<double>(h.percentile(99.99)) / static_cast<double>(std::max<Nanoseconds>(h.percentile(50), 1));
  };
  const double step = spread(loop.step_wall), machine = spread(loop.yardstick);
  constexpr double much = 4;
  const char* verdict = step <= much          ? "steady"
                        : machine >= step / 2 ? "caused by the machine: interrupts or other programs on this processor"
                                              : "caused by the step itself";
  return fmt::format(
      "99.99 % of steps take at most {:.1f} times the median; for a fixed computation of the same length it is "
      "{:.1f} times ({}); {} page faults, {} preemptions",
      step, machine, verdict, loop.usage.page_faults, loop.usage.preemptions);
}

Json to_json(const Histogram& h) {
  Json json = {{"count", h.count()}, {"smallest", seconds(h.smallest())}};
  for (const double percent : shown_percent) json[fmt::format("p{:g}", percent)] = seconds(h.percentile(percent));
  json["worst"] = seconds(h.largest());
  json["mean"] = h.mean() * 1e-9;
  return json;
}

const char* text_of(Pace pace) {
  return pace == Pace::wall_clock ? "wall_clock" : pace == Pace::none ? "none" : "lockstep";
}

}  // namespace

std::string rt_text(const SessionResult& session, const SessionOptions& options, const Ports& ports,
                    const Recorder& recorder) {
  const LoopReport& loop = session.loop;
  std::string text;
  const auto line = [&](std::string_view label, const std::string& value) {
    fmt::format_to(std::back_inserter(text), "  {:<24}{}\n", label, value);
  };
  line("real time",
       fmt::format("{} ticks of {:g} ms: {}", loop.ticks, options.loop.h * 1e3, daedalus::text_of(loop.ended)));
  if (options.loop.pace == Pace::wall_clock) line("deadlines", deadline_text(loop.overruns, options.loop.policy));
  std::string heading = fmt::format("  {:<24}", "microseconds");
  for (const double percent : shown_percent) heading += fmt::format("{:>10}", fmt::format("{:g} %", percent));
  text += heading + fmt::format("{:>10}{:>10}\n", "worst", "mean");
  text += row("  step, CPU time", loop.step_cpu) + row("  step, wall clock", loop.step_wall) +
          row("  whole tick, wall clock", loop.tick);
  if (options.loop.pace == Pace::wall_clock) text += row("  wake-up latency", loop.wake);
  if (loop.yardstick.count() > 0) {
    text += row("  fixed computation", loop.yardstick);
    line("slow steps", tail_text(loop));
  }
  for (const std::string& note : session.scheduling.notes) line("scheduling", note);
  for (std::size_t i = 0; i < ports.ports.size(); ++i)
    line(ports.ports[i]->address(), port_text(*ports.ports[i], ports.gates[i]->counts));
  line("spurious energy", fmt::format("{:.2g} % at the end, {:.2g} % at most, of stored plus transferred energy",
                                      100 * recorder.gain(), 100 * recorder.largest_gain()));
  if (loop.samples_lost > 0)
    line("samples lost",
         fmt::format("{}: the files could not be written fast enough; try a larger --every", loop.samples_lost));
  return text;
}

Json rt_json(const SessionResult& session, const SessionOptions& options, const Ports& ports,
             const Recorder& recorder) {
  const LoopReport& loop = session.loop;
  Json json = {{"ended", daedalus::text_of(loop.ended)},
               {"pace", text_of(options.loop.pace)},
               {"speed", options.loop.speed},
               {"h", options.loop.h},
               {"ticks", loop.ticks}};
  json["policy"] = daedalus::text_of(options.loop.policy);
  json["overruns"] = {{"count", loop.overruns.count()},
                      {"latest", seconds(loop.overruns.latest())},
                      {"skipped_ticks", loop.overruns.skipped()},
                      {"shift", seconds(loop.overruns.shift())},
                      {"first", Json::array()}};
  for (const Overruns::Record& record : loop.overruns.first())
    json["overruns"]["first"].push_back({{"tick", record.tick},
                                         {"t", record.t},
                                         {"late", seconds(record.end.late)},
                                         {"skipped_ticks", record.end.skipped},
                                         {"shift", seconds(record.end.shift)}});
  json["step_cpu"] = to_json(loop.step_cpu);
  json["step_wall"] = to_json(loop.step_wall);
  json["tick"] = to_json(loop.tick);
  json["wake"] = to_json(loop.wake);
  json["fixed_computation"] = to_json(loop.yardstick);
  json["page_faults"] = loop.usage.page_faults;
  json["preemptions"] = loop.usage.preemptions;
  json["scheduling"] = {{"fifo", session.scheduling.fifo},
                        {"memory_locked", session.scheduling.memory_locked},
                        {"pinned", session.scheduling.pinned},
                        {"notes", session.scheduling.notes}};
  json["ports"] = Json::array();
  for (std::size_t i = 0; i < ports.ports.size(); ++i) {
    const InputCounts& counts = ports.gates[i]->counts;
    Json port = {{"address", ports.ports[i]->address()},
                 {"sent", ports.ports[i]->sent()},
                 {"not_sent", ports.ports[i]->not_sent()},
                 {"accepted", counts.accepted},
                 {"limited", counts.limited},
                 {"sessions", counts.described}};
    for (const auto& [name, count] : refusals(counts)) port[name] = count;
    json["ports"].push_back(std::move(port));
  }
  json["energy_gain"] = {{"final", recorder.gain()}, {"largest", recorder.largest_gain()}};
  json["samples_lost"] = loop.samples_lost;
  return json;
}

std::string soak_line(const SessionProgress& progress, double h) {
  const Monitor& monitor = progress.recorder.monitor();
  return fmt::format(
      "t = {:.3f} s, {} missed deadlines; largest residuals: position {:.2g}, velocity {:.2g}; energy {:.6g} J, "
      "spurious {:.2g} %{}",
      static_cast<double>(progress.ticks) * h, progress.overruns, monitor.residuals().position,
      monitor.residuals().velocity, monitor.energy().final, 100 * progress.recorder.gain(),
      progress.recorder.gain() > Recorder::alarming_gain ? "  UNBOUNDED" : "");
}

}  // namespace daedalus::cli
