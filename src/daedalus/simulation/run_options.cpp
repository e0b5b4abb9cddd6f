#include "daedalus/simulation/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {
namespace {

constexpr double smooth_samples = 1000;  // of an animation, at least

IntegrationOptions make_integration_options(const RunRequest& request, const RunSuggestion& suggested) {
  IntegrationOptions options;
  options.control = with_settings(StepControlOptions{}, request.control);
  options.control_given = request.control;
  const bool tolerances_given = request.rtol || request.atol;
  options.h = tolerances_given ? 0 : request.h.value_or(suggested.h);
  options.tolerances.rtol = request.rtol.value_or(suggested.rtol);
  const double suggested_atol = request.rtol || !(suggested.atol > 0) ? options.tolerances.rtol / 100 : suggested.atol;
  options.tolerances.atol = request.atol.value_or(suggested_atol);
  return options;
}

// Described as options are: there is one way to refuse a wrong name or value.
struct ResidualBounds {
  PerLevel<double> value;
  template <class Visitor>
  void describe(Visitor&& v) {
    for (const Level level : all_levels) v(text_of(level), value[level], positive(), "residual bound");
  }
};

GivenBounds make_bounds(const std::vector<OptionSetting>& settings) {
  const ResidualBounds bounds = with_settings(ResidualBounds{}, settings);
  GivenBounds given;
  for (const Level level : all_levels)
    if (bounds.value[level] > 0) given[level] = bounds.value[level];
  return given;
}

std::vector<InputSetting> make_inputs(const std::vector<OptionSetting>& settings, const System& system) {
  std::vector<InputSetting> values;
  std::vector<std::string_view> known;
  for (const HeldInputPtr& input : system.layout().inputs) known.push_back(input->name);
  for (const OptionSetting& setting : settings) {
    const auto found = std::find(known.begin(), known.end(), setting.name);
    if (found == known.end())
      throw OptionError(known.empty()
                            ? fmt::format("'{}' has no inputs: '{}' cannot be set.", system.name(), setting.name)
                            : unknown_name("input", setting.name, known));
    const auto i = static_cast<std::size_t>(found - known.begin());
    const HeldInput& input = *system.layout().inputs[i];
    double value = 0;
    const auto [end, error] = std::from_chars(setting.value.data(), setting.value.data() + setting.value.size(), value);
    if (error != std::errc() || end != setting.value.data() + setting.value.size() || input.within(value) != value)
      throw OptionError(fmt::format("input {} = {}: expected a number from {:g} to {:g}.", input.name, setting.value,
                                    input.minimum, input.maximum));
    values.push_back({i, value});
  }
  return values;
}

}  // namespace

SolveOptions make_solve_options(const RunRequest& request, const Mechanism& mechanism) {
  SolveOptions options;
  options.t_end = request.t_end.value_or(mechanism.suggested.t_end);
  options.integration = make_integration_options(request, mechanism.suggested);
  options.every = request.every.value_or(mechanism.suggested.every);
  const bool for_result = !request.outputs.empty() || request.samples == KeepSamples::yes || request.on_sample;
  const bool for_page_only = !for_result && !request.page.empty();
  options.output = !for_result && !for_page_only ? Output::end_only
                   : options.every > 0           ? Output::interval
                   : for_page_only               ? Output::filled_steps
                                                 : Output::every_step;
  if (options.output == Output::filled_steps) {
    options.every = (options.t_end - mechanism.start.t) / smooth_samples;
    if (!(options.every > 0)) options.output = Output::every_step;
  }
  if (!request.times.empty()) {
    options.output = Output::instants;
    options.times = request.times;
  }
  options.events = request.events;
  options.monitoring = request.monitoring;
  options.inputs = make_inputs(request.inputs, *mechanism.system);
  options.checkpoint_seconds = request.checkpoint_seconds;
  options.bounds = make_bounds(request.bounds);
  return options;
}

}  // namespace daedalus
