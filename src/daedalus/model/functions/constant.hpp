// constant.hpp: f(x) = value.
#pragma once

#include <fmt/format.h>

#include <string>

#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {

struct ConstantFunction {
  static constexpr const char* type = "constant";
  static constexpr const char* meaning = "a constant value";

  double value = 0;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("value", value, Field{.required = true}, "the value");
  }

  template <class S>
  S operator()(const S&) const {
    return S(value);
  }

  std::string text() const { return fmt::format("constant {:.6g}", value); }

  FunctionPtr make() const {
    check_fields(*this, "constant function");
    return make_function(*this);
  }
};

}  // namespace daedalus
