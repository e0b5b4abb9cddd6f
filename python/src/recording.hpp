// recording.hpp: what a run gives back to Python: samples as arrays, motion between them, report.
#pragma once

#include "bindings.hpp"
#include "daedalus/simulation/dense_output.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus::python {

// The samples of a run, row after row, while it goes on.
struct Samples {
  std::vector<double> t, y, a, lambda;  // y: q, v and s side by side

  void add(const State& x);
};

// Python owns the arrays: they were never copied.
struct Recording {
  Vector t;                                                                 // (n)
  Matrix y, a, lam, values;                                                 // (n × rows); values: of the channels
  std::vector<std::tuple<std::string, std::string, std::string>> channels;  // name, unit, meaning; without the time
  std::string report;                                                       // JSON
  std::string status, message;
  State final;
  std::vector<std::pair<std::string, double>> events;
  std::optional<DenseOutput> dense;
};

Recording make_recording(const Mechanism& mechanism, const RunRequest& request, Samples&& samples, RunResult&& all,
                         std::optional<DenseOutput> dense);

}  // namespace daedalus::python
