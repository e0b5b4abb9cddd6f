// errors.hpp: errors of the library as the classes of daedalus/errors.py, and requests to stop from the keyboard.
#pragma once

namespace daedalus::python {

// ModelError, OptionError and FileError become the Python exceptions of the same name.
void register_errors();

}  // namespace daedalus::python
