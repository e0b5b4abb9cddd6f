// mechanism_size.hpp: lengths of a model against which others are large or small.
#pragma once

#include "daedalus/model/model.hpp"

namespace daedalus {

// m: the extent of centers of mass and joints as they were drawn, or the longest arm of a joint, whichever is larger; 1
// when both are zero.
double mechanism_size(const Model& model);

// What a row of a joint or driver amounts to when lengths change by `size` and angles by 1.
double row_scale(const ConstraintRow& row, double size);

}  // namespace daedalus
