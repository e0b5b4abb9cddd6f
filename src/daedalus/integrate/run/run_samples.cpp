#include "daedalus/integrate/run/run_samples.hpp"

#include <cmath>

namespace daedalus {

void RunSamples::emit_start() {
  const std::vector<double>& times = run_.options.times;
  if (run_.options.output == Output::instants) {
    next_ = 0;
    if (times.empty() || times.front() > run_.t_start) return;
    next_ = 1;
  }
  WholeLap lap;
  emit(run_.integration.state());
  lap.end_part(run_.clock.output);
}

void RunSamples::emit_inside(double t) {
  if (run_.options.output == Output::interval)
    emit_instants(t, [&](long k) { return run_.t_start + static_cast<double>(k) * run_.options.every; });
  if (run_.options.output == Output::instants)
    emit_instants(t, [&](long k) {
      return k < std::ssize(run_.options.times) ? run_.options.times[static_cast<std::size_t>(k)] : t_never;
    });
  if (run_.options.output == Output::filled_steps) emit_filling(t);
}

void RunSamples::emit_end_of_step() {
  if (run_.options.output != Output::every_step && run_.options.output != Output::filled_steps) return;
  WholeLap lap;
  emit(reported(run_.integration.state()));
  lap.end_part(run_.clock.output);
}

State RunSamples::shown() { return run_.redundancy.with_all_multipliers(reported(run_.integration.state())); }

State RunSamples::finish() {
  const State& x = reported(run_.integration.state());
  const bool ends_with_the_run = run_.options.output != Output::every_step && run_.options.output != Output::instants;
  if (ends_with_the_run && (t_last_ < x.t || samples_ == 0)) emit(x);
  return run_.redundancy.with_all_multipliers(x);
}

void RunSamples::emit_filling(double t) {
  const double t_from = run_.integration.previous().t, parts = std::ceil((t - t_from) / run_.options.every);
  for (long k = 1; static_cast<double>(k) < parts && !run_.is_cancelled(); ++k) {
    WholeLap lap;
    run_.integration.interpolate(t_from + (t - t_from) * static_cast<double>(k) / parts, inside_);
    emit(run_.completed(inside_));
    lap.end_part(run_.clock.output);
  }
}

// At the instants time_of(next_), ... up to t.
template <class TimeOf>
void RunSamples::emit_instants(double t, TimeOf&& time_of) {
  for (; !run_.is_cancelled(); ++next_) {
    const double t_sample = time_of(next_);
    if (t_sample > t * (1 + 1e-14)) return;
    WholeLap lap;
    if (t_sample >= run_.integration.state().t) {
      emit(reported(run_.integration.state()));
    } else {
      run_.integration.interpolate(t_sample, inside_);
      emit(run_.completed(inside_));
    }
    lap.end_part(run_.clock.output);
  }
}

// The state as it is shown. Accelerations and multipliers of the methods of index 2 and 3 and of fixed cost are those
// of a formula, on which they go on; what is shown belongs to the state.
const State& RunSamples::reported(const State& x) {
  const MethodRecord& record = run_.method.record();
  const bool are_its_own = record.index == 1 && record.cost == StepCost::iterative;
  const bool are_promised = record.order_lambda == record.order_q;  // else what the method makes of them is shown
  if (are_its_own || !are_promised) return x;
  if (reported_.q.size() != x.q.size()) consistent_.start(run_.system.layout());
  reported_ = x;
  return consistent_.find(run_.observer(), reported_) == StepStatus::ok && reported_.is_finite() ? reported_ : x;
}

void RunSamples::emit(const State& x) {
  ++samples_;
  t_last_ = x.t;
  run_.step.work = run_.monitor.work_at(x.t);
  run_.step.inputs = run_.eq.inputs().values();
  if (run_.options.on_sample) run_.options.on_sample(run_.redundancy.with_all_multipliers(x), run_.step);
  else run_.result.trajectory.push_back(run_.redundancy.with_all_multipliers(x));
}

void RunSamples::exchange(Archive& archive) {
  archive("output.t_start", run_.t_start);
  archive("output.next", next_, 0, std::numeric_limits<int>::max());  // a billion samples is the most
}

}  // namespace daedalus
