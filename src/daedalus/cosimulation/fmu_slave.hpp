// fmu_slave.hpp: one instance of an FMU for co-simulation, of either version of the standard, called through its C functions.
//
// What the FMU refuses is a FmuError with what it has logged. An FMU is foreign code in our process: a crash of it is one of
// ours.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "daedalus/cosimulation/fmu_description.hpp"

namespace daedalus {

struct FmuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class FmuSlave {
 public:
  // Throws FileError when its library cannot be loaded, FmuError when it gives no instance.
  FmuSlave(const std::filesystem::path& folder, const FmuDescription& description);
  ~FmuSlave();
  FmuSlave(const FmuSlave&) = delete;
  FmuSlave& operator=(const FmuSlave&) = delete;

  void set(std::span<const fmi::Reference> references, std::span<const double> values);
  void get(std::span<const fmi::Reference> references, std::span<double> values);
  void enter_initialization(double t_start);
  void exit_initialization();
  void do_step(double t, double h);  // throws as well where the FMU wants to end the simulation

 private:
  struct Functions;
  template <class... Arguments>
  void expect_ok(const char* function, fmi::Status (*call)(Arguments...), std::type_identity_t<Arguments>... arguments);
  void note(fmi::Status status, const std::string& message);
  static void log2(void* slave, fmi::Text instance, fmi::Status status, fmi::Text category, fmi::Text message, ...);
  static void log3(void* slave, fmi::Status status, fmi::Text category, fmi::Text message);

  std::string name_;
  int version_ = 3;
  void* library_ = nullptr;
  std::unique_ptr<Functions> call_;
  fmi::Callbacks2 callbacks_{};
  fmi::Handle instance_ = nullptr;
  std::string said_;  // since the last call
};

}  // namespace daedalus
