// coordinate_names.hpp: small helpers on coordinates by their names.
#pragma once

#include <string>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

// 'crank' of 'crank.theta'.
inline std::string owner_of_coordinate(const std::string& name) { return name.substr(0, name.rfind('.')); }

inline double largest_entry(const VecX& x) { return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>(); }

}  // namespace daedalus
