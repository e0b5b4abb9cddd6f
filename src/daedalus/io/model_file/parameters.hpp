// parameters.hpp: the parameters of a model: numbers, or expressions of each other in any order, or one of several
// words:
//
//   rack: {value: locked, choices: [free, locked]}       rack_free = 0 and rack_locked = 1 in expressions, for example
//   if: rack_locked
#pragma once

#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/io/model_file/mapping_reader.hpp"
#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/io/model_file/values.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/model.hpp"

namespace daedalus::model_file {

// A number whose expression is evaluated later.
struct Unevaluated {
  const Node* node = nullptr;
};

// The long form,  length: {value: 0.3, meaning: of the crank}.
struct ParameterFields {
  Unevaluated value;
  std::string meaning;
  NamesForm choices;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("value", value, Field{.required = true}, "a number or an expression in other parameters");
    v("meaning", meaning, Field{}, "description");
    v("choices", choices, Field{},
      "words that value may take instead of a number; NAME_WORD is 1 for the selected word and 0 for the others");
  }
};

// Puts the values into `values` and returns them in the order of the file. Settings replace what the file says;
// OptionError when there is no such parameter or the value is no expression.
std::vector<ModelParameter> read_parameters(const Section& section, const std::vector<OptionSetting>& settings,
                                            Values& values);

}  // namespace daedalus::model_file
