// function_call.hpp: where a formula changes its nature because of a function that it calls: "2*gas(3*t + 1)" has a kink
// wherever 3 t + 1 is at a kink of the table `gas`.
#pragma once

#include <vector>

#include "daedalus/model/functions/function.hpp"

namespace daedalus {

// f(offset + slope x), slope not zero.
struct LineCall {
  FunctionPtr function;
  double offset = 0, slope = 1;

  double where(double argument) const { return (argument - offset) / slope; }
  RepeatingPoints where(const RepeatingPoints& arguments) const;
  std::vector<SwitchingFunction> switching_functions() const;  // those of the function, of x
};

// Functions of x that change sign where an argument a(x) of any kind passes a point at which f, its slope or its curvature
// jumps.
std::vector<SwitchingFunction> find_switches_of_call(const FunctionPtr& function, const SwitchingFunction& argument);

// Whether the value (0) or a derivative of the function jumps at x, by looking at both sides.
bool jumps_at(const Function& function, double x, int order);
bool jumps_below(const Function& function, double x, int orders);  // orders 0 to orders − 1

}  // namespace daedalus
