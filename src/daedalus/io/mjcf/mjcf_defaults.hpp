// mjcf_defaults.hpp: <default> classes of an MJCF file, written out: afterwards every element has the attributes that its
// class gives it, and nobody else needs to know of classes.
#pragma once

#include <tinyxml2.h>

#include "daedalus/io/model_file/problems.hpp"

namespace daedalus::mjcf {

// Changes the document. `file` is for messages about classes that are not there.
void apply_defaults(tinyxml2::XMLElement& top, int file, model_file::Problems& problems);

}  // namespace daedalus::mjcf
