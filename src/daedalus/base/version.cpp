#include "daedalus/base/version.hpp"

namespace daedalus {

const char* version() { return DAEDALUS_VERSION; }

}  // namespace daedalus
