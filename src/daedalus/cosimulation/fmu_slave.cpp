#include "daedalus/cosimulation/fmu_slave.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {

using fmi::Handle, fmi::Reference, fmi::Status, fmi::Text;

struct FmuSlave::Functions {
  void (*free_instance)(Handle) = nullptr;
  Status (*exit_initialization)(Handle) = nullptr;
  Status (*terminate)(Handle) = nullptr;
  // FMI 2
  Handle (*instantiate2)(Text, int, Text, Text, const fmi::Callbacks2*, int, int) = nullptr;
  Status (*set_up2)(Handle, int, double, double, int, double) = nullptr;
  Status (*enter_initialization2)(Handle) = nullptr;
  Status (*get2)(Handle, const Reference*, std::size_t, double*) = nullptr;
  Status (*set2)(Handle, const Reference*, std::size_t, const double*) = nullptr;
  Status (*do_step2)(Handle, double, double, int) = nullptr;
  // FMI 3
  Handle (*instantiate3)(Text, Text, Text, bool, bool, bool, bool, const Reference*, std::size_t, void*, fmi::Log3,
                         fmi::IntermediateUpdate3) = nullptr;
  Status (*enter_initialization3)(Handle, bool, double, double, bool, double) = nullptr;
  Status (*get3)(Handle, const Reference*, std::size_t, double*, std::size_t) = nullptr;
  Status (*set3)(Handle, const Reference*, std::size_t, const double*, std::size_t) = nullptr;
  Status (*do_step3)(Handle, double, double, bool, bool*, bool*, bool*, double*) = nullptr;
};

namespace {

std::string uri_of(const std::filesystem::path& folder) {
  std::string uri = "file://";
  for (const char c : folder.string())
    uri += is_letter(c) || is_digit(c) || c == '/' || c == '.' || c == '-'
               ? std::string(1, c)
               : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

template <class Function>
void find_function(void* library, const std::string& name, Function& out) {
  void* found = dlsym(library, name.c_str());
  if (!found) throw FileError(fmt::format("the library of the FMU has no function {}.", name));
  out = reinterpret_cast<Function>(found);
}

}  // namespace

FmuSlave::FmuSlave(const std::filesystem::path& folder, const FmuDescription& description)
    : name_(description.name), version_(description.version), call_(std::make_unique<Functions>()) {
  const char* platform = version_ == 3 ? "x86_64-linux" : "linux64";
  const std::filesystem::path full = std::filesystem::absolute(folder);
  const std::filesystem::path file = full / "binaries" / platform / (description.identifier + ".so");
  if (std::error_code error; !std::filesystem::is_regular_file(file, error))
    throw FileError(fmt::format("FMU '{}' has no library for this machine (binaries/{}).", name_, platform));
  library_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) throw FileError(fmt::format("the library of FMU '{}' cannot be loaded: {}.", name_, dlerror()));

  const std::string prefix = fmt::format("fmi{}", version_);
  find_function(library_, prefix + "FreeInstance", call_->free_instance);
  find_function(library_, prefix + "ExitInitializationMode", call_->exit_initialization);
  find_function(library_, prefix + "Terminate", call_->terminate);
  if (version_ == 2) {
    find_function(library_, "fmi2Instantiate", call_->instantiate2);
    find_function(library_, "fmi2SetupExperiment", call_->set_up2);
    find_function(library_, "fmi2EnterInitializationMode", call_->enter_initialization2);
    find_function(library_, "fmi2GetReal", call_->get2);
    find_function(library_, "fmi2SetReal", call_->set2);
    find_function(library_, "fmi2DoStep", call_->do_step2);
    callbacks_ = {
        .log = log2, .allocate = std::calloc, .release = std::free, .step_finished = nullptr, .environment = this};
    constexpr int co_simulation = 1;
    instance_ = call_->instantiate2(name_.c_str(), co_simulation, description.token.c_str(),
                                    uri_of(full / "resources").c_str(), &callbacks_, 0, 0);
  } else {
    find_function(library_, "fmi3InstantiateCoSimulation", call_->instantiate3);
    find_function(library_, "fmi3EnterInitializationMode", call_->enter_initialization3);
    find_function(library_, "fmi3GetFloat64", call_->get3);
    find_function(library_, "fmi3SetFloat64", call_->set3);
    find_function(library_, "fmi3DoStep", call_->do_step3);
    const std::string resources = (full / "resources/").string();
    instance_ = call_->instantiate3(name_.c_str(), description.token.c_str(), resources.c_str(), false, false, false,
                                    false, nullptr, 0, this, log3, nullptr);
  }
  if (!instance_) throw FmuError(fmt::format("FMU '{}' could not be instantiated: {}", name_, said_));
}

