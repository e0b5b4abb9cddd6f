// What the tests of URDF files share.
#pragma once

#include "support/model_parts.hpp"

namespace daedalus::testing {

inline std::string urdf_file(const std::string& name) { return URDF_TESTS "/files/" + name; }

}  // namespace daedalus::testing
