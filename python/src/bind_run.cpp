// bind_run.cpp: one run: simulation/run.hpp with Python's events, progress and Ctrl-C.
#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "daedalus/io/page/run_page.hpp"
#include "python_laws.hpp"
#include "recording.hpp"
#include "run_watch.hpp"

namespace daedalus::python {
namespace {

// Name, value(t, y), direction of crossing (-1, 0, 1), whether it ends the run.
using PythonEvent = std::tuple<std::string, nb::callable, int, bool>;

Event make_event(const PythonEvent& from) {
  const auto& [name, value, direction, is_terminal] = from;
  return {.name = name,
          .value =
              [value = share(value)](const State& x) {
                nb::gil_scoped_acquire lock;
                std::vector<double> y(x.q.begin(), x.q.end());
                y.insert(y.end(), x.v.begin(), x.v.end());
                y.insert(y.end(), x.s.begin(), x.s.end());
                const Vector array = take(std::move(y));
                return uninterrupted([&] { return number((*value)(x.t, array)); });
              },
          .crossing = direction > 0   ? Crossing::rising
                      : direction < 0 ? Crossing::falling
                                      : Crossing::any,
          .action = is_terminal ? EventAction::stop : EventAction::note};
}

using Columns = std::vector<std::tuple<std::string, std::string, std::string>>;

// Rows of channels, by their names, units and meanings, as a page.
void write_run_page(const Mechanism& mechanism, const std::string& file, const Columns& channels,
                    nb::ndarray<const double, nb::ndim<1>, nb::c_contig> t,
                    nb::ndarray<const double, nb::ndim<2>, nb::c_contig> values, const std::string& report) {
  std::vector<ChannelInfo> columns = {{"t", "s", "time"}};
  for (const auto& [name, unit, meaning] : channels) columns.push_back({name, unit, meaning});
  if (values.shape(0) != t.shape(0) || values.shape(1) != channels.size())
    throw nb::value_error("a row of values for each time, and a column for each channel.");
  nb::gil_scoped_release release;
  require_page_is_possible(file);
  RunPage page(mechanism.model ? &*mechanism.model : nullptr, columns);
  std::vector<double> row(columns.size());
  for (std::size_t k = 0; k < t.shape(0); ++k) {
    row[0] = t.data()[k];
    std::copy_n(values.data() + k * channels.size(), channels.size(), row.begin() + 1);
    page.add(row);
  }
  page.write(file, mechanism.name(), nlohmann::ordered_json::parse(report));
}

std::vector<std::string> channels_of(const Mechanism& mechanism, const std::vector<std::string>& patterns) {
  if (!mechanism.model) return patterns;
  return page_channels(*mechanism.model, mechanism.make_channels()->channels(), patterns);
}

Recording run_mechanism(const Mechanism& mechanism, std::optional<std::string> method, const Pairs& options,
                        std::optional<double> h, std::optional<double> rtol, std::optional<double> atol,
                        std::optional<double> t_end, std::optional<double> every, std::vector<double> times,
                        std::vector<std::string> channels, const Pairs& inputs, const Pairs& control,
                        const std::vector<PythonEvent>& events, bool dense, bool monitor, std::optional<State> start,
                        nb::object progress) {
  RunWatch watch(std::move(progress));
  Samples samples;
  std::optional<DenseOutput> kept;
  RunRequest request{.method = std::move(method),
                     .options = settings_of(options),
                     .h = h,
                     .rtol = rtol,
                     .atol = atol,
                     .t_end = t_end,
                     .control = settings_of(control),
                     .monitoring = monitor ? Monitoring::on : Monitoring::off,
                     .inputs = settings_of(inputs),
                     .from = std::move(start),
                     .samples = KeepSamples::yes,
                     .channels = channels_of(mechanism, channels),
                     .every = every,
                     .times = std::move(times),
                     .cancel = watch.cancel()};
  for (const PythonEvent& event : events) request.events.push_back(make_event(event));
  request.on_step = [&](const Integration& integration) { watch.on_step(integration); };
  request.on_sample = [&](const State& x, const StepInfo&) { samples.add(x); };
  if (dense) {
    kept.emplace();
    request.on_segment = [&](const Integration& integration, double t_to) { kept->add(integration, t_to); };
  }
  RunResult all;
  {
    nb::gil_scoped_release release;
    all = run(mechanism, request);
  }
  return make_recording(mechanism, request, std::move(samples), std::move(all), std::move(kept));
}

Matrix evaluate(const DenseOutput& dense, nb::ndarray<const double, nb::ndim<1>, nb::c_contig> t) {
  const auto rows = static_cast<std::size_t>(dense.rows());
  if (dense.empty()) throw nb::value_error("the run took no step: there is nothing between its samples.");
  std::vector<double> values(t.shape(0) * rows);
  for (std::size_t k = 0; k < t.shape(0); ++k) dense.evaluate(t.data()[k], values.data() + k * rows);
  return take(std::move(values), t.shape(0), rows);
}

using Numbers = std::vector<double>;

}  // namespace

void bind_run(nb::module_& m) {
  nb::class_<DenseOutput>(m, "DenseOutput", "The motion of a run at any time.")
      .def("evaluate", &evaluate, nb::arg("t"), "(q, v, s) at each time, row after row.")
      .def_prop_ro("t_min", [](const DenseOutput& d) { return d.empty() ? 0.0 : d.t_begin(); })
      .def_prop_ro("t_max", [](const DenseOutput& d) { return d.empty() ? 0.0 : d.t_end(); })
      .def("__getstate__",
           [](const DenseOutput& d) {
             return std::tuple<Numbers, Numbers, Numbers>{d.begins(), d.ends(), d.values()};
           })
      .def("__setstate__", [](DenseOutput& d, const std::tuple<Numbers, Numbers, Numbers>& from) {
        new (&d) DenseOutput(DenseOutput::from(std::get<0>(from), std::get<1>(from), std::get<2>(from)));
      });

  nb::class_<Recording>(m, "Recording", "What a run gives back.")
      .def_ro("t", &Recording::t, nb::rv_policy::automatic)
      .def_ro("y", &Recording::y, nb::rv_policy::automatic)
      .def_ro("a", &Recording::a, nb::rv_policy::automatic)
      .def_ro("lam", &Recording::lam, nb::rv_policy::automatic)
      .def_ro("values", &Recording::values, nb::rv_policy::automatic)
      .def_ro("channels", &Recording::channels)
      .def_ro("report", &Recording::report)
      .def_ro("status", &Recording::status)
      .def_ro("message", &Recording::message)
      .def_ro("final", &Recording::final)
      .def_ro("events", &Recording::events)
      .def_ro("dense", &Recording::dense);

  m.def("run", &run_mechanism, nb::arg("mechanism"), nb::kw_only(), nb::arg("method") = nb::none(),
        nb::arg("options") = Pairs(), nb::arg("h") = nb::none(), nb::arg("rtol") = nb::none(),
        nb::arg("atol") = nb::none(), nb::arg("t_end") = nb::none(), nb::arg("every") = nb::none(),
        nb::arg("times") = Numbers(), nb::arg("channels") = std::vector<std::string>(), nb::arg("inputs") = Pairs(),
        nb::arg("control") = Pairs(), nb::arg("events") = std::vector<PythonEvent>(), nb::arg("dense") = false,
        nb::arg("monitor") = true, nb::arg("start") = nb::none(), nb::arg("progress") = nb::none());
  m.def("write_run_page", &write_run_page, nb::arg("mechanism"), nb::arg("file"), nb::arg("channels"), nb::arg("t"),
        nb::arg("values"), nb::arg("report"));
}

}  // namespace daedalus::python
