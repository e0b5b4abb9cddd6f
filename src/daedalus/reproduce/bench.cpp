#include "daedalus/reproduce/bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/model_file/model_file.hpp"

namespace daedalus::reproduce {
namespace {

Index place_of(const std::vector<std::string>& names, const std::string& name, const std::string& where) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw ModelError(fmt::format("{} has no '{}'.", where, name));
  return static_cast<Index>(found - names.begin());
}

}  // namespace

Index Mechanism::coordinate(const std::string& name) const { return place_of(system->layout().coordinates, name, model.name()); }
Index Mechanism::row(const std::string& name) const { return place_of(system->layout().constraints, name, model.name()); }

Mechanism Bench::load(const std::string& name, const std::vector<OptionSetting>& parameters, const std::string& formulation) const {
  const auto file = options_.find_model(name);
  if (!file) throw FileError(fmt::format("the model '{}' is not in the gallery; DAEDALUS_MODELS names another folder.", name));
  Mechanism mechanism{.model = read_model(*file, parameters), .system = nullptr, .start = {}};
  mechanism.system = make_system(mechanism.model, formulation);
  Start start = find_start(mechanism.model, *mechanism.system);
  if (!start.assembly.assembled) throw ModelError(fmt::format("{}: {}", name, start.assembly.failure));
  mechanism.start = std::move(start.state);
  return mechanism;
}

void Bench::say(const std::string& what) const {
  if (options_.on_progress) options_.on_progress(what);
}

void Bench::stop_if_cancelled() const {
  if (options_.cancel && options_.cancel->load(std::memory_order_relaxed)) throw Interrupted{};
}

Result Bench::run_from(const State& from, const Mechanism& on, const MethodChoice& choice, SolveOptions options, const OnStep& on_step) const {
  options.output = Output::end_only;
  options.cancel = options_.cancel;
  options.on_step = on_step;
  const auto method = make_method(choice.name, choice.options);
  Result result = solve(*on.system, *method, from, options);
  if (result.status == RunStatus::cancelled) throw Interrupted{};
  return result;
}

Result Bench::run(const Mechanism& on, const MethodChoice& choice, double h, double t_end, const OnStep& on_step, Monitoring monitoring) const {
  say(fmt::format("{}: {}, h = {:.3g} s", on.model.name(), choice.label, h));
  return run_from(on.start, on, choice, {.t_end = t_end, .integration = {.h = h}, .monitoring = monitoring}, on_step);
}

Result Bench::run_to_tolerance(const Mechanism& on, const MethodChoice& choice, double tolerance, const State& from, double t_end, const OnStep& on_step) const {
  say(fmt::format("{}: {}, tolerance {:.0e}, to {:.3g} s", on.model.name(), choice.label, tolerance, t_end));
  const IntegrationOptions integration{.tolerances = {.rtol = tolerance, .atol = tolerance}};
  return run_from(from, on, choice, {.t_end = t_end, .integration = integration, .monitoring = Monitoring::off}, on_step);
}

Comparison Bench::compare(const Mechanism& on, ComparisonOptions options) const {
  options.cancel = options_.cancel;
  std::string shown;
  options.on_step = [&](const std::string& run, double) {
    if (run != shown) say(fmt::format("{}: {}", on.model.name(), run));
    shown = run;
  };
  Comparison all = compare_methods(*on.system, on.start, options);
  if (all.cancelled) throw Interrupted{};
  return all;
}

}  // namespace daedalus::reproduce
