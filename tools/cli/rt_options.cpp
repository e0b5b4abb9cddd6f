#include "rt_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/step_concerns.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/linearize.hpp"

namespace daedalus::cli {
namespace {

// Numbers that count something, of quotients that may be anything.
constexpr double most_ticks = 1e15;  // thirty years of microseconds
std::uint64_t count_of(double quotient) {
  return static_cast<std::uint64_t>(std::clamp(std::round(quotient), 1.0, most_ticks));
}

// s on the wall between two steps, for counts of 64 bits
constexpr double shortest_period = 1e-10, longest_period = 1e5;

void require_possible_pace(const RtRequest& request, double duration) {
  if (!(duration / request.h <= most_ticks))
    throw OptionError(fmt::format(
        "--h {:g}: {:g} s would take {:.2g} steps; the limit is {:.0e}. Use a larger step or a shorter --duration.",
        request.h, duration, duration / request.h, most_ticks));
  const double period = request.h / request.speed;
  if (request.pace == Pace::wall_clock && !(period >= shortest_period && period <= longest_period))
    throw OptionError(
        fmt::format("a step of {:g} s at --speed {:g} is due every {:.3g} s of wall time; supported are {:g} to {:g} "
                    "s. Change --h or --speed, or use --no-pace.",
                    request.h, request.speed, period, shortest_period, longest_period));
}

// s of model time between samples that are watched, or a step when that is longer; each step when inputs may jump
constexpr double watch_every = 0.01;

// 'index2-projected' is 'rt-euler:preset=index2-projected'.
std::string with_method_of_preset(const std::string& text) {
  for (const MethodEntry& method : method_table())
    for (const MethodPreset& preset : method.record.presets)
      if (preset.name == text && method.record.cost == StepCost::fixed)
        return fmt::format("{}:preset={}", method.record.name, text);
  return text;
}

}  // namespace

MethodChoice choose_rt_method(const RtRequest& request, const RunSuggestion& suggested) {
  const bool suggestion_fits = find_method(suggested.method).record.cost == StepCost::fixed;
  std::string text = with_method_of_preset(request.method.value_or(suggestion_fits ? suggested.method : "rt-euler"));
  for (const OptionSetting& option : request.options) text += fmt::format(":{}={}", option.name, option.value);
  return parse_method_choice(text);
}

std::vector<std::string> find_rt_concerns(const Mechanism& mechanism, const MethodChoice& choice, double h) {
  Equations eq(*mechanism.system);
  State x = mechanism.start;
  if (!make_consistent(eq, x).outcome.ok()) return {};  // the run itself will say so
  std::vector<std::string> concerns;
  constexpr Index most_freedoms = 40, most_coordinates = 400;  // seconds; the time grows with the cube
  try {
    const bool is_large = eq.layout().nq > most_coordinates;
    const LinearMotion motion = is_large ? LinearMotion{} : make_linear_motion(linearize(mechanism, x));
    if (is_large || motion.n() > most_freedoms)
      concerns.push_back(
          "stability was not checked before the run: the model has too many degrees of freedom. Use 'daedalus "
          "stability' instead.");
    else concerns = step_concerns(choice, largest_stable_step(choice, motion), h);
    // the options ask for something that is in the model and not in its linear equations, springs for example
  } catch (const OptionError&) {
    concerns.push_back(fmt::format(
        "{} with these options acts on individual model elements: stability could not be checked before the run.",
        choice.label));
  } catch (const ModelError& error) {
    concerns.push_back(fmt::format("stability could not be checked before the run: {}", error.what()));
  }
  if (find_method(choice.name).record.cost == StepCost::iterative)
    concerns.push_back(fmt::format(
        "{} iterates within a step, so its cost is not fixed ('daedalus methods' lists methods of fixed cost).",
        choice.name));
  return concerns;
}

SessionOptions make_session_options(const RtRequest& request, const Mechanism& mechanism,
                                    const std::atomic<bool>& stop) {
  SessionOptions options;
  LoopOptions& loop = options.loop;
  loop.h = request.h;
  loop.pace = request.pace;
  const double duration = request.duration.value_or(mechanism.suggested.t_end - mechanism.start.t);
  const bool ends = request.soak == Soak::off || request.duration;
  require_possible_pace(request, ends ? duration : 0);
  if (loop.pace == Pace::lockstep && !request.ports.wanted())
    throw OptionError("--lockstep waits for replies: it requires --udp or --shm.");
  if (ends) loop.ticks = count_of(duration / request.h);
  loop.speed = request.speed;
  loop.policy = request.policy;
  loop.send_every = static_cast<std::uint64_t>(request.send_every);
  const bool has_inputs = !mechanism.system->layout().inputs.empty();
  const double spacing = has_inputs ? request.h : std::min(watch_every, request.every.value_or(watch_every));
  loop.record_every = count_of(spacing / request.h);
  loop.patience = request.patience;
  loop.has_yardstick = true;
  loop.cancel = &stop;
  if (request.pace == Pace::wall_clock || request.scheduling_given) options.scheduling = request.scheduling;
  return options;
}

std::size_t file_stride(const RtRequest& request, const Mechanism& mechanism, const LoopOptions& loop) {
  const double every = request.every.value_or(std::max(mechanism.suggested.every, watch_every));
  return count_of(every / (loop.h * static_cast<double>(loop.record_every)));
}

}  // namespace daedalus::cli
