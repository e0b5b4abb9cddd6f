#include "daedalus/realtime/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <limits>
#include <thread>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {
namespace {

// What a step and the outputs need is there before the first tick: memory, its pages, the code.
void warm_up(const LoopSubject& subject, Equations& eq, const State& x, double h) {
  const WorkCounts before = eq.counts;
  State y = x;
  for (int n = 0; n < 3; ++n) subject.method.step(eq, x, h, y);  // a proposal that is not accepted leaves no trace
  if (subject.outputs) subject.outputs->row(x, {});
  eq.counts = before;
  eq.times = {};
}

// The thread is joined whatever the caller's side throws.
class LoopThread {
 public:
  template <class Work>
  LoopThread(std::atomic<bool>& stop, Work work)
      : stop_(stop), thread_([this, work] {
          work();
          finished_.store(true, std::memory_order_release);
        }) {}
  ~LoopThread() {
    stop_ = true;
    thread_.join();
  }
  bool finished() const { return finished_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool>& stop_;
  std::atomic<bool> finished_ = false;
  std::thread thread_;
};

RunStatus status_of(LoopEnd end) {
  return end == LoopEnd::done ? RunStatus::done : end == LoopEnd::failed ? RunStatus::failed : RunStatus::cancelled;
}

void fill_report(const LoopSubject& subject, const SessionOptions& options, const Equations& eq,
                 const Integration& integration, const Recorder& recorder, SessionResult& out) {
  Report& report = out.result.report;
  report.system = subject.system.name();
  report.method = subject.method.record().name;
  report.options = subject.method.options();
  report.h = report.h_smallest = report.h_largest = options.loop.h;
  report.t_start = report.t_resumed = subject.start.t;
  report.t_end = integration.state().t;
  report.steps = integration.counts();
  report.samples = static_cast<long>(recorder.samples());
  report.work = eq.counts;
  report.solver = eq.solver_report();
  subject.method.report(report);
  for (const Index row : eq.dropped_rows()) report.redundant_rows.push_back(subject.system.layout().constraints[row]);
  if (!report.redundant_rows.empty())
    report.warnings.push_back(
        fmt::format("redundant constraints: {} omitted because they follow from the others; their reactions are 0",
                    fmt::join(report.redundant_rows, ", ")));
  report.monitored = true;
  judge_residuals(recorder.monitor(), subject.system.layout(), subject.method.record(), options.bounds, report);
  judge_energy(recorder.monitor(), report);
  report.wall_seconds = static_cast<double>(out.loop.wall) * 1e-9;
  report.cpu_seconds = static_cast<double>(out.loop.cpu) * 1e-9;
  if (recorder.largest_gain() > Recorder::alarming_gain)
    report.warnings.push_back(
        fmt::format("spurious energy, {:.2g} % of stored plus transferred energy: the step may be too large for the "
                    "model ('daedalus stability')",
                    100 * recorder.largest_gain()));
}

}  // namespace

SessionResult run_in_real_time(const LoopSubject& subject, Recorder& recorder, Clock& clock,
                               const SessionOptions& options) {
  if (!(options.loop.h > 0)) throw OptionError("a real-time run needs a step size, for example --h 1e-3.");
  if (!(options.loop.speed > 0)) throw OptionError("the speed must be positive: 1 is real time.");
  SessionResult out;
  Equations eq(subject.system);
  if (subject.inputs) eq.inputs().set(subject.inputs->values());
  State x = subject.start;
  const ConsistencyReport start = make_consistent(eq, x);
  if (!start.outcome.ok())
    throw ModelError(fmt::format("no state near the start satisfies the constraints ({}): see 'daedalus check'.",
                                 text_of(start.outcome.status)));
  const WorkCounts before = eq.counts;
  if (const std::vector<Index> rows = find_redundant_rows(eq, x); !rows.empty()) {
    eq.drop_rows(rows);
    eq.solve_acceleration(x);
  }
  eq.counts = before;
  Integration integration(eq, subject.method, x, std::numeric_limits<double>::infinity(), {.h = options.loop.h});
  warm_up(subject, eq, x, options.loop.h);
  eq.times.sampler.stop();

  SampleRing ring(subject.system.layout(), options.ring_capacity);
  std::atomic<bool> stop = false;
  LoopOptions loop_options = options.loop;
  loop_options.cancel = &stop;
  Loop loop(clock, integration, {eq, subject.inputs, subject.sampled}, subject.ports, subject.outputs, ring,
            loop_options);
  const auto cancelled = [&] { return options.loop.cancel && options.loop.cancel->load(std::memory_order_relaxed); };
  {
    LoopThread thread(stop, [&] {
      if (options.scheduling) out.scheduling = apply_scheduling(*options.scheduling);
      loop.run();
    });
    while (!thread.finished()) {
      const bool busy = recorder.drain(ring) > ring.capacity() / 4;
      if (options.on_idle) options.on_idle({loop.ticks_so_far(), loop.overruns_so_far(), recorder});
      if (cancelled()) stop = true;
      if (!busy) std::this_thread::sleep_for(std::chrono::milliseconds(options.loop.pace == Pace::wall_clock ? 10 : 1));
    }
  }
  recorder.drain(ring);

  out.loop = loop.report();
  out.result.status = status_of(out.loop.ended);
  if (out.result.status == RunStatus::failed) out.result.failure = loop.failure().value_or(integration.failure());
  out.result.final = integration.state();
  fill_report(subject, options, eq, integration, recorder, out);
  return out;
}

}  // namespace daedalus
