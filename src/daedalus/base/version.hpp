// version.hpp: which Daedalus this is.
#pragma once

namespace daedalus {

const char* version();  // '0.1.0', from CMakeLists.txt

}  // namespace daedalus
