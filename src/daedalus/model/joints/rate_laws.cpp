// rate_laws.cpp: nonholonomic laws with all their derivatives, compiled once instead of wherever joints are named.
#include "daedalus/model/joints/knife_edge.hpp"
#include "daedalus/model/joints/rolling_disc.hpp"

namespace daedalus {

template class RateConstraintOf<KnifeEdgeLaw>;
template class RateConstraintOf<RollingDiscLaw>;

}  // namespace daedalus
