// bind_state.cpp: one instant of a motion, and a checkpoint: plain values that can be kept, compared and pickled.
#include "bindings.hpp"
#include "daedalus/result/result.hpp"

namespace daedalus::python {
namespace {

using Numbers = std::vector<double>;

Numbers numbers(const VecX& x) { return {x.begin(), x.end()}; }
VecX vector(const Numbers& x) { return Eigen::Map<const VecX>(x.data(), static_cast<Index>(x.size())); }

using StateTuple = std::tuple<double, Numbers, Numbers, Numbers, Numbers, Numbers>;
using Items = std::vector<std::pair<std::string, Numbers>>;
using CheckpointTuple = std::tuple<std::string, std::string, Items, Pairs>;

}  // namespace

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State", "One instant of a motion.")
      .def_ro("t", &State::t, "time, s")
      .def_prop_ro(
          "q", [](const State& x) { return copy_of(x.q); }, nb::rv_policy::automatic, "coordinates")
      .def_prop_ro(
          "v", [](const State& x) { return copy_of(x.v); }, nb::rv_policy::automatic, "their rates")
      .def_prop_ro(
          "a", [](const State& x) { return copy_of(x.a); }, nb::rv_policy::automatic, "accelerations")
      .def_prop_ro(
          "lam", [](const State& x) { return copy_of(x.lambda); }, nb::rv_policy::automatic, "multipliers")
      .def_prop_ro(
          "s", [](const State& x) { return copy_of(x.s); }, nb::rv_policy::automatic, "first-order states")
      .def(
          "replace",
          [](const State& x, std::optional<double> t, std::optional<Numbers> q, std::optional<Numbers> v,
             std::optional<Numbers> s) {
            State y = x;
            const auto set = [](const std::optional<Numbers>& from, VecX& to, const char* name) {
              if (!from) return;
              if (static_cast<Index>(from->size()) != to.size())
                throw nb::value_error((std::string(name) + " has another number of entries than the state.").c_str());
              to = vector(*from);
            };
            if (t) y.t = *t;
            set(q, y.q, "q");
            set(v, y.v, "v");
            set(s, y.s, "s");
            return y;
          },
          nb::kw_only(), nb::arg("t") = nb::none(), nb::arg("q") = nb::none(), nb::arg("v") = nb::none(),
          nb::arg("s") = nb::none(), "A copy with other values; a run makes it consistent.")
      .def(
          "__eq__", [](const State& x, const State& y) { return x == y; }, nb::is_operator())
      .def("__getstate__",
           [](const State& x) {
             return StateTuple{x.t, numbers(x.q), numbers(x.v), numbers(x.a), numbers(x.lambda), numbers(x.s)};
           })
      .def("__setstate__", [](State& x, const StateTuple& from) {
        new (&x) State;
        x.t = std::get<0>(from);
        x.q = vector(std::get<1>(from));
        x.v = vector(std::get<2>(from));
        x.a = vector(std::get<3>(from));
        x.lambda = vector(std::get<4>(from));
        x.s = vector(std::get<5>(from));
      });

  nb::class_<Checkpoint>(m, "Checkpoint", "Everything that continues a run bit for bit.")
      .def_ro("system", &Checkpoint::system)
      .def_ro("method", &Checkpoint::method)
      .def(
          "__eq__",
          [](const Checkpoint& a, const Checkpoint& b) {
            return a.system == b.system && a.method == b.method && a.memory == b.memory;
          },
          nb::is_operator())
      .def("__getstate__",
           [](const Checkpoint& c) {
             Items items;
             for (const Archive::Item& item : c.memory) items.emplace_back(item.name, item.values);
             Pairs settings;
             for (const OptionSetting& s : c.settings) settings.emplace_back(s.name, s.value);
             return CheckpointTuple{c.system, c.method, items, settings};
           })
      .def("__setstate__", [](Checkpoint& c, const CheckpointTuple& from) {
        new (&c) Checkpoint;
        c.system = std::get<0>(from);
        c.method = std::get<1>(from);
        for (const auto& [name, values] : std::get<2>(from)) c.memory.push_back({name, values});
        c.settings = settings_of(std::get<3>(from));
      });
}

}  // namespace daedalus::python
