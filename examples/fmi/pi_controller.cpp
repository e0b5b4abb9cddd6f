// pi_controller.cpp: a controller as an FMU for co-simulation, FMI 3.0, written by hand: what held_rod.yaml loads.
//
//   u = kp e + ki ∫ e dt,   e = target − angle      inputs: angle; output: torque; parameters: target, kp, ki
//
// Nothing of Daedalus is in it: any tool that exports FMUs will do.
#include <cmath>
#include <cstddef>

namespace {

enum Reference : unsigned { time_ = 0, angle_, torque_, target_, kp_, ki_, count_ };
enum Status { ok = 0, error = 3 };

struct Controller {
  double value[count_] = {0, 0, 0, 0, 30, 60};
  double integral = 0;
  void update() { value[torque_] = value[kp_] * (value[target_] - value[angle_]) + value[ki_] * integral; }
};

Controller& at(void* instance) { return *static_cast<Controller*>(instance); }

}  // namespace

extern "C" {

using Text = const char*;
const char* fmi3GetVersion() { return "3.0"; }
void* fmi3InstantiateCoSimulation(Text, Text, Text, bool, bool, bool, bool, const unsigned*, std::size_t, void*,
                                  void (*)(void*, int, Text, Text), void (*)()) {
  return new Controller;
}
void fmi3FreeInstance(void* instance) { delete &at(instance); }
int fmi3EnterInitializationMode(void* instance, bool, double, double start, bool, double) {
  at(instance).value[time_] = start;
  return ok;
}
int fmi3ExitInitializationMode(void*) { return ok; }
int fmi3Terminate(void*) { return ok; }

int fmi3SetFloat64(void* instance, const unsigned* references, std::size_t count, const double* values, std::size_t) {
  for (std::size_t i = 0; i < count; ++i) {
    if (references[i] >= count_ || !std::isfinite(values[i])) return error;
    at(instance).value[references[i]] = values[i];
  }
  return ok;
}
int fmi3GetFloat64(void* instance, const unsigned* references, std::size_t count, double* values, std::size_t) {
  at(instance).update();
  for (std::size_t i = 0; i < count; ++i) {
    if (references[i] >= count_) return error;
    values[i] = at(instance).value[references[i]];
  }
  return ok;
}
int fmi3DoStep(void* instance, double t, double h, bool, bool* event, bool* terminate, bool* early, double* reached) {
  Controller& controller = at(instance);
  controller.integral += h * (controller.value[target_] - controller.value[angle_]);
  controller.value[time_] = *reached = t + h;
  *event = *terminate = *early = false;
  return ok;
}

}  // extern "C"
