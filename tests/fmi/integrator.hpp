// integrator.hpp: a small importer for model exchange: the classical Runge-Kutta formula with a fixed step, and the calls
// that the standard asks for after each of them.
#pragma once

#include "fmi/fmu_under_test.hpp"

namespace daedalus::testing {

struct ExchangeRun {
  int status = fmi_ok;
  long repartitions = 0;  // events after which the states had other values
  bool ok() const { return status == fmi_ok; }
};

class ExchangeIntegrator {
 public:
  ExchangeIntegrator(Handle instance, std::size_t states) : instance_(instance), y_(states) {}

  // From event mode after initialization.
  void begin() {
    update_discrete_states(instance_, &run_.status);
    note(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance_));
    y_ = get_all("fmi3GetContinuousStates", instance_, y_.size());
  }

  ExchangeRun run(double t_from, double t_to, long steps) {
    const double h = (t_to - t_from) / static_cast<double>(steps);
    for (long n = 0; n < steps && run_.ok(); ++n) take_step(t_from + static_cast<double>(n) * h, h);
    return run_;
  }

 private:
  void note(int status) { run_.status = std::max(run_.status, status); }

  std::vector<double> slope(double t, const std::vector<double>& y) {
    std::vector<double> rates(y.size());
    note(call<fmi::Status>("fmi3SetTime", instance_, t));
    note(call<fmi::Status>("fmi3SetContinuousStates", instance_, y.data(), y.size()));
    note(call<fmi::Status>("fmi3GetContinuousStateDerivatives", instance_, rates.data(), rates.size()));
    return rates;
  }
  static std::vector<double> moved(const std::vector<double>& y, double h, const std::vector<double>& k) {
    std::vector<double> moved = y;
    for (std::size_t i = 0; i < y.size(); ++i) moved[i] += h * k[i];
    return moved;
  }

  void take_step(double t, double h) {
    const auto k1 = slope(t, y_), k2 = slope(t + h / 2, moved(y_, h / 2, k1)),
               k3 = slope(t + h / 2, moved(y_, h / 2, k2)), k4 = slope(t + h, moved(y_, h, k3));
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    note(call<fmi::Status>("fmi3SetTime", instance_, t + h));
    note(call<fmi::Status>("fmi3SetContinuousStates", instance_, static_cast<const double*>(y_.data()), y_.size()));
    bool wants_event = false, terminate = false;
    note(call<fmi::Status>("fmi3CompletedIntegratorStep", instance_, true, &wants_event, &terminate));
    if (!wants_event) return;
    note(call<fmi::Status>("fmi3EnterEventMode", instance_));
    int status = fmi_ok;
    if (update_discrete_states(instance_, &status)) {
      ++run_.repartitions;
      y_ = get_all("fmi3GetContinuousStates", instance_, y_.size());
    }
    note(status);
    note(call<fmi::Status>("fmi3EnterContinuousTimeMode", instance_));
  }

  Handle instance_;
  std::vector<double> y_;
  ExchangeRun run_;
};

}  // namespace daedalus::testing
