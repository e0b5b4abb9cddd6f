// vehicle.hpp: vehicles by SUNDIALS IDA and by our methods, at equal error.
#pragma once

#include "summary.hpp"

namespace daedalus::peers {

void compare_on_stiff_vehicle(int rounds, Summary& summary);  // the stiff HMMWV over its bump
void compare_on_rides(int rounds,
                      Summary& summary);  // the HMMWV that is not stiff, over its bump; the train in a curve

}  // namespace daedalus::peers
