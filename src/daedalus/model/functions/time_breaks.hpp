// time_breaks.hpp: the times at which functions of time change their nature, of a whole model.
//
// Known times are listed. Those of formulas such as sin(t) > 0.9 are zeros of a switching function and without end:
// they are looked for ahead, as far as the next step may go. Those of a periodic table are known, and without end too.
#pragma once

#include <limits>
#include <vector>

#include "daedalus/model/functions/expression.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

// What a function of time acts as: a history of steps ends where a load or its slope jumps, and where a motion, its
// velocity or its acceleration does.
enum class TimeRole { load, motion };

class TimeBreaks {
 public:
  struct Break {
    double t = std::numeric_limits<double>::infinity();
    bool jumps = false;
  };

  void add(const FunctionPtr& function, TimeRole role);  // a null function has none
  void add(const Expression& load, std::size_t variable);
  void add(const TimeBreaks& others);
  void add(const Break& at) { list(at); }
  void add(SwitchingFunction zero) { zeros_.push_back(std::move(zero)); }

  Break next(double t, double until) const;  // the first in (t, until)

  const std::vector<Break>& listed() const { return listed_; }  // ascending

 private:
  struct Repeating {
    RepeatingPoints points;
    bool jumps = false;
    Break next(double t) const;
  };
  void list(const Break& at);
  void repeat(RepeatingPoints points, int orders);

  std::vector<Break> listed_;  // ascending, each time once
  std::vector<Repeating> repeating_;
  std::vector<SwitchingFunction> zeros_;
};

}  // namespace daedalus
