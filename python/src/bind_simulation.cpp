// bind_simulation.cpp: a mechanism that is stepped by Python.
#include "bindings.hpp"
#include "daedalus/simulation/stepping.hpp"

namespace daedalus::python {
namespace {

// Ctrl-C between steps, a few times a second; else an exception would wait for the end of a long advance.
bool go_on() {
  nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  return true;
}

bool advance(Stepping& sim, double t) {
  nb::gil_scoped_release release;
  long steps = 0;
  return sim.advance(t, [&] { return ++steps % 100 != 0 || go_on(); });
}

}  // namespace

void bind_simulation(nb::module_& m) {
  using Release = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<Stepping>(m, "Stepping", "A mechanism that is stepped by its owner.")
      .def(
          "__init__",
          [](Stepping* self, const Mechanism& mechanism, std::optional<std::string> method, const Pairs& options,
             std::optional<double> h, std::optional<double> rtol, std::optional<double> atol, const Pairs& inputs,
             const Pairs& control, std::optional<State> start) {
            new (self) Stepping(mechanism, {.method = std::move(method),
                                            .options = settings_of(options),
                                            .h = h,
                                            .rtol = rtol,
                                            .atol = atol,
                                            .control = settings_of(control),
                                            .inputs = settings_of(inputs),
                                            .from = std::move(start)});
          },
          nb::arg("mechanism"), nb::kw_only(), nb::arg("method") = nb::none(), nb::arg("options") = Pairs(),
          nb::arg("h") = nb::none(), nb::arg("rtol") = nb::none(), nb::arg("atol") = nb::none(),
          nb::arg("inputs") = Pairs(), nb::arg("control") = Pairs(), nb::arg("start") = nb::none())
      .def("step", &Stepping::step, Release())
      .def("advance", &advance, nb::arg("t"))
      .def_prop_ro("t", &Stepping::t)
      .def_prop_ro("state", &Stepping::state)
      .def_prop_ro("h", [](const Stepping& s) { return s.integration().last_h(); })
      .def_prop_ro("steps", [](const Stepping& s) { return s.integration().counts().accepted; })
      .def_prop_ro("rejected", [](const Stepping& s) { return s.integration().counts().rejected; })
      .def_prop_ro("status", [](const Stepping& s) { return std::string(text_of(s.status())); })
      .def_prop_ro("message", [](const Stepping& s) { return s.failure() ? s.failure()->message() : std::string(); })
      .def("input", &Stepping::input, nb::arg("name"))
      .def("set", &Stepping::set, nb::arg("name"), nb::arg("value"))
      .def("channel", &Stepping::channel, nb::arg("name"))
      .def("save", &Stepping::save)
      .def("restore", &Stepping::restore, nb::arg("checkpoint"));
}

}  // namespace daedalus::python
