// documentation.hpp: the page in an FMU that says what it is and which libraries it carries.
#pragma once

#include <string>

#include "daedalus/fmi/fmu_library.hpp"

namespace daedalus::fmi {

std::string make_documentation(const std::string& name, const std::string& description, const FmuLibrary& library);

}  // namespace daedalus::fmi
