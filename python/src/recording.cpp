#include "recording.hpp"

#include "daedalus/integrate/solve.hpp"

namespace daedalus::python {

void Samples::add(const State& x) {
  t.push_back(x.t);
  y.insert(y.end(), x.q.begin(), x.q.end());
  y.insert(y.end(), x.v.begin(), x.v.end());
  y.insert(y.end(), x.s.begin(), x.s.end());
  a.insert(a.end(), x.a.begin(), x.a.end());
  lambda.insert(lambda.end(), x.lambda.begin(), x.lambda.end());
}

namespace {

std::string message_of(const RunResult& all) {
  if (!all.output_problem.empty()) return all.output_problem;
  if (all.result.failure) return all.result.failure->message();
  switch (all.result.status) {
    case RunStatus::done: return "The run reached its end time.";
    case RunStatus::stopped_by_event: return "A terminal event ended the run.";
    case RunStatus::cancelled: return "The run was interrupted; the solution so far is kept.";
    case RunStatus::failed: break;
  }
  return "The run failed.";
}

// The channels without the time, which is the first column.
Matrix without_time(const SampleTable& table) {
  const std::size_t n = table.rows(), columns = table.columns.size();
  std::vector<double> values;
  values.reserve(n * (columns - 1));
  for (std::size_t k = 0; k < n; ++k) {
    const auto row = table.values.begin() + static_cast<std::ptrdiff_t>(k * columns);
    values.insert(values.end(), row + 1, row + static_cast<std::ptrdiff_t>(columns));
  }
  return take(std::move(values), n, columns - 1);
}

}  // namespace

Recording make_recording(const Mechanism& mechanism, const RunRequest& request, Samples&& samples, RunResult&& all,
                         std::optional<DenseOutput> dense) {
  const std::size_t n = samples.t.size();
  const Layout& layout = mechanism.system->layout();
  const auto nq = static_cast<std::size_t>(layout.nq), nc = static_cast<std::size_t>(layout.nc()),
             ns = static_cast<std::size_t>(layout.ns);
  Recording recording{.t = take(std::move(samples.t)),
                      .y = take(std::move(samples.y), n, 2 * nq + ns),
                      .a = take(std::move(samples.a), n, nq),
                      .lam = take(std::move(samples.lambda), n, nc),
                      .values = without_time(all.samples),
                      .report = run_report_json(mechanism, request, all),
                      .status = text_of(all.result.status),
                      .message = message_of(all),
                      .final = all.result.final,
                      .dense = std::move(dense)};
  for (std::size_t i = 1; i < all.samples.columns.size(); ++i) {
    const ChannelInfo& c = all.samples.columns[i];
    recording.channels.emplace_back(c.name, c.unit, c.meaning);
  }
  for (const EventRecord& event : all.result.report.events) recording.events.emplace_back(event.name, event.t);
  if (!all.output_problem.empty()) recording.status = "failed";
  return recording;
}

}  // namespace daedalus::python
