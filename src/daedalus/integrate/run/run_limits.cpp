#include "daedalus/integrate/run/run_limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

void require_instants(const std::vector<double>& times, double t_start) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double before = k == 0 ? t_start : times[k - 1];
    if (!(times[k] >= before) || !std::isfinite(times[k]))
      throw OptionError(fmt::format("sample time {:g} s follows {:g} s: sample times must rise from the start time on.",
                                    times[k], before));
  }
}

}  // namespace

void require_possible(const SolveOptions& options, double t_start) {
  constexpr double most_samples = 1e9;
  const bool by_interval = options.output == Output::interval || options.output == Output::filled_steps;
  if (by_interval && !(options.every > 0))
    throw OptionError("the output interval must be positive, for example --every 0.01.");
  if (options.output == Output::instants) require_instants(options.times, t_start);
  if (!std::isfinite(options.t_end)) throw OptionError("the end time is not a finite number.");
  if (!options.restart && options.t_end < t_start)
    throw OptionError(fmt::format("the end time {:.6g} s is before the start time {:.6g} s.", options.t_end, t_start));
  const double interval = options.restart ? 0 : options.t_end - t_start;
  if (options.integration.h > 0 && interval / options.integration.h > static_cast<double>(options.max_steps))
    throw OptionError(fmt::format("--h {:g}: {:g} s would take {:.2g} steps; the limit is {}. Use a larger step.",
                                  options.integration.h, interval, interval / options.integration.h,
                                  options.max_steps));
  if (by_interval && interval / options.every > most_samples)
    throw OptionError(
        fmt::format("--every {:g}: {:g} s would give {:.2g} samples; the limit is {:.0e}. Use a larger interval.",
                    options.every, interval, interval / options.every, most_samples));
}

}  // namespace daedalus
