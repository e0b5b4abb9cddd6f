// field.hpp: what a reader must know of one field of a model part, beside its name, its value and its meaning.
//
//   struct LinearFunction {
//     double offset = 0, slope = 1;
//     template <class Visitor> void describe(Visitor&& v) {
//       v("offset", offset, Field{}, "value at 0");
//       v("slope", slope, Field{.required = true}, "change per unit of the argument");
//     }
//   };
//
// Files, their JSON schema and the docs all read describe(). Fields are double, int, std::string, std::vector<double>
// (the range is that of every element) or an enum, which gives Choices<Enum> in the place of the Field.
#pragma once

#include "daedalus/base/options.hpp"

namespace daedalus {

struct Field {
  const char* unit = "";       // of SI, "" where the unit depends on what the field is used for
  Range range = {};            // of the number
  bool required = false;       // false: the value of the aggregate is the default
  const char* variable = "t";  // of a function given as an expression
};

}  // namespace daedalus
