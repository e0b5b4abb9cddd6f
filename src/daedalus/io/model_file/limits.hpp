// limits.hpp: how much a model file may ask for, so that a hostile one can exhaust neither memory nor patience.
#pragma once

#include <cstddef>

namespace daedalus {

struct ModelFileLimits {
  std::size_t file_bytes = 16'000'000;   // of one file
  std::size_t total_bytes = 32'000'000;  // of a file and all that it includes
  int files = 100;                       // a file and all that it includes
  int include_depth = 10;
  int nesting = 50;                  // lists and mappings inside each other
  std::size_t nodes = 2'000'000;     // values after aliases are followed; a long text counts once per 64 bytes
  std::size_t text_bytes = 100'000;  // of one key or value
  std::size_t parameters = 10'000;
  std::size_t repeated_elements = 100'000;  // what all `for:` of a model make together; a body takes 7 kB
  std::size_t repeated_nodes = 20'000'000;  // and the values in them; long texts, {k} and expressions count as more
  std::size_t mesh_triangles = 200'000;     // of all shapes of a model together
  int problems = 100;                       // reading stops there
};

}  // namespace daedalus
