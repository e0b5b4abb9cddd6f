#include "daedalus/realtime/loop.hpp"

#include <limits>
#include <utility>

namespace daedalus {

const char* text_of(LoopEnd end) {
  switch (end) {
    case LoopEnd::done: return "done";
    case LoopEnd::cancelled: return "cancelled";
    case LoopEnd::overrun: return "overrun";
    case LoopEnd::failed: return "failed";
    case LoopEnd::no_answer: return "no_answer";
  }
  return "";
}

Loop::Loop(Clock& clock, Integration& integration, InputLine inputs, std::vector<SignalPort*> ports,
           SelectedChannels* outputs, SampleRing& samples, const LoopOptions& options)
    : clock_(clock), integration_(integration), inputs_(inputs), ports_(std::move(ports)), outputs_(outputs),
      samples_(samples), options_(options) {}

void Loop::run() {
  Pacer pacer(clock_, period(), options_.policy);
  send();
  record();
  if (options_.has_yardstick) yardstick_.measure(clock_);
  const ThreadUsage usage_begin = ThreadUsage::now();
  pacer.begin();
  const Nanoseconds begin = clock_.now(), cpu_begin = clock_.thread_cpu();
  while (report_.ended == LoopEnd::done && (options_.ticks == 0 || report_.ticks < options_.ticks)) {
    if (options_.pace == Pace::wall_clock) report_.wake.add(pacer.wait());
    const Nanoseconds woken = clock_.now();
    if (cancelled()) {
      report_.ended = LoopEnd::cancelled;
    } else if (!take_inputs()) {
      report_.ended = cancelled() ? LoopEnd::cancelled : LoopEnd::no_answer;
    } else if (!take_sample() || !step()) {
      report_.ended = LoopEnd::failed;
    } else {
      ++report_.ticks;
      ticks_so_far_.store(report_.ticks, std::memory_order_relaxed);
      if (report_.ticks % options_.send_every == 0) send();
      if (report_.ticks % options_.record_every == 0) record();
      report_.tick.add(clock_.now() - woken);
      if (options_.pace != Pace::wall_clock) continue;
      const TickEnd end = pacer.finish();
      if (!end.overrun()) {
        if (options_.has_yardstick) measure_machine();
        continue;
      }
      report_.overruns.note(report_.ticks, integration_.state().t, end);
      overruns_so_far_.store(report_.overruns.count(), std::memory_order_relaxed);
      if (options_.policy == OverrunPolicy::stop) report_.ended = LoopEnd::overrun;
    }
  }
  report_.wall = clock_.now() - begin;
  report_.cpu = clock_.thread_cpu() - cpu_begin;
  report_.usage = ThreadUsage::now().since(usage_begin);
  if (report_.ticks % options_.record_every != 0) record();  // the last state is always among the samples
  for (SignalPort* port : ports_) port->end(report_.ticks, integration_.state().t);
}

// False when lockstep waits in vain.
bool Loop::take_inputs() {
  constexpr Nanoseconds nap = 50'000;
  bool answered = false;
  for (SignalPort* port : ports_) answered = port->receive() || answered;
  if (options_.pace != Pace::lockstep || report_.ticks % options_.send_every != 0) return true;
  const Nanoseconds until = clock_.now() + static_cast<Nanoseconds>(options_.patience * 1e9);
  while (!answered) {
    if (cancelled() || clock_.now() > until) return false;
    clock_.sleep_until(clock_.now() + nap);
    for (SignalPort* port : ports_) answered = port->receive() || answered;
  }
  return true;
}

// A controller's instant is that of the tick next to it.
bool Loop::take_sample() {
  if (!inputs_.sampled) return true;
  const State& x = integration_.state();
  while (inputs_.sampled->next() <= x.t + options_.h / 2) {
    settings_.clear();
    failure_ = inputs_.sampled->sample(x, inputs_.to.inputs().values(), settings_);
    if (failure_) return false;
    if (inputs_.from) inputs_.from->set(std::span<const InputSetting>(settings_));
  }
  return true;
}

bool Loop::step() {
  inputs_.pass_on();
  const Nanoseconds wall = clock_.now(), cpu = clock_.thread_cpu();
  const bool done = integration_.advance(std::numeric_limits<double>::infinity());
  report_.step_cpu.add(clock_.thread_cpu() - cpu);
  report_.step_wall.add(clock_.now() - wall);
  return done;
}

// In the time that is left of a tick, where that is plenty.
void Loop::measure_machine() {
  constexpr std::uint64_t ticks_before = 200;  // whose median is the length
  if (report_.ticks == ticks_before) {
    const Nanoseconds median = report_.step_wall.percentile(50);
    if (4 * static_cast<double>(median) < period()) yardstick_.set_length(median);
  }
  if (!yardstick_.has_length()) return;
  const Nanoseconds begin = clock_.now();
  yardstick_.run();
  report_.yardstick.add(clock_.now() - begin);
}

void Loop::send() {
  if (ports_.empty() || !outputs_) return;
  const State& x = integration_.state();
  const OutputFrame frame{report_.ticks, x.t, outputs_->row(x, last_step()).subspan(1)};  // the time is in front
  for (SignalPort* port : ports_) port->send(frame);
}

void Loop::record() {
  while (!samples_.push(integration_.state(), last_step())) {
    if (options_.pace == Pace::wall_clock) {
      ++report_.samples_lost;
      return;
    }
    clock_.sleep_until(clock_.now() + 100'000);  // nobody waits for this tick: the writer of files may catch up
  }
}

}  // namespace daedalus
