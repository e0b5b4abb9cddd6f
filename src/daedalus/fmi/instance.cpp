#include "daedalus/fmi/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"

namespace daedalus::fmi {
namespace {

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::instantiated: return "instantiated";
    case Mode::initialization: return "initialization mode";
    case Mode::event: return "event mode";
    case Mode::continuous: return "continuous-time mode";
    case Mode::step: return "step mode";
    case Mode::terminated: break;
  }
  return "terminated";
}

Settings read_settings(const std::filesystem::path& resources) {
  constexpr std::size_t most_bytes = 16'000'000;
  return Settings::from(read_bytes(resources / "daedalus.json", most_bytes));
}

}  // namespace

Instance::Instance(Kind kind, const std::string& token, std::filesystem::path resources, Log log)
    : kind_(kind), resources_(std::move(resources)), log_(std::move(log)), settings_(read_settings(resources_)) {
  if (token != settings_.token)
    throw OptionError(
        fmt::format("the instantiation token is '{}', but that of this FMU is '{}'.", token, settings_.token));
  load();
  t_start_ = mechanism_.start.t;
}

void Instance::log(Status status, const char* category, const std::string& message) {
  if (log_ && (status != Status::ok || logs_everything_)) log_(status, category, message);
}

Status Instance::fail(const char* function, const std::string& why) {
  log(Status::error, "logStatusError", fmt::format("{}: {}", function, why));
  return Status::error;
}

Status Instance::refuse_mode(const char* function) {
  return fail(function,
              fmt::format("not allowed here: the instance is {}{}.",
                          mode_ == Mode::instantiated || mode_ == Mode::terminated ? "" : "in ", name_of(mode_)));
}

std::string Instance::numerics(const char* what, StepStatus status) const {
  const std::string& worst = motion_->worst();
  return fmt::format("{} at t = {:.9g} s: {}{}{}", what, motion_->t(), text_of(status),
                     worst.empty() ? "" : ", worst equation ", worst);
}

// The mechanism with the parameters in force, at its start.
void Instance::load() {
  Mechanism mechanism = load_mechanism(settings_.mechanism(resources_, changed_));
  State start = mechanism.start;
  if (variables_) start.t = t_start_;
  auto motion = std::make_unique<IndependentMotion>(mechanism.system, start, settings_.repartition);
  auto channels = mechanism.make_channels();
  auto variables = std::make_unique<Variables>(mechanism, settings_, *motion, *channels);
  if (variables_ && !(*variables == *variables_))
    throw ModelError(
        "a parameter changes which variables the FMU has. Such a parameter is chosen when the FMU is made: --set.");
  std::vector<std::size_t> wanted;
  for (const Variable& variable : variables->all())
    if (variable.role == Role::output) wanted.push_back(variable.place);
  channels->want(wanted);
  channels->follow(motion->state());
  const std::vector<double> inputs = inputs_;
  mechanism_ = std::move(mechanism);
  motion_ = std::move(motion);
  channels_ = std::move(channels);
  variables_ = std::move(variables);
  values_.assign(channels_->channels().size(), 0);
  run_.reset();
  const std::span<const double> first = motion_->inputs().values();
  inputs_.assign(first.begin(), first.end());
  if (inputs.size() == inputs_.size()) inputs_ = inputs;
  for (std::size_t i = 0; i < inputs_.size(); ++i) motion_->set_input(i, inputs_[i]);
  previous_inputs_ = inputs_;
  slopes_.assign(inputs_.size(), 0);
  has_slope_.assign(inputs_.size(), 0);
  t_inputs_ = t_previous_inputs_ = t_start_;
  are_values_current_ = false;
  is_motion_current_ = true;
  must_rebuild_ = false;
}

// Before the motion has begun: from the start. Later, with tunable parameters: from where it is.
void Instance::rebuild() {
  if (!must_rebuild_) return;
  must_rebuild_ = false;
  try {
    rebuild_from_here();
  } catch (...) {
    must_rebuild_ = true;
    throw;
  }
}

void Instance::rebuild_from_here() {
  const bool has_begun = mode_ != Mode::instantiated && mode_ != Mode::initialization;
  if (!has_begun) return load();
  bring_up_to_date();
  State at = motion_->state();
  Archive memory = Archive::for_saving();
  channels_->exchange(memory);
  load();
  if (at.q.size() != motion_->state().q.size()) throw ModelError("a tuned parameter changes the coordinates.");
  motion_ = std::make_unique<IndependentMotion>(mechanism_.system, at, settings_.repartition);
  for (std::size_t i = 0; i < inputs_.size(); ++i) motion_->set_input(i, inputs_[i]);
  Archive back = Archive::for_loading(memory.items());
  channels_->exchange(back);
  if (kind_ == Kind::co_simulation) begin_run();
}

