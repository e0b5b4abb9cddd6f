// errors.hpp: what is thrown when the user's input is wrong. Only readers, builders and constructors throw, before
// the first step; from there on a failure is a value (see integrate/outcome.hpp).
#pragma once

#include <stdexcept>

namespace daedalus {

// A model or a system that cannot be built as described.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An option, method name or command-line value that is not accepted.
struct OptionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A file that cannot be read or written.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace daedalus
