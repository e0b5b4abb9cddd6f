#include "daedalus/model/forces/force_element.hpp"

#include "daedalus/model/forces/frame_force.hpp"
#include "daedalus/model/forces/measure_force.hpp"

namespace daedalus {

TimeBreaks ForceElement::time_breaks() const { return {}; }

std::unique_ptr<MeasureForceGroup> ForceElement::make_measure_group() const { return nullptr; }
std::unique_ptr<FrameForceGroup> ForceElement::make_frame_group() const { return nullptr; }

}  // namespace daedalus
