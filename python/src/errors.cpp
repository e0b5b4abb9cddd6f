#include "errors.hpp"

#include <nanobind/nanobind.h>

#include "daedalus/base/errors.hpp"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

// The classes are looked up when an error occurs: this module can be imported without the package around it.
void raise(const char* name, const char* message) {
  const nb::object type = nb::module_::import_("daedalus.errors").attr(name);
  PyErr_SetObject(type.ptr(), nb::str(message).ptr());
}

}  // namespace

void register_errors() {
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const ModelError& e) {
      raise("ModelError", e.what());
    } catch (const OptionError& e) {
      raise("OptionError", e.what());
    } catch (const FileError& e) {
      raise("FileError", e.what());
    }
  });
}

}  // namespace daedalus::python
