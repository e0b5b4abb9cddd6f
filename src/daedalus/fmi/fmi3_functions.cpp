// fmi3_functions.cpp: FMI 3.0 as C functions. Model exchange and co-simulation; no scheduled execution, no clocks, no
// variables of other types than Float64 and String.
#include "daedalus/fmi/handles.hpp"

#include <stdexcept>

namespace daedalus::fmi {
namespace {

Instance::Log log3(Log3 log, void* environment) {
  if (!log) return {};
  return [log, environment](Status status, const char* category, const std::string& message) {
    log(environment, status, category, message.c_str());
  };
}

Handle instantiate3(Kind kind, Text token, Text resources, bool logs, void* environment, Log3 log, Opened opened) {
  const Instance::Log say = log3(log, environment);
  try {
    if (!token || !resources)
      throw std::runtime_error("the instantiation token or the path of the resources is missing");
    opened.environment = environment;
    opened.instance = std::make_unique<Instance>(kind, token, resources, say);
    opened.instance->set_logging(logs);
    return handles().add(std::make_shared<Opened>(std::move(opened)));
  } catch (const std::exception& problem) {
    if (say) say(Status::error, "logStatusError", std::string("instantiation: ") + problem.what());
  } catch (...) {}
  return nullptr;
}

// Of a type of which there are no variables.
Status none_of_type(Handle instance, const char* function, std::size_t references) {
  return on_instance(instance, function, any_mode, [&](Opened&) {
    if (references > 0) throw std::runtime_error("there are no variables of this type");
    return Status::ok;
  });
}

Status not_offered(Handle instance, const char* function) {
  return on_instance(instance, function, any_mode, [&](Opened&) -> Status {
    throw std::runtime_error("this FMU does not offer it (see its model description)");
  });
}

void require_kind(const Opened& opened, Kind kind) {
  if (opened.instance->kind() != kind) throw std::runtime_error("it belongs to the other kind of interface");
}

}  // namespace
}  // namespace daedalus::fmi

using namespace daedalus::fmi;

