// spring_damper.hpp: the TSDA, a spring and damper along the line between two points. y = |x_P − x_Q|.
#pragma once

#include "daedalus/model/forces/spring_law.hpp"
#include "daedalus/model/joints/joint.hpp"

namespace daedalus {

struct SpringDamper : SpringLaw {
  static constexpr const char* type = "spring_damper";
  static constexpr const char* meaning = "spring and damper along the line between two points";
  Between between;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("between", between, required_field, "markers [P, Q]; only their positions matter");
    v("free_length", free, Field{.unit = "m", .range = at_least(0)}, "length at which the spring force is zero");
    describe_law(v, "N/m", "N s/m", "N");
  }

  std::array<Measure, 1> measure_list() const { return {{{MeasureKind::distance, between.P, between.Q}}}; }
};

}  // namespace daedalus
