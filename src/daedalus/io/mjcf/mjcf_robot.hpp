// mjcf_robot.hpp: an MJCF file (the XML format of MuJoCo) as a robot: bodies are links, with the ground as their root.
// What is read of it, and what is not: docs/guide/mjcf.md.
#pragma once

#include "daedalus/io/urdf/urdf_robot.hpp"

namespace daedalus::mjcf {

// Every problem of the text goes to `problems`; what it returns then is not complete.
urdf::Robot parse_mjcf(const std::string& text, int file, const ModelFileLimits& limits,
                       model_file::Problems& problems);

}  // namespace daedalus::mjcf
