// linear.hpp: f(x) = offset + slope x.
#pragma once

#include <fmt/format.h>

#include <string>

#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {

struct LinearFunction {
  static constexpr const char* type = "linear";
  static constexpr const char* meaning = "a straight line, offset + slope x";

  double offset = 0, slope = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("offset", offset, Field{}, "value at x = 0");
    v("slope", slope, Field{.required = true}, "slope");
  }

  template <class S>
  S operator()(const S& x) const {
    return offset + slope * x;
  }

  std::string text() const { return fmt::format("linear with offset {:.6g}, slope {:.6g}", offset, slope); }

  FunctionPtr make() const {
    check_fields(*this, "linear function");
    return make_function(*this);
  }
};

}  // namespace daedalus