void Instance::set_up(std::optional<double> tolerance, double t_start) {
  if (!std::isfinite(t_start)) throw OptionError("the start time is not a number.");
  if (tolerance && !(*tolerance > 0 && *tolerance < 1)) throw OptionError("the tolerance must lie between 0 and 1.");
  tolerance_ = tolerance;
  if (t_start != t_start_) must_rebuild_ = true;
  t_start_ = t_start;
}

void Instance::enter_initialization() {
  rebuild();
  mode_ = Mode::initialization;
}

void Instance::exit_initialization() {
  rebuild();
  if (const StepStatus status = motion_->update(); status != StepStatus::ok)
    throw ModelError(numerics("no consistent start", status));
  motion_->accept();
  if (kind_ == Kind::co_simulation) begin_run();
  t_inputs_ = t_previous_inputs_ = t_start_;
  previous_inputs_ = inputs_;
  mode_ = kind_ == Kind::co_simulation ? Mode::step : Mode::event;
}

void Instance::begin_run() {
  RunRequest request = settings_.run(tolerance_);
  request.from = motion_->state();
  const std::vector<HeldInputPtr>& inputs = mechanism_.system->layout().inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    request.inputs.push_back({inputs[i]->name, fmt::format("{:.17g}", inputs_[i])});
  run_ = std::make_unique<Stepping>(mechanism_, request);
}

void Instance::reset() {
  changed_.clear();
  inputs_.clear();
  tolerance_.reset();
  t_start_ = load_mechanism(settings_.mechanism(resources_, {})).start.t;
  load();
  has_warned_ = false;
  mode_ = Mode::instantiated;
}

void Instance::exchange(Archive& archive) {
  archive("instance.t_start", t_start_);
  double tolerance = tolerance_.value_or(0);
  archive("instance.tolerance", tolerance);
  tolerance_ = tolerance > 0 ? std::optional<double>(tolerance) : std::nullopt;
  archive("instance.inputs", std::span<double>(inputs_));
  archive("instance.slopes", std::span<double>(slopes_));
  archive("instance.previous_inputs", std::span<double>(previous_inputs_));
  archive("instance.t_inputs", t_inputs_);
  archive("instance.t_previous_inputs", t_previous_inputs_);
  for (char& has : has_slope_) {
    bool value = has != 0;
    archive("instance.has_slope", value);
    has = value ? 1 : 0;
  }
  archive("instance.has_warned", has_warned_);
  motion_->exchange(archive);
  channels_->exchange(archive);
}

SavedState Instance::save() {
  rebuild();
  SavedState saved{.token = settings_.token, .kind = static_cast<int>(kind_), .mode = static_cast<int>(mode_)};
  saved.changed = changed_;
  Archive archive = Archive::for_saving();
  exchange(archive);
  saved.memory = archive.items();
  if (run_) saved.run = run_->save();
  return saved;
}

// What is loaded is not trusted. When it does not fit, the instance is as it was after a reset.
void Instance::restore(const SavedState& saved) {
  if (saved.token != settings_.token || saved.kind != static_cast<int>(kind_))
    throw FileError("the saved state is not one of this FMU and kind of interface.");
  const auto mode = static_cast<Mode>(saved.mode);
  const unsigned running =
      kind_ == Kind::co_simulation ? static_cast<unsigned>(Mode::step) : (Mode::event | Mode::continuous);
  const unsigned possible = running | Mode::instantiated | Mode::initialization | Mode::terminated;
  if (saved.mode <= 0 || (saved.mode & (saved.mode - 1)) != 0 || (static_cast<unsigned>(saved.mode) & possible) == 0)
    throw FileError("the saved state has no mode of this kind of interface.");
  try {
    const auto same = [](const OptionSetting& a, const OptionSetting& b) {
      return a.name == b.name && a.value == b.value;
    };
    if (!std::equal(changed_.begin(), changed_.end(), saved.changed.begin(), saved.changed.end(), same)) {
      changed_ = saved.changed;
      load();
    }
    must_rebuild_ = false;
    Archive archive = Archive::for_loading(saved.memory);
    exchange(archive);
    archive.finish();
    if (!saved.run.memory.empty()) {
      if (!run_) begin_run();
      run_->restore(saved.run);
    } else {
      run_.reset();
    }
  } catch (...) {
    reset();
    throw;
  }
  mode_ = mode;
  are_values_current_ = false;
  is_motion_current_ = !run_;
}

}  // namespace daedalus::fmi
