#include "step_times.hpp"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

double seconds(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// SCHED_FIFO while steps are timed, as a run with a deadline would have it.
class RealTimePriority {
 public:
  RealTimePriority() {
    const sched_param high{.sched_priority = 50};
    granted_ = sched_setscheduler(0, SCHED_FIFO, &high) == 0;
  }
  ~RealTimePriority() {
    const sched_param usual{.sched_priority = 0};
    if (granted_) sched_setscheduler(0, SCHED_OTHER, &usual);
  }
  RealTimePriority(const RealTimePriority&) = delete;
  bool granted() const { return granted_; }

 private:
  bool granted_ = false;
};

class Chassis {
 public:
  explicit Chassis(const ModelSystem& system) : system_(system), workspace_(system.make_workspace()) {
    for (std::size_t b = 0; b < system.model().bodies().size(); ++b)
      if (system.model().bodies()[b].name == "chassis") body_ = b;
  }
  double height(const State& x) {
    system_.move(x, MotionLevel::position, motion_, *workspace_);
    return motion_[body_].r[2];
  }

 private:
  const ModelSystem& system_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<BodyMotion> motion_;
  std::size_t body_ = 0;
};

}  // namespace

StepTimes time_steps(const ModelSystem& system, const State& start, const Contestant& contestant, double h,
                     double t_end) {
  const auto steps = static_cast<std::size_t>(std::lround(t_end / h)),
             stride = static_cast<std::size_t>(std::lround(sample / h));
  StepTimes found;
  found.cpu.reserve(steps);
  found.wall.reserve(steps);
  found.height.reserve(steps / stride + 1);
  Chassis chassis(system);
  Equations eq(system), watch(system);
  eq.times.sampler.stop();
  State x = start, y = start;
  const auto method = make_method(contestant.method, contestant.settings);
  method->start(eq, x, {});
  found.height.push_back(chassis.height(x));
  const RealTimePriority priority;
  found.real_time = priority.granted();
  for (std::size_t k = 1; k <= steps; ++k) {
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    const StepOutcome outcome = method->step(eq, x, h, y);
    if (outcome.ok()) method->accept(x, y, h);
    found.cpu.push_back(seconds(CLOCK_THREAD_CPUTIME_ID) - cpu);
    found.wall.push_back(seconds(CLOCK_MONOTONIC) - wall);
    if (!outcome.ok() || !std::isfinite(y.v.sum()) || y.v.lpNorm<Eigen::Infinity>() > 1e4) {
      found.failure = "fails at " + std::to_string(x.t) + " s";
      break;
    }
    std::swap(x, y);
    x.t = start.t + static_cast<double>(k) * h;
    if (k % stride == 0) {
      found.height.push_back(chassis.height(x));
      watch.evaluate(Want::position, x);
      found.open = std::max(found.open, watch.value.g.lpNorm<Eigen::Infinity>());
    }
  }
  return found;
}

std::vector<double> find_heights(const ModelSystem& system, const State& start, const std::string& method,
                                 double tolerance, double t_end) {
  std::vector<double> heights;
  Chassis chassis(system);
  SolveOptions options{.t_end = t_end,
                       .integration = {.tolerances = {.rtol = tolerance, .atol = tolerance}},
                       .output = Output::interval,
                       .every = sample,
                       .monitoring = Monitoring::off};
  options.on_sample = [&](const State& x, const StepInfo&) { heights.push_back(chassis.height(x)); };
  const auto made = make_method(method);
  solve(system, *made, start, options);
  return heights;
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

}  // namespace daedalus