extern "C" {

DAEDALUS_FMI_EXPORT Text fmi3GetVersion() { return "3.0"; }

DAEDALUS_FMI_EXPORT Status fmi3SetDebugLogging(Handle instance, bool on, std::size_t, const Text*) {
  return on_instance(instance, "fmi3SetDebugLogging", any_mode, [&](Opened& opened) {
    opened.instance->set_logging(on);
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Handle fmi3InstantiateModelExchange(Text, Text token, Text resources, bool, bool logs,
                                                        void* environment, Log3 log) {
  return instantiate3(Kind::model_exchange, token, resources, logs, environment, log, {});
}

DAEDALUS_FMI_EXPORT Handle fmi3InstantiateCoSimulation(Text, Text token, Text resources, bool, bool logs, bool,
                                                       bool may_return_early, const Reference*, std::size_t,
                                                       void* environment, Log3 log, IntermediateUpdate3 update) {
  Opened opened;
  opened.intermediate_update = update;
  opened.may_return_early = may_return_early;
  return instantiate3(Kind::co_simulation, token, resources, logs, environment, log, std::move(opened));
}

DAEDALUS_FMI_EXPORT Handle fmi3InstantiateScheduledExecution(Text, Text, Text, bool, bool, void* environment, Log3 log,
                                                             ClockUpdate3, Preemption3, Preemption3) {
  if (log) log(environment, Status::error, "logStatusError", "scheduled execution is not offered by this FMU");
  return nullptr;
}

DAEDALUS_FMI_EXPORT void fmi3FreeInstance(Handle instance) { handles().remove(instance); }

DAEDALUS_FMI_EXPORT Status fmi3EnterInitializationMode(Handle instance, bool has_tolerance, double tolerance,
                                                       double t_start, bool, double) {
  return on_instance(instance, "fmi3EnterInitializationMode", static_cast<unsigned>(Mode::instantiated),
                     [&](Opened& opened) {
                       opened.instance->set_up(has_tolerance ? std::optional(tolerance) : std::nullopt, t_start);
                       opened.instance->enter_initialization();
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi3ExitInitializationMode(Handle instance) {
  return on_instance(instance, "fmi3ExitInitializationMode", static_cast<unsigned>(Mode::initialization),
                     [&](Opened& opened) {
                       opened.instance->exit_initialization();
                       opened.t_end_of_step = opened.instance->t();
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi3EnterEventMode(Handle instance) {
  return on_instance(instance, "fmi3EnterEventMode", static_cast<unsigned>(Mode::continuous), [&](Opened& opened) {
    opened.instance->enter_event_mode();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3Terminate(Handle instance) {
  return on_instance(instance, "fmi3Terminate", Mode::event | Mode::continuous | Mode::step, [&](Opened& opened) {
    opened.instance->terminate();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3Reset(Handle instance) {
  return on_instance(instance, "fmi3Reset", any_mode, [&](Opened& opened) {
    opened.instance->reset();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetFloat64(Handle instance, const Reference* references, std::size_t count,
                                          double* values, std::size_t values_count) {
  return on_instance(instance, "fmi3GetFloat64", get_modes, [&](Opened& opened) {
    return opened.instance->get(array(references, count), array(values, values_count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3SetFloat64(Handle instance, const Reference* references, std::size_t count,
                                          const double* values, std::size_t values_count) {
  return on_instance(instance, "fmi3SetFloat64", set_modes, [&](Opened& opened) {
    return opened.instance->set(array(references, count), array(values, values_count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetString(Handle instance, const Reference* references, std::size_t count, Text* values,
                                         std::size_t values_count) {
  return on_instance(instance, "fmi3GetString", get_modes, [&](Opened& opened) {
    return opened.instance->get_words(array(references, count), array(values, values_count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3SetString(Handle instance, const Reference* references, std::size_t count,
                                         const Text* values, std::size_t values_count) {
  return on_instance(instance, "fmi3SetString", set_modes, [&](Opened& opened) {
    return opened.instance->set_words(array(references, count), array(values, values_count));
  });
}

// Types without variables here.
#define DAEDALUS_FMI3_TYPE(Name, Type)                                                                                 \
  DAEDALUS_FMI_EXPORT Status fmi3Get##Name(Handle instance, const Reference*, std::size_t count, Type*, std::size_t) { \
    return none_of_type(instance, "fmi3Get" #Name, count);                                                             \
  }                                                                                                                    \
  DAEDALUS_FMI_EXPORT Status fmi3Set##Name(Handle instance, const Reference*, std::size_t count, const Type*,          \
                                           std::size_t) {                                                              \
    return none_of_type(instance, "fmi3Set" #Name, count);                                                             \
  }
DAEDALUS_FMI3_TYPE(Float32, float)
DAEDALUS_FMI3_TYPE(Int8, std::int8_t)
DAEDALUS_FMI3_TYPE(UInt8, std::uint8_t)
DAEDALUS_FMI3_TYPE(Int16, std::int16_t)
DAEDALUS_FMI3_TYPE(UInt16, std::uint16_t)
DAEDALUS_FMI3_TYPE(Int32, std::int32_t)
DAEDALUS_FMI3_TYPE(UInt32, std::uint32_t)
DAEDALUS_FMI3_TYPE(Int64, std::int64_t)
DAEDALUS_FMI3_TYPE(UInt64, std::uint64_t)
DAEDALUS_FMI3_TYPE(Boolean, bool)
#undef DAEDALUS_FMI3_TYPE

DAEDALUS_FMI_EXPORT Status fmi3GetBinary(Handle instance, const Reference*, std::size_t count, std::size_t*,
                                         const std::uint8_t**, std::size_t) {
  return none_of_type(instance, "fmi3GetBinary", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetBinary(Handle instance, const Reference*, std::size_t count, const std::size_t*,
                                         const std::uint8_t* const*, std::size_t) {
  return none_of_type(instance, "fmi3SetBinary", count);
}
DAEDALUS_FMI_EXPORT Status fmi3GetClock(Handle instance, const Reference*, std::size_t count, bool*) {
  return none_of_type(instance, "fmi3GetClock", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetClock(Handle instance, const Reference*, std::size_t count, const bool*) {
  return none_of_type(instance, "fmi3SetClock", count);
}

DAEDALUS_FMI_EXPORT Status fmi3GetNumberOfVariableDependencies(Handle instance, Reference, std::size_t*) {
  return not_offered(instance, "fmi3GetNumberOfVariableDependencies");
}
DAEDALUS_FMI_EXPORT Status fmi3GetVariableDependencies(Handle instance, Reference, std::size_t*, Reference*,
                                                       std::size_t*, int*, std::size_t) {
  return not_offered(instance, "fmi3GetVariableDependencies");
}

DAEDALUS_FMI_EXPORT Status fmi3GetFMUState(Handle instance, Handle* state) {
  return get_state(instance, "fmi3GetFMUState", state);
}
DAEDALUS_FMI_EXPORT Status fmi3SetFMUState(Handle instance, Handle state) {
  return set_state(instance, "fmi3SetFMUState", state);
}
DAEDALUS_FMI_EXPORT Status fmi3FreeFMUState(Handle instance, Handle* state) {
  return free_state(instance, "fmi3FreeFMUState", state);
}
DAEDALUS_FMI_EXPORT Status fmi3SerializedFMUStateSize(Handle instance, Handle state, std::size_t* size) {
  return serialized_size(instance, "fmi3SerializedFMUStateSize", state, size);
}
DAEDALUS_FMI_EXPORT Status fmi3SerializeFMUState(Handle instance, Handle state, std::uint8_t* bytes, std::size_t size) {
  return serialize(instance, "fmi3SerializeFMUState", state, bytes, size);
}
DAEDALUS_FMI_EXPORT Status fmi3DeserializeFMUState(Handle instance, const std::uint8_t* bytes, std::size_t size,
                                                   Handle* state) {
  return deserialize(instance, "fmi3DeserializeFMUState", bytes, size, state);
}

DAEDALUS_FMI_EXPORT Status fmi3GetDirectionalDerivative(Handle instance, const Reference* unknowns,
                                                        std::size_t unknowns_count, const Reference* knowns,
                                                        std::size_t knowns_count, const double* seed,
                                                        std::size_t seed_count, double* sensitivity,
                                                        std::size_t sensitivity_count) {
  return on_instance(instance, "fmi3GetDirectionalDerivative", derivative_modes, [&](Opened& opened) {
    return opened.instance->directional_derivative(array(unknowns, unknowns_count), array(knowns, knowns_count),
                                                   array(seed, seed_count), array(sensitivity, sensitivity_count));
  });
}
DAEDALUS_FMI_EXPORT Status fmi3GetAdjointDerivative(Handle instance, const Reference*, std::size_t, const Reference*,
                                                    std::size_t, const double*, std::size_t, double*, std::size_t) {
  return not_offered(instance, "fmi3GetAdjointDerivative");
}

DAEDALUS_FMI_EXPORT Status fmi3EnterConfigurationMode(Handle instance) {
  return not_offered(instance, "fmi3EnterConfigurationMode");
}
DAEDALUS_FMI_EXPORT Status fmi3ExitConfigurationMode(Handle instance) {
  return not_offered(instance, "fmi3ExitConfigurationMode");
}
DAEDALUS_FMI_EXPORT Status fmi3GetIntervalDecimal(Handle instance, const Reference*, std::size_t count, double*, int*) {
  return none_of_type(instance, "fmi3GetIntervalDecimal", count);
}
DAEDALUS_FMI_EXPORT Status fmi3GetIntervalFraction(Handle instance, const Reference*, std::size_t count, std::uint64_t*,
                                                   std::uint64_t*, int*) {
  return none_of_type(instance, "fmi3GetIntervalFraction", count);
}
DAEDALUS_FMI_EXPORT Status fmi3GetShiftDecimal(Handle instance, const Reference*, std::size_t count, double*) {
  return none_of_type(instance, "fmi3GetShiftDecimal", count);
}
DAEDALUS_FMI_EXPORT Status fmi3GetShiftFraction(Handle instance, const Reference*, std::size_t count, std::uint64_t*,
                                                std::uint64_t*) {
  return none_of_type(instance, "fmi3GetShiftFraction", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetIntervalDecimal(Handle instance, const Reference*, std::size_t count, const double*) {
  return none_of_type(instance, "fmi3SetIntervalDecimal", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetIntervalFraction(Handle instance, const Reference*, std::size_t count,
                                                   const std::uint64_t*, const std::uint64_t*) {
  return none_of_type(instance, "fmi3SetIntervalFraction", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetShiftDecimal(Handle instance, const Reference*, std::size_t count, const double*) {
  return none_of_type(instance, "fmi3SetShiftDecimal", count);
}
DAEDALUS_FMI_EXPORT Status fmi3SetShiftFraction(Handle instance, const Reference*, std::size_t count,
                                                const std::uint64_t*, const std::uint64_t*) {
  return none_of_type(instance, "fmi3SetShiftFraction", count);
}
DAEDALUS_FMI_EXPORT Status fmi3EvaluateDiscreteStates(Handle instance) {
  return not_offered(instance, "fmi3EvaluateDiscreteStates");
}

DAEDALUS_FMI_EXPORT Status fmi3UpdateDiscreteStates(Handle instance, bool* update_again, bool* terminate,
                                                    bool* nominals_changed, bool* values_changed, bool* has_next_event,
                                                    double* next_event) {
  return on_instance(instance, "fmi3UpdateDiscreteStates", static_cast<unsigned>(Mode::event), [&](Opened& opened) {
    const EventUpdate update = opened.instance->update_discrete_states();
    required(update_again) = false;
    required(terminate) = update.terminate;
    required(nominals_changed) = update.nominals_changed;
    required(values_changed) = update.values_changed;
    required(has_next_event) = update.next_event.has_value();
    required(next_event) = update.next_event.value_or(0);
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3EnterContinuousTimeMode(Handle instance) {
  return on_instance(instance, "fmi3EnterContinuousTimeMode", static_cast<unsigned>(Mode::event), [&](Opened& opened) {
    opened.instance->enter_continuous_mode();
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3CompletedIntegratorStep(Handle instance, bool, bool* enter_event_mode, bool* terminate) {
  return on_instance(instance, "fmi3CompletedIntegratorStep", static_cast<unsigned>(Mode::continuous),
                     [&](Opened& opened) {
                       required(enter_event_mode) = opened.instance->complete_step();
                       required(terminate) = false;
                       return Status::ok;
                     });
}

DAEDALUS_FMI_EXPORT Status fmi3SetTime(Handle instance, double t) {
  return on_instance(instance, "fmi3SetTime", Mode::event | Mode::continuous, [&](Opened& opened) {
    opened.instance->set_time(t);
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3SetContinuousStates(Handle instance, const double* states, std::size_t count) {
  return on_instance(instance, "fmi3SetContinuousStates", static_cast<unsigned>(Mode::continuous),
                     [&](Opened& opened) { return opened.instance->set_states(array(states, count)); });
}

DAEDALUS_FMI_EXPORT Status fmi3GetContinuousStateDerivatives(Handle instance, double* rates, std::size_t count) {
  return on_instance(instance, "fmi3GetContinuousStateDerivatives", derivative_modes, [&](Opened& opened) {
    require_kind(opened, Kind::model_exchange);
    return opened.instance->get_derivatives(array(rates, count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetEventIndicators(Handle instance, double* indicators, std::size_t count) {
  return on_instance(instance, "fmi3GetEventIndicators", derivative_modes, [&](Opened& opened) {
    require_kind(opened, Kind::model_exchange);
    return opened.instance->get_indicators(array(indicators, count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetContinuousStates(Handle instance, double* states, std::size_t count) {
  return on_instance(instance, "fmi3GetContinuousStates", derivative_modes, [&](Opened& opened) {
    require_kind(opened, Kind::model_exchange);
    return opened.instance->get_states(array(states, count));
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetNominalsOfContinuousStates(Handle instance, double* nominals, std::size_t count) {
  return on_instance(instance, "fmi3GetNominalsOfContinuousStates", any_mode, [&](Opened& opened) {
    require_kind(opened, Kind::model_exchange);
    opened.instance->get_nominals(array(nominals, count));
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetNumberOfEventIndicators(Handle instance, std::size_t* count) {
  return on_instance(instance, "fmi3GetNumberOfEventIndicators", any_mode, [&](Opened& opened) {
    required(count) = static_cast<std::size_t>(opened.instance->variables().count(Role::indicator));
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3GetNumberOfContinuousStates(Handle instance, std::size_t* count) {
  return on_instance(instance, "fmi3GetNumberOfContinuousStates", any_mode, [&](Opened& opened) {
    required(count) = static_cast<std::size_t>(opened.instance->variables().count(Role::state));
    return Status::ok;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3EnterStepMode(Handle instance) { return not_offered(instance, "fmi3EnterStepMode"); }

DAEDALUS_FMI_EXPORT Status fmi3GetOutputDerivatives(Handle instance, const Reference*, std::size_t, const std::int32_t*,
                                                    double*, std::size_t) {
  return not_offered(instance, "fmi3GetOutputDerivatives");
}

// After every internal step the importer is asked whether to return there, where it may.
DAEDALUS_FMI_EXPORT Status fmi3DoStep(Handle instance, double t, double h, bool, bool* needs_event, bool* terminate,
                                      bool* returned_early, double* t_reached) {
  return on_instance(instance, "fmi3DoStep", static_cast<unsigned>(Mode::step), [&](Opened& opened) {
    required(needs_event) = required(terminate) = required(returned_early) = false;
    required(t_reached) = opened.instance->t();
    double t_return = t + h;
    StepWatch watch;
    if (opened.intermediate_update)
      watch = [&](double t_step) {
        bool asks = false;
        double t_asked = t_step;
        opened.intermediate_update(opened.environment, t_step, false, true, true, opened.may_return_early, &asks,
                                   &t_asked);
        if (asks && opened.may_return_early) t_return = std::max(t_step, t_asked);
        return asks && opened.may_return_early && t_step >= t_return;
      };
    StepEnd end;
    const Status status = opened.instance->do_step(t, h, watch, end);
    *t_reached = opened.t_end_of_step = end.t;
    *returned_early = end.returned_early;
    return status;
  });
}

DAEDALUS_FMI_EXPORT Status fmi3ActivateModelPartition(Handle instance, Reference, double) {
  return not_offered(instance, "fmi3ActivateModelPartition");
}

}  // extern "C"
