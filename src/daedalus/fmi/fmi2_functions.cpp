// fmi2_functions.cpp: FMI 2.0 as C functions.
#include <cctype>
#include <cstdlib>
#include <stdexcept>

#include "daedalus/fmi/handles.hpp"

namespace daedalus::fmi {
namespace {

Instance::Log log2(const Callbacks2* callbacks, const std::string& name) {
  if (!callbacks || !callbacks->log) return {};
  return [log = callbacks->log, environment = callbacks->environment, name](Status status, const char* category,
                                                                            const std::string& message) {
    log(environment, name.c_str(), status, category, "%s", message.c_str());
  };
}

// 'file:///C%20D' or 'file:/C%20D' to a path; a path as it is.
std::filesystem::path path_of_uri(const std::string& uri) {
  constexpr std::string_view scheme = "file:";
  if (!uri.starts_with(scheme)) return uri;
  std::string rest = uri.substr(scheme.size());
  if (rest.starts_with("//")) rest = rest.substr(std::min(rest.find('/', 2), rest.size()));  // without a host
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool is_code = rest[i] == '%' && i + 2 < rest.size() &&
                         std::isxdigit(static_cast<unsigned char>(rest[i + 1])) &&
                         std::isxdigit(static_cast<unsigned char>(rest[i + 2]));
    path += is_code ? static_cast<char>(std::strtol(rest.substr(i + 1, 2).c_str(), nullptr, 16)) : rest[i];
    if (is_code) i += 2;
  }
  return path;
}

Status none_of_type2(Handle instance, const char* function, std::size_t references) {
  return on_instance(instance, function, any_mode, [&](Opened&) {
    if (references > 0) throw std::runtime_error("there are no variables of this type");
    return Status::ok;
  });
}

Status not_offered2(Handle instance, const char* function) {
  return on_instance(instance, function, any_mode, [&](Opened&) -> Status {
    throw std::runtime_error("this FMU does not offer it (see its model description)");
  });
}

void require_kind2(const Opened& opened, Kind kind) {
  if (opened.instance->kind() != kind) throw std::runtime_error("it belongs to the other kind of interface");
}

}  // namespace
}  // namespace daedalus::fmi

using namespace daedalus::fmi;

