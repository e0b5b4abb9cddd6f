// fmu_under_test.hpp: the shared library of FMUs, called as an importer does: through its C functions, found by name.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/cosimulation/abi.hpp"
#include "daedalus/fmi/export_fmu.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::testing {

using fmi::Handle, fmi::Reference, fmi::Text;
inline constexpr int fmi_ok = 0, fmi_warning = 1, fmi_discard = 2, fmi_error = 3;

// A C function of the library: call<fmi::Status>("fmi3SetTime", instance, 0.5).
template <class Result, class... Arguments>
Result call(const char* name, Arguments... arguments) {
  static void* library = dlopen(DAEDALUS_FMU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  void* function = library ? dlsym(library, name) : nullptr;
  EXPECT_NE(function, nullptr) << name << ": " << (library ? "" : dlerror());
  return reinterpret_cast<Result (*)(Arguments...)>(function)(arguments...);
}

// The unpacked FMU, and instances of it.
class FmuUnderTest {
 public:
  explicit FmuUnderTest(const fmi::FmuRequest& request) {
    for (const fmi::FmuFile& file : fmi::make_fmu_files(request, report_)) {
      const std::filesystem::path path = folder_ / file.name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << file.bytes;
      if (file.name == "modelDescription.xml") description_ = file.bytes;
    }
    resources_ = (folder_ / "resources").string();
  }

  const fmi::FmuReport& report() const { return report_; }
  const std::string& description() const { return description_; }
  const std::string& resources() const { return resources_; }

  // By the description, not by what the library thinks.
  Reference reference(const std::string& name) const {
    const std::size_t at = description_.find("name=\"" + name + "\" valueReference=\"");
    EXPECT_NE(at, std::string::npos) << name;
    if (at == std::string::npos) return 0;
    return static_cast<Reference>(std::stoul(description_.substr(description_.find("valueReference=\"", at) + 16)));
  }

  Handle model_exchange() const {
    return call<Handle>("fmi3InstantiateModelExchange", Text("one"), Text(report_.token.c_str()),
                        Text(resources_.c_str()), false, false, static_cast<void*>(nullptr),
                        static_cast<fmi::Log3>(nullptr));
  }
  Handle co_simulation(fmi::IntermediateUpdate3 update = nullptr, bool may_return_early = false) const {
    return call<Handle>("fmi3InstantiateCoSimulation", Text("one"), Text(report_.token.c_str()),
                        Text(resources_.c_str()), false, false, false, may_return_early,
                        static_cast<const Reference*>(nullptr), std::size_t{0}, static_cast<void*>(nullptr),
                        static_cast<fmi::Log3>(nullptr), update);
  }

 private:
  TemporaryFolder folder_;
  fmi::FmuReport report_;
  std::string description_, resources_;
};

inline int initialize(Handle instance, double t_start = 0) {
  const int status = call<fmi::Status>("fmi3EnterInitializationMode", instance, false, 0.0, t_start, false, 0.0);
  return status != fmi_ok ? status : call<fmi::Status>("fmi3ExitInitializationMode", instance);
}

inline double get(Handle instance, Reference reference) {
  double value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(call<fmi::Status>("fmi3GetFloat64", instance, static_cast<const Reference*>(&reference), std::size_t{1},
                              &value, std::size_t{1}),
            fmi_ok);
  return value;
}

inline int set(Handle instance, Reference reference, double value) {
  return call<fmi::Status>("fmi3SetFloat64", instance, static_cast<const Reference*>(&reference), std::size_t{1},
                           static_cast<const double*>(&value), std::size_t{1});
}

inline int do_step(Handle instance, double t, double h, double* reached = nullptr, bool* early = nullptr) {
  bool event = false, terminate = false, returned = false;
  double t_reached = 0;
  const int status = call<fmi::Status>("fmi3DoStep", instance, t, h, true, &event, &terminate, &returned, &t_reached);
  if (reached) *reached = t_reached;
  if (early) *early = returned;
  return status;
}

inline bool update_discrete_states(Handle instance, int* status = nullptr) {
  bool again = false, terminate = false, nominals = false, values = false, has_next = false;
  double next = 0;
  const int result =
      call<fmi::Status>("fmi3UpdateDiscreteStates", instance, &again, &terminate, &nominals, &values, &has_next, &next);
  if (status) *status = result;
  return values;
}

inline std::vector<double> get_all(const char* function, Handle instance, std::size_t size) {
  std::vector<double> values(size, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(call<fmi::Status>(function, instance, values.data(), size), fmi_ok) << function;
  return values;
}

inline void release(Handle instance) { call<void>("fmi3FreeInstance", instance); }

}  // namespace daedalus::testing
