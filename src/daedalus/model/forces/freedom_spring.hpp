// freedom_spring.hpp: a spring and damper along a freedom of a joint, or along a measure: it drives y to `free`.
#pragma once

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct FreedomSpring : SpringLaw {
  static constexpr const char* type = "freedom_spring";
  static constexpr const char* meaning =
      "spring and damper along a freedom of a joint (slide.displacement) or a measure";
  FreedomRef acts_on;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("acts_on", acts_on, required_field, "freedom of a joint (slide.displacement) or name of a measure");
    v("free_value", free, Field{}, "value at which the spring force is zero");
    describe_law(v, "", "", "");
  }

  std::array<Measure, 1> measure_list() const { return {acts_on.measure}; }
};

}  // namespace daedalus
