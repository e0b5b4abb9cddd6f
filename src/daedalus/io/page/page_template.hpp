// page_template.hpp: the page of the viewer, as it was when the program was built.
#pragma once

#include <string>

namespace daedalus {

// viewer/dist/page.html; viewer/README.md tells how its two places are filled. "" when the program was built without
// it.
std::string page_template();

}  // namespace daedalus
