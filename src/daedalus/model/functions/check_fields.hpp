// check_fields.hpp: refuses a described aggregate with a number that is not finite or outside the range of its field.
// A reader has checked what it has read; an aggregate that was filled in C++ is checked here.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/field.hpp"

namespace daedalus {

class FieldCheck {
 public:
  explicit FieldCheck(std::string owner) : owner_(std::move(owner)) {}

  void operator()(const char* name, const double& value, const Field& field, const char*) const {
    check(name, value, field.range);
  }
  void operator()(const char* name, const std::vector<double>& values, const Field& field, const char*) const {
    for (std::size_t i = 0; i < values.size(); ++i) check(fmt::format("{}[{}]", name, i), values[i], field.range);
  }
  template <class Value, class FieldOrChoices>
  void operator()(const char*, const Value&, const FieldOrChoices&, const char*) const {}  // text and choices

 private:
  void check(const std::string& name, double value, const Range& range) const {
    if (!std::isfinite(value))
      throw ModelError(fmt::format("{}: {} = {} is not accepted: expected a finite number.", owner_, name, value));
    if (!range.holds(value))
      throw ModelError(fmt::format("{}: {} = {} is not accepted: expected {}.", owner_, name, value,
                                   options_detail::describe_range(range, false)));
  }
  std::string owner_;
};

// Throws ModelError, 'harmonic function: phase = nan is not accepted: give a finite number.'
template <class Described>
void check_fields(Described fields, const std::string& owner) {
  fields.describe(FieldCheck(owner));
}

}  // namespace daedalus
