// smooth_step.hpp: from one value to another without a jump in slope or curvature.
//
//   f(x) = v0 + (v1 − v0) s³ (10 − 15 s + 6 s²),  s = (x − x0)/(x1 − x0) between 0 and 1
//
// v0 before x0, v1 after x1. Twice continuously differentiable; f''' jumps at x0 and x1.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "daedalus/model/functions/check_fields.hpp"
#include "daedalus/model/functions/elementary.hpp"
#include "daedalus/model/functions/law_function.hpp"

namespace daedalus {

struct SmoothStepFunction {
  static constexpr const char* type = "smooth_step";
  static constexpr const char* meaning = "quintic transition from v0 at x0 to v1 at x1, constant before and after";

  double x0 = 0, v0 = 0;
  double x1 = 1, v1 = 1;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("x0", x0, Field{}, "start of the step");
    v("v0", v0, Field{}, "value before the step");
    v("x1", x1, Field{.required = true}, "end of the step; greater than x0");
    v("v1", v1, Field{.required = true}, "value after the step");
  }

  template <class S>
  S operator()(const S& x) const {
    return v0 + (v1 - v0) * quintic_step(S((x - x0) / (x1 - x0)));
  }

  // a long step would see the same value at both ends, or nothing between
  std::vector<double> turning_points() const { return {x0, x1}; }

  std::string text() const {
    return fmt::format("smooth step from {:.6g} at {:.6g} to {:.6g} at {:.6g}", v0, x0, v1, x1);
  }

  FunctionPtr make() const {
    check_fields(*this, "smooth_step function");
    if (!(x0 < x1)) throw ModelError(fmt::format("smooth_step function: x0 = {} must be less than x1 = {}.", x0, x1));
    return make_function(*this);
  }
};

}  // namespace daedalus
