// module.cpp: the extension daedalus._core. Its classes are as thin as possible: what users see is written in Python around
// them, in python/daedalus.
#include "bindings.hpp"
#include "daedalus/base/version.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "errors.hpp"

namespace daedalus::python {

Vector copy_of(const VecX& values) { return take(std::vector<double>(values.begin(), values.end())); }

Vector take(std::vector<double>&& values) {
  auto* kept = new std::vector<double>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Vector(kept->data(), {kept->size()}, owner);
}

Matrix take(std::vector<double>&& values, std::size_t rows, std::size_t columns) {
  auto* kept = new std::vector<double>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Matrix(kept->data(), {rows, columns}, owner);
}

}  // namespace daedalus::python

NB_MODULE(_core, m) {
  using namespace daedalus::python;
  nb::set_leak_warnings(false);  // objects that outlive the interpreter are those of the user's main module
  m.doc() = "Bindings of the C++ library; use the package daedalus.";
  m.attr("version") = daedalus::version();
  m.def("model_schema", &daedalus::model_schema, "The JSON schema of model files.");
  m.def("can_write_pages", &daedalus::can_write_pages, "False: built without the report page.");
  register_errors();
  bind_state(m);
  bind_mechanism(m);
  bind_run(m);
  bind_simulation(m);
  bind_study(m);
}
