// bind_mechanism.cpp: loading a model, and what is known of it before a run.
#include "bindings.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/simulation/gallery.hpp"
#include "daedalus/simulation/mechanism.hpp"
#include "python_laws.hpp"
#include "user_equations.hpp"

#include <nanobind/stl/map.h>
#include <map>

namespace daedalus::python {
namespace {

using Functions = std::map<std::string, std::vector<nb::callable>>;
using Forces = std::vector<std::tuple<std::string, std::string, nb::callable>>;

Mechanism load(const std::string& name, std::optional<std::string> formulation, const Pairs& parameters,
               std::optional<std::string> start, std::optional<std::string> text, const Functions& functions,
               const Forces& forces) {
  MechanismRequest request{.name = name, .formulation = std::move(formulation), .parameters = settings_of(parameters)};
  if (start && *start == "equilibrium") request.start = StartFrom::equilibrium;
  else if (start && *start == "drawn") request.start = StartFrom::drawn;
  else if (start) throw OptionError("start = '" + *start + "': expected 'drawn' or 'equilibrium'.");
  request.text = std::move(text);
  for (const auto& [name_of_it, derivatives] : functions)
    request.additions.functions.emplace(name_of_it, make_python_function(name_of_it, derivatives));
  if (!forces.empty())
    request.additions.complete = [&forces](ModelBuilder& builder) {
      nb::gil_scoped_acquire lock;
      for (const auto& [force, acts_on, law] : forces) add_python_force(builder, force, acts_on, law);
    };
  nb::gil_scoped_release release;
  return load_mechanism(request);
}

using Numbers = std::vector<double>;

Mechanism from_equations(const std::string& name, double t, const Numbers& q, const Numbers& v, const Numbers& s,
                         std::optional<double> t_end, const std::map<std::string, nb::object>& functions,
                         const std::vector<std::pair<int, int>>& sparsity, std::vector<std::string> coordinates) {
  const auto vector = [](const Numbers& x) {
    return VecX(Eigen::Map<const VecX>(x.data(), static_cast<Index>(x.size())));
  };
  const auto find = [&](const char* key) {
    const auto found = functions.find(key);
    return found == functions.end() ? nullptr : share(found->second);
  };
  UserFunctions user{.f = find("f"),
                     .M = find("M"),
                     .g = find("g"),
                     .G = find("G"),
                     .g_t = find("g_t"),
                     .gamma = find("gamma"),
                     .f_q = find("f_q"),
                     .f_v = find("f_v"),
                     .sigma = find("sigma"),
                     .energy = find("potential")};
  if (user.M && !PyCallable_Check(user.M->ptr())) {
    user.constant_M = constant_matrix(*user.M, static_cast<Index>(q.size()));
    user.M = nullptr;
  }
  State start;
  start.t = t;
  start.q = vector(q);
  start.v = vector(v);
  start.s = vector(s);
  std::vector<Pattern::Entry> entries;
  for (const auto& [row, column] : sparsity) entries.push_back({row, column});
  return make_mechanism(std::make_shared<const UserEquations>(name, std::move(user), std::move(start),
                                                              std::move(entries), std::move(coordinates)),
                        t_end.value_or(t + 1));
}

}  // namespace

void bind_mechanism(nb::module_& m) {
  m.def("gallery", [] {
    std::vector<std::string> names;
    for (const std::filesystem::path& file : gallery_files()) names.push_back(file.stem().string());
    return names;
  });

  nb::class_<Mechanism>(m, "Mechanism", "A model with its equations and a consistent start.")
      .def_static("load", &load, nb::arg("name"), nb::arg("formulation") = nb::none(), nb::arg("parameters") = Pairs(),
                  nb::arg("start") = nb::none(), nb::arg("text") = nb::none(), nb::arg("functions") = Functions(),
                  nb::arg("forces") = Forces())
      .def_static("from_equations", &from_equations, nb::arg("name"), nb::arg("t"), nb::arg("q"), nb::arg("v"),
                  nb::arg("s"), nb::arg("t_end").none(), nb::arg("functions"), nb::arg("sparsity"),
                  nb::arg("coordinates"))
      .def_prop_ro("name", [](const Mechanism& x) { return x.name(); })
      .def_ro("file", &Mechanism::file)
      .def_ro("formulation", &Mechanism::formulation)
      .def_prop_ro("description", [](const Mechanism& x) { return x.model ? x.model->description() : std::string(); })
      .def_prop_ro("coordinates", [](const Mechanism& x) { return x.system->layout().coordinates; })
      .def_prop_ro("constraints", [](const Mechanism& x) { return x.system->layout().constraints; })
      .def_prop_ro("states", [](const Mechanism& x) { return x.system->layout().states; })
      .def_ro("start", &Mechanism::start)
      .def_prop_ro(
          "channels",
          [](const Mechanism& x) {
            std::vector<std::tuple<std::string, std::string, std::string>> all;
            const std::unique_ptr<ChannelSource> source = x.make_channels();
            for (const ChannelInfo& c : source->channels()) all.emplace_back(c.name, c.unit, c.meaning);
            return all;
          },
          "(name, unit, meaning) of each")
      .def_prop_ro(
          "inputs",
          [](const Mechanism& x) {
            std::vector<std::tuple<std::string, double, double, double>> all;
            for (const HeldInputPtr& i : x.system->layout().inputs)
              all.emplace_back(i->name, i->initial, i->minimum, i->maximum);
            return all;
          },
          "(name, initial, minimum, maximum) of each")
      .def_prop_ro("parameters",
                   [](const Mechanism& x) {
                     nb::typed<nb::dict, nb::str, nb::object> all;
                     if (x.model)
                       for (const ModelParameter& p : x.model->parameters())
                         all[p.name.c_str()] =
                             p.word() ? nb::object(nb::cast(*p.word())) : nb::object(nb::cast(p.value));
                     return all;
                   })
      .def_prop_ro("notes",
                   [](const Mechanism& x) {
                     std::vector<std::string> notes = x.model_notes;
                     notes.insert(notes.end(), x.start_notes.begin(), x.start_notes.end());
                     return notes;
                   })
      .def_prop_ro("method", [](const Mechanism& x) { return x.suggested.method; })
      .def_prop_ro("t_end", [](const Mechanism& x) { return x.suggested.t_end; })
      .def_prop_ro("every", [](const Mechanism& x) { return x.suggested.every; })
      .def_prop_ro("h", [](const Mechanism& x) { return x.suggested.h; })
      .def_prop_ro("rtol", [](const Mechanism& x) { return x.suggested.rtol; });
}

}  // namespace daedalus::python
