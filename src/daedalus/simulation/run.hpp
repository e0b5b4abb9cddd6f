// run.hpp: one run of a mechanism, from what is asked for to what came of it. What is not asked for is what the model
// suggests.
//
//   const RunResult all = run(mechanism, {.method = "infl-sdirk", .rtol = 1e-6, .outputs = {"axle.h5"}, .page =
//   "axle.html"});
//   if (all.result.failure) ...
//
// Nothing is printed here, and only the mechanism is shared: as many runs as wanted may go on at once.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/integrate/solve.hpp"
#include "daedalus/result/state_error.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {

// Whether the samples are kept in RunResult::samples.
enum class KeepSamples { no, yes };

struct RunRequest {
  std::optional<std::string> method = {};
  std::vector<OptionSetting> options = {};     // of the method
  std::optional<double> h = {};                // s, fixed step
  std::optional<double> rtol = {}, atol = {};  // atol: rtol/100 when only rtol is given
  std::optional<double> t_end = {};            // s
  std::vector<OptionSetting> control = {};     // of the step control
  std::vector<OptionSetting> bounds = {};      // of the constraint residuals, by level
  Monitoring monitoring = Monitoring::on;
  // values over the run; inputs that are not named keep their initial values, or those of the restart
  std::vector<OptionSetting> inputs = {};
  std::optional<State> from = {};  // instead of the start of the mechanism

  std::vector<std::string> outputs = {};  // result files, .csv or .h5
  std::string page = {};                  // HTML file; "": none
  KeepSamples samples = KeepSamples::no;
  std::vector<std::string> channels = {};  // patterns
  std::optional<double> every = {};        // s, sample interval; 0 is every step
  std::vector<double> times = {};          // s, sample instants, rising; instead of `every`
  std::vector<Event> events = {};          // beside those of the model

  std::string restart = {}, checkpoint = {};  // files; "": none
  double checkpoint_seconds = 10;             // wall time between checkpoints

  const std::atomic<bool>* cancel = nullptr;   // set it, from a signal handler or another thread, to stop soon
  std::function<void()> on_first_result = {};  // with the first sample or step: from here on there is something to lose
  std::function<void(const Integration&)> on_step = {};               // progress
  std::function<void(const State&, const StepInfo&)> on_sample = {};  // each sample, beside files, page and memory
  std::function<void(const Integration&, double)> on_segment = {};    // SolveOptions::on_segment
  std::function<void(const std::string&)> on_notice = {};  // what is worth saying at once; also in the report
};

// Channels of a run, row by row.
struct SampleTable {
  std::vector<ChannelInfo> columns;  // the time first
  std::vector<double> values;        // row after row
  std::size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
};

struct WrittenPage {
  std::size_t bytes = 0, samples = 0, rows = 0;
  std::vector<std::string> notes;  // what is not in the page, for people
};

struct RunResult {
  Result result;
  std::optional<StateError> reference_error = {};  // where the right state is known
  SampleTable samples = {};
  long rows_written = 0;             // to each result file
  std::size_t channels_written = 0;  // without the time
  std::optional<WrittenPage> page = {};
  std::string output_problem = {};  // a file that could not be written: it stopped the run; "" when all went well
};

// Throws ModelError, OptionError or FileError before the first step; after it every failure is part of the result.
RunResult run(const Mechanism& mechanism, const RunRequest& request);

// Everything about a run as one JSON object: docs/guide/json.md.
std::string run_report_json(const Mechanism& mechanism, const RunRequest& request, const RunResult& all);

// Refuses what cannot work before anything is computed: a program without page, a folder that is not there. "" is no
// page.
// Throws OptionError or FileError.
void require_page_is_possible(const std::string& page);

}  // namespace daedalus
