// bindings.hpp: the parts of the module, one function each, and what they share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "daedalus/base/options.hpp"
#include "daedalus/math/vectors.hpp"

namespace nb = nanobind;

namespace daedalus::python {

using Pairs = std::vector<std::pair<std::string, std::string>>;
inline std::vector<OptionSetting> settings_of(const Pairs& pairs) {
  std::vector<OptionSetting> settings;
  for (const auto& [name, value] : pairs) settings.push_back({name, value});
  return settings;
}

// What a Python function returned. Throws TypeError.
inline double number(const nb::object& returned) {
  double value = 0;
  if (!nb::try_cast(returned, value)) throw nb::type_error("a Python function must return a number here.");
  return value;
}

using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

// An array that owns a copy of the numbers.
Vector copy_of(const VecX& values);
// An array that owns the numbers: `shape` says how they lie, row after row.
Vector take(std::vector<double>&& values);
Matrix take(std::vector<double>&& values, std::size_t rows, std::size_t columns);

void bind_mechanism(nb::module_& m);
void bind_state(nb::module_& m);
void bind_run(nb::module_& m);
void bind_simulation(nb::module_& m);
void bind_study(nb::module_& m);

}  // namespace daedalus::python
