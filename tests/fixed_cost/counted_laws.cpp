// counted_laws.cpp: the laws of the vehicles, which are templates, among the code that counts its blocks.
#include "daedalus/model/forces/force_types.hpp"
#include "daedalus/model/functions/function_types.hpp"

namespace daedalus {

template class MeasureForceGroupOf<SpringDamper>;
template class MeasureForceGroupOf<VerticalTire>;
template class LawFunction<HalfCylinderFunction>;

}  // namespace daedalus