extern "C" {

DAEDALUS_FMI_EXPORT Text fmi2GetTypesPlatform() { return "default"; }
DAEDALUS_FMI_EXPORT Text fmi2GetVersion() { return "2.0"; }

DAEDALUS_FMI_EXPORT Status fmi2SetDebugLogging(Handle instance, int on, std::size_t, const Text*) {
  return on_instance(instance, "fmi2SetDebugLogging", any_mode, [&](Opened& opened) {
    opened.instance->set_logging(on != 0);
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Handle fmi2Instantiate(Text name, int type, Text token, Text resources, const Callbacks2* callbacks,
                                           int, int logs) {
  const Instance::Log say = log2(callbacks, name ? name : "");
  try {
    if (!token || !resources) throw std::runtime_error("the GUID or the location of the resources is missing");
    if (type != 0 && type != 1)
      throw std::runtime_error("the type of the FMU is neither model exchange nor co-simulation");
    const Kind kind = type == 0 ? Kind::model_exchange : Kind::co_simulation;
    Opened opened;
    opened.instance = std::make_unique<Instance>(kind, token, path_of_uri(resources), say);
    opened.instance->set_logging(logs != 0);
    return handles().add(std::make_shared<Opened>(std::move(opened)));
  } catch (const std::exception& problem) {
    if (say) say(Status::error, "logStatusError", std::string("fmi2Instantiate: ") + problem.what());
  } catch (...) {}
  return nullptr;
}

DAEDALUS_FMI_EXPORT void fmi2FreeInstance(Handle instance) { handles().remove(instance); }

DAEDALUS_FMI_EXPORT Status fmi2SetupExperiment(Handle instance, int has_tolerance, double tolerance, double t_start,
                                               int, double) {
  return on_instance(instance, "fmi2SetupExperiment", static_cast<unsigned>(Mode::instantiated), [&](Opened& opened) {
    opened.instance->set_up(has_tolerance != 0 ? std::optional(tolerance) : std::nullopt, t_start);
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2EnterInitializationMode(Handle instance) {
  return on_instance(instance, "fmi2EnterInitializationMode", static_cast<unsigned>(Mode::instantiated),
                     [&](Opened& opened) {
                       opened.instance->enter_initialization();
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi2ExitInitializationMode(Handle instance) {
  return on_instance(instance, "fmi2ExitInitializationMode", static_cast<unsigned>(Mode::initialization),
                     [&](Opened& opened) {
                       opened.instance->exit_initialization();
                       opened.t_end_of_step = opened.instance->t();
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi2Terminate(Handle instance) {
  return on_instance(instance, "fmi2Terminate", Mode::event | Mode::continuous | Mode::step, [&](Opened& opened) {
    opened.instance->terminate();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2Reset(Handle instance) {
  return on_instance(instance, "fmi2Reset", any_mode, [&](Opened& opened) {
    opened.instance->reset();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2GetReal(Handle instance, const Reference* references, std::size_t count,
                                       double* values) {
  return on_instance(instance, "fmi2GetReal", get_modes, [&](Opened& opened) {
    return opened.instance->get(array(references, count), array(values, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2SetReal(Handle instance, const Reference* references, std::size_t count,
                                       const double* values) {
  return on_instance(instance, "fmi2SetReal", set_modes, [&](Opened& opened) {
    return opened.instance->set(array(references, count), array(values, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetString(Handle instance, const Reference* references, std::size_t count,
                                         Text* values) {
  return on_instance(instance, "fmi2GetString", get_modes, [&](Opened& opened) {
    return opened.instance->get_words(array(references, count), array(values, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2SetString(Handle instance, const Reference* references, std::size_t count,
                                         const Text* values) {
  return on_instance(instance, "fmi2SetString", set_modes, [&](Opened& opened) {
    return opened.instance->set_words(array(references, count), array(values, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetInteger(Handle instance, const Reference*, std::size_t count, int*) {
  return none_of_type2(instance, "fmi2GetInteger", count);
}
DAEDALUS_FMI_EXPORT Status fmi2SetInteger(Handle instance, const Reference*, std::size_t count, const int*) {
  return none_of_type2(instance, "fmi2SetInteger", count);
}
DAEDALUS_FMI_EXPORT Status fmi2GetBoolean(Handle instance, const Reference*, std::size_t count, int*) {
  return none_of_type2(instance, "fmi2GetBoolean", count);
}
DAEDALUS_FMI_EXPORT Status fmi2SetBoolean(Handle instance, const Reference*, std::size_t count, const int*) {
  return none_of_type2(instance, "fmi2SetBoolean", count);
}

DAEDALUS_FMI_EXPORT Status fmi2GetFMUstate(Handle instance, Handle* state) {
  return get_state(instance, "fmi2GetFMUstate", state);
}
DAEDALUS_FMI_EXPORT Status fmi2SetFMUstate(Handle instance, Handle state) {
  return set_state(instance, "fmi2SetFMUstate", state);
}
DAEDALUS_FMI_EXPORT Status fmi2FreeFMUstate(Handle instance, Handle* state) {
  return free_state(instance, "fmi2FreeFMUstate", state);
}
DAEDALUS_FMI_EXPORT Status fmi2SerializedFMUstateSize(Handle instance, Handle state, std::size_t* size) {
  return serialized_size(instance, "fmi2SerializedFMUstateSize", state, size);
}
DAEDALUS_FMI_EXPORT Status fmi2SerializeFMUstate(Handle instance, Handle state, char* bytes, std::size_t size) {
  return serialize(instance, "fmi2SerializeFMUstate", state, reinterpret_cast<std::uint8_t*>(bytes), size);
}
DAEDALUS_FMI_EXPORT Status fmi2DeSerializeFMUstate(Handle instance, const char* bytes, std::size_t size,
                                                   Handle* state) {
  return deserialize(instance, "fmi2DeSerializeFMUstate", reinterpret_cast<const std::uint8_t*>(bytes), size, state);
}

DAEDALUS_FMI_EXPORT Status fmi2GetDirectionalDerivative(Handle instance, const Reference* unknowns,
                                                        std::size_t unknowns_count, const Reference* knowns,
                                                        std::size_t knowns_count, const double* seed,
                                                        double* sensitivity) {
  return on_instance(instance, "fmi2GetDirectionalDerivative", derivative_modes, [&](Opened& opened) {
    return opened.instance->directional_derivative(array(unknowns, unknowns_count), array(knowns, knowns_count),
                                                   array(seed, knowns_count), array(sensitivity, unknowns_count));
  });
}

// --- model exchange
DAEDALUS_FMI_EXPORT Status fmi2EnterEventMode(Handle instance) {
  return on_instance(instance, "fmi2EnterEventMode", static_cast<unsigned>(Mode::continuous), [&](Opened& opened) {
    opened.instance->enter_event_mode();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2NewDiscreteStates(Handle instance, EventInfo2* info) {
  return on_instance(instance, "fmi2NewDiscreteStates", static_cast<unsigned>(Mode::event), [&](Opened& opened) {
    EventInfo2& out = required(info);
    const EventUpdate update = opened.instance->update_discrete_states();
    out = {.update_again = 0,
           .terminate = update.terminate,
           .nominals_changed = update.nominals_changed,
           .values_changed = update.values_changed,
           .has_next_event = update.next_event.has_value(),
           .next_event = update.next_event.value_or(0)};
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2EnterContinuousTimeMode(Handle instance) {
  return on_instance(instance, "fmi2EnterContinuousTimeMode", static_cast<unsigned>(Mode::event), [&](Opened& opened) {
    opened.instance->enter_continuous_mode();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi2CompletedIntegratorStep(Handle instance, int, int* enter_event_mode, int* terminate) {
  return on_instance(instance, "fmi2CompletedIntegratorStep", static_cast<unsigned>(Mode::continuous),
                     [&](Opened& opened) {
                       required(enter_event_mode) = opened.instance->complete_step() ? 1 : 0;
                       required(terminate) = 0;
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi2SetTime(Handle instance, double t) {
  return on_instance(instance, "fmi2SetTime", Mode::event | Mode::continuous, [&](Opened& opened) {
    opened.instance->set_time(t);
    return Status::ok;
  });
}
DAEDALUS_FMI_EXPORT Status fmi2SetContinuousStates(Handle instance, const double* states, std::size_t count) {
  return on_instance(instance, "fmi2SetContinuousStates", static_cast<unsigned>(Mode::continuous),
                     [&](Opened& opened) { return opened.instance->set_states(array(states, count)); });
}
DAEDALUS_FMI_EXPORT Status fmi2GetDerivatives(Handle instance, double* rates, std::size_t count) {
  return on_instance(instance, "fmi2GetDerivatives", derivative_modes, [&](Opened& opened) {
    require_kind2(opened, Kind::model_exchange);
    return opened.instance->get_derivatives(array(rates, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetEventIndicators(Handle instance, double* indicators, std::size_t count) {
  return on_instance(instance, "fmi2GetEventIndicators", derivative_modes, [&](Opened& opened) {
    require_kind2(opened, Kind::model_exchange);
    return opened.instance->get_indicators(array(indicators, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetContinuousStates(Handle instance, double* states, std::size_t count) {
  return on_instance(instance, "fmi2GetContinuousStates", derivative_modes, [&](Opened& opened) {
    require_kind2(opened, Kind::model_exchange);
    return opened.instance->get_states(array(states, count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetNominalsOfContinuousStates(Handle instance, double* nominals, std::size_t count) {
  return on_instance(instance, "fmi2GetNominalsOfContinuousStates", any_mode, [&](Opened& opened) {
    require_kind2(opened, Kind::model_exchange);
    opened.instance->get_nominals(array(nominals, count));
    return Status::ok;
  });
}

// --- co-simulation
DAEDALUS_FMI_EXPORT Status fmi2SetRealInputDerivatives(Handle instance, const Reference* references, std::size_t count,
                                                       const int* orders, const double* values) {
  return on_instance(instance, "fmi2SetRealInputDerivatives", Mode::initialization | Mode::step, [&](Opened& opened) {
    require_kind2(opened, Kind::co_simulation);
    for (const int order : array(orders, count))
      if (order != 1) throw std::runtime_error("only first derivatives of inputs are used");
    opened.instance->set_input_slopes(array(references, count), array(values, count));
    return Status::ok;
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetRealOutputDerivatives(Handle instance, const Reference*, std::size_t, const int*,
                                                        double*) {
  return not_offered2(instance, "fmi2GetRealOutputDerivatives");
}
DAEDALUS_FMI_EXPORT Status fmi2DoStep(Handle instance, double t, double h, int) {
  return on_instance(instance, "fmi2DoStep", static_cast<unsigned>(Mode::step), [&](Opened& opened) {
    StepEnd end;
    const Status status = opened.instance->do_step(t, h, {}, end);
    opened.t_end_of_step = end.t;
    return status;
  });
}
DAEDALUS_FMI_EXPORT Status fmi2CancelStep(Handle instance) { return not_offered2(instance, "fmi2CancelStep"); }

DAEDALUS_FMI_EXPORT Status fmi2GetStatus(Handle instance, int, Status*) {
  return not_offered2(instance, "fmi2GetStatus");
}
DAEDALUS_FMI_EXPORT Status fmi2GetRealStatus(Handle instance, int kind, double* value) {
  return on_instance(instance, "fmi2GetRealStatus", Mode::step | Mode::terminated, [&](Opened& opened) {
    require_kind2(opened, Kind::co_simulation);
    if (kind != StatusKind2::last_successful_time) throw std::runtime_error("there is no such status");
    required(value) = opened.t_end_of_step;
    return Status::ok;
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetIntegerStatus(Handle instance, int, int*) {
  return not_offered2(instance, "fmi2GetIntegerStatus");
}
DAEDALUS_FMI_EXPORT Status fmi2GetBooleanStatus(Handle instance, int kind, int* value) {
  return on_instance(instance, "fmi2GetBooleanStatus", Mode::step | Mode::terminated, [&](Opened&) {
    if (kind != StatusKind2::terminated_status) throw std::runtime_error("there is no such status");
    required(value) = 0;
    return Status::ok;
  });
}
DAEDALUS_FMI_EXPORT Status fmi2GetStringStatus(Handle instance, int, Text*) {
  return not_offered2(instance, "fmi2GetStringStatus");
}

}  // extern "C"
