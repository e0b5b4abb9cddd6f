// vehicle.hpp: the stiff HMMWV over its bump, by SUNDIALS IDA and by our implicit methods, at equal error.
#pragma once

namespace daedalus::peers {

void compare_on_stiff_vehicle(int rounds);

}  // namespace daedalus::peers
