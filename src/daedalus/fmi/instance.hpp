// instance.hpp: one instance of an FMU behind the functions of both versions of the standard, which differ in little more
// than names (fmi2_functions.cpp, fmi3_functions.cpp).
//
//   instantiated ── enter_initialization ──> initialization ── exit_initialization ──> event (model exchange), step
//   event <──> continuous;   any but instantiated ──> terminated;   any ── reset ──> instantiated
//
// A call that is out of order, a wrong reference or a value that is no number is refused with Status::error and a message,
// and changes nothing. Nothing is thrown to the importer.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "daedalus/fmi/saved_state.hpp"
#include "daedalus/fmi/variables.hpp"
#include "daedalus/simulation/stepping.hpp"

namespace daedalus::fmi {

enum class Mode : unsigned {
  instantiated = 1,
  initialization = 2,
  event = 4,
  continuous = 8,
  step = 16,
  terminated = 32,
};
constexpr unsigned operator|(Mode a, Mode b) { return static_cast<unsigned>(a) | static_cast<unsigned>(b); }
constexpr unsigned operator|(unsigned a, Mode b) { return a | static_cast<unsigned>(b); }

struct EventUpdate {
  bool terminate = false, nominals_changed = false, values_changed = false;
  std::optional<double> next_event = {};
};

// After each internal step of co-simulation: true asks to return there.
using StepWatch = std::function<bool(double t)>;

struct StepEnd {
  double t = 0;
  bool returned_early = false;
};

class Instance {
 public:
  using Log = std::function<void(Status, const char* category, const std::string& message)>;

  // Throws ModelError, OptionError or FileError.
  Instance(Kind kind, const std::string& token, std::filesystem::path resources, Log log);

  // Runs `body` if the mode is one of `modes`; what it throws becomes an error.
  template <class Body>
  Status call(const char* function, unsigned modes, Body&& body) {
    if ((static_cast<unsigned>(mode_) & modes) == 0) return refuse_mode(function);
    try {
      return body();
    } catch (const std::exception& problem) {
      return fail(function, problem.what());
    } catch (...) {
      return fail(function, "unknown failure");
    }
  }
  Status fail(const char* function, const std::string& why);

  Kind kind() const { return kind_; }
  Mode mode() const { return mode_; }
  const Variables& variables() const { return *variables_; }
  void set_logging(bool on) { logs_everything_ = on; }

  // Bodies of calls; they throw std::runtime_error, or return what went wrong.
  void set_up(std::optional<double> tolerance, double t_start);
  void enter_initialization();
  void exit_initialization();
  void terminate() { mode_ = Mode::terminated; }
  void reset();

  // Numbers of any role, words of parameters with choices.
  Status get(std::span<const Reference> references, std::span<double> values);
  Status set(std::span<const Reference> references, std::span<const double> values);
  Status get_words(std::span<const Reference> references, std::span<Text> values);
  Status set_words(std::span<const Reference> references, std::span<const Text> values);
  void set_input_slopes(std::span<const Reference> references, std::span<const double> slopes);

  // Model exchange.
  void enter_event_mode() { mode_ = Mode::event; }
  void enter_continuous_mode() { mode_ = Mode::continuous; }
  EventUpdate update_discrete_states();
  bool complete_step();  // true: asks for event mode
  void set_time(double t);
  Status set_states(std::span<const double> y);
  Status get_states(std::span<double> y);
  Status get_derivatives(std::span<double> rates);
  Status get_indicators(std::span<double> z);
  void get_nominals(std::span<double> nominals);
  Status directional_derivative(std::span<const Reference> unknowns, std::span<const Reference> knowns,
                                std::span<const double> seed, std::span<double> sensitivity);

  // Co-simulation.
  Status do_step(double t, double h, const StepWatch& watch, StepEnd& end);
  double t() const { return run_ ? run_->t() : motion_->t(); }

  SavedState save();
  void restore(const SavedState& saved);

 private:
  Status refuse_mode(const char* function);
  void log(Status status, const char* category, const std::string& message);
  const Variable& variable(Reference reference) const;  // throws
  void load();                                          // mechanism, motion, variables of the parameters in force
  void rebuild();                                       // after changed parameters, from the start or from where it is
  void rebuild_from_here();
  void begin_run();
  Status bring_up_to_date();
  const double* channel_values();
  double value_of(const Variable& variable, const double* channels);
  void set_one(const Variable& variable, double value);
  void change_parameter(const Variable& variable, const std::string& value);
  void require_settable(const Variable& variable) const;
  void apply_inputs(double t);
  void exchange(Archive& archive);
  std::string numerics(const char* what, StepStatus status) const;

  Kind kind_;
  std::filesystem::path resources_;
  Log log_;
  bool logs_everything_ = false;
  Settings settings_;
  Mode mode_ = Mode::instantiated;
  std::vector<OptionSetting> changed_;  // parameters
  bool must_rebuild_ = false;
  double t_start_ = 0;
  std::optional<double> tolerance_;

  Mechanism mechanism_;
  std::unique_ptr<IndependentMotion> motion_;
  std::unique_ptr<ChannelSource> channels_;
  std::unique_ptr<Variables> variables_;
  std::unique_ptr<Stepping> run_;
  std::vector<double> values_;  // of channels_
  bool are_values_current_ = false, is_motion_current_ = true, has_warned_ = false;

  // Of the inputs of the system, in co-simulation: as set at t_inputs_, and how they change from there on.
  std::vector<double> inputs_, slopes_, previous_inputs_;
  double t_inputs_ = 0, t_previous_inputs_ = 0;
  std::vector<char> has_slope_;
};

}  // namespace daedalus::fmi
