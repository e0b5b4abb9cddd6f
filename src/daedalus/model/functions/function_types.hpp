// function_types.hpp: the functions a model can name. A new one is a header like constant.hpp and one line here.
//
// Each type has  static constexpr const char* type, meaning;  a describe(Visitor&&) as in model/field.hpp;
// and  FunctionPtr make() const,  which throws ModelError when its values do not fit.
#pragma once

#include <tuple>

#include "daedalus/model/functions/bumps.hpp"
#include "daedalus/model/functions/constant.hpp"
#include "daedalus/model/functions/enveloped_road.hpp"
#include "daedalus/model/functions/expression_function.hpp"
#include "daedalus/model/functions/harmonic.hpp"
#include "daedalus/model/functions/input.hpp"
#include "daedalus/model/functions/linear.hpp"
#include "daedalus/model/functions/random_road.hpp"
#include "daedalus/model/functions/smooth_step.hpp"
#include "daedalus/model/functions/table.hpp"

namespace daedalus {

using FunctionTypes = std::tuple<ConstantFunction,                           //
                                 LinearFunction,                             //
                                 HarmonicFunction,                           //
                                 SmoothStepFunction,                         //
                                 HalfCylinderFunction, CosineBumpFunction,   //
                                 RandomRoadFunction, EnvelopedRoadFunction,  //
                                 TableFunction,                              //
                                 ExpressionFunction,                         //
                                 InputFunction>;

}  // namespace daedalus