// The library stays loaded: FMUs are known to leave threads and handlers behind.
FmuSlave::~FmuSlave() {
  if (instance_) call_->free_instance(instance_);
}

void FmuSlave::note(Status status, const std::string& message) {
  constexpr std::size_t enough = 2000;
  if (status != Status::ok && said_.size() < enough) said_ += (said_.empty() ? "" : " ") + printable(message);
}

void FmuSlave::log2(void* slave, Text, Status status, Text, Text message, ...) {
  char text[1000] = "";
  va_list arguments;
  va_start(arguments, message);
  if (message) std::vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  if (slave) static_cast<FmuSlave*>(slave)->note(status, text);
}

void FmuSlave::log3(void* slave, Status status, Text, Text message) {
  if (slave) static_cast<FmuSlave*>(slave)->note(status, message ? message : "");
}

template <class... Arguments>
void FmuSlave::expect_ok(const char* function, Status (*call)(Arguments...),
                         std::type_identity_t<Arguments>... arguments) {
  said_.clear();
  const Status status = call(arguments...);
  if (status == Status::ok || status == Status::warning) return;
  const char* word = status == Status::discard ? "discard" : status == Status::fatal ? "fatal" : "error";
  throw FmuError(fmt::format("FMU '{}': {} returned {}.{}{}", name_, function, word, said_.empty() ? "" : " ", said_));
}

void FmuSlave::set(std::span<const Reference> references, std::span<const double> values) {
  if (references.empty()) return;
  if (version_ == 2)
    expect_ok("fmi2SetReal", call_->set2, instance_, references.data(), references.size(), values.data());
  else
    expect_ok("fmi3SetFloat64", call_->set3, instance_, references.data(), references.size(), values.data(),
              values.size());
}

void FmuSlave::get(std::span<const Reference> references, std::span<double> values) {
  if (references.empty()) return;
  if (version_ == 2)
    expect_ok("fmi2GetReal", call_->get2, instance_, references.data(), references.size(), values.data());
  else
    expect_ok("fmi3GetFloat64", call_->get3, instance_, references.data(), references.size(), values.data(),
              values.size());
}

void FmuSlave::enter_initialization(double t_start) {
  if (version_ == 2) {
    expect_ok("fmi2SetupExperiment", call_->set_up2, instance_, 0, 0, t_start, 0, 0);
    expect_ok("fmi2EnterInitializationMode", call_->enter_initialization2, instance_);
  } else {
    expect_ok("fmi3EnterInitializationMode", call_->enter_initialization3, instance_, false, 0, t_start, false, 0);
  }
}

void FmuSlave::exit_initialization() { expect_ok("ExitInitializationMode", call_->exit_initialization, instance_); }

void FmuSlave::do_step(double t, double h) {
  if (version_ == 2) return expect_ok("fmi2DoStep", call_->do_step2, instance_, t, h, 1);
  bool needs_event = false, terminate = false, returned_early = false;
  double reached = t + h;
  expect_ok("fmi3DoStep", call_->do_step3, instance_, t, h, true, &needs_event, &terminate, &returned_early, &reached);
  if (terminate) throw FmuError(fmt::format("FMU '{}' asks to end the simulation.", name_));
}

}  // namespace daedalus
