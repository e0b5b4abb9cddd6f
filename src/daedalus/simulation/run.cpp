#include "daedalus/simulation/run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "daedalus/analysis/stability.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/checkpoint_file.hpp"
#include "daedalus/io/csv_channels.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "daedalus/io/page/run_page.hpp"
#include "daedalus/model/functions/range_watch.hpp"
#include "daedalus/result/sampling.hpp"
#include "daedalus/simulation/file_notes.hpp"
#include "daedalus/simulation/linearize.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "daedalus/simulation/result_files.hpp"
#include "daedalus/simulation/run_options.hpp"

namespace daedalus {
namespace {

// The samples before the restart would be lost.
void refuse_to_overwrite(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (std::filesystem::exists(file))
      throw OptionError(
          fmt::format("{} exists and may hold the samples before the restart: choose another name for -o.", file));
}

// A checkpoint may be that of the restart: it is replaced as a whole, when a later one is there.
void require_separate_outputs(const RunRequest& request, const Mechanism& mechanism) {
  std::vector<std::string> outputs = request.outputs;
  outputs.push_back(request.page);
  for (const std::string& file : request.outputs)
    if (format_of(file) == ChannelFormat::csv) outputs.push_back(channel_list_of(file).string());
  require_separate_files({mechanism.file, mechanism.start_file, request.restart}, outputs);
  require_replaceable(request.checkpoint);
  outputs.push_back(request.checkpoint);
  require_separate_files({mechanism.file, mechanism.start_file}, outputs);
}

// The step up to which the method would have been stable, by the equations linearized at the start; "" where that
// cannot be said.
std::string stable_step_hint(const Mechanism& mechanism, State x, const MethodChoice& choice) {
  Equations eq(*mechanism.system);
  constexpr Index affordable = 400;  // coordinates: dense eigenvalues
  if (eq.layout().nq > affordable || !make_consistent(eq, x).outcome.ok()) return "";
  try {
    const StepLimit limit = largest_stable_step(choice, make_linear_motion(linearize(mechanism, x)));
    if (!limit.h) return fmt::format(" {} is unstable for this model at any step size.", choice.label);
    return fmt::format(" Linearized at the start, {} is stable up to h = {:.2g} s.", choice.label, *limit.h);
  } catch (const OptionError&) {
    return "";
  } catch (const ModelError&) {
    return "";
  }
}

// Where the samples of a run go: files, page and memory share one evaluation of the channels.
class SampleTakers {
 public:
  SampleTakers(const Mechanism& mechanism, const RunRequest& request, FileNotes notes, std::atomic<bool>& stop,
               SampleTable& table)
      : channels_(mechanism.make_channels()), sampling_(*channels_),
        patterns_(request.channels.empty() ? mechanism.outputs : request.channels),
        files_(request.outputs, columns_of(sampling_.add(patterns_)), std::move(notes), stop), table_(table) {
    if (!request.page.empty()) {
      const Model* model = mechanism.model ? &*mechanism.model : nullptr;
      of_page_ =
          sampling_.add(model ? page_channels(*model, channels_->channels(), request.channels) : request.channels);
      page_.emplace(model, columns_of(of_page_));
    }
    writes_files_ = !request.outputs.empty();
    keeps_ = request.samples == KeepSamples::yes;
    if (keeps_) table_.columns = columns_of(of_result_);
  }

  bool any() const { return writes_files_ || page_ || keeps_; }
  std::vector<std::string> renamed() const {
    return any() ? renamed_channels(channels_->channels(), patterns_) : std::vector<std::string>();
  }
  void follow(const State& x) {
    if (any()) channels_->follow(x);
    is_followed_ = true;
  }
  void take(const State& x, const StepInfo& step) {
    if (!is_followed_) follow(x);
    sampling_.take(x, step);
    if (writes_files_) files_.write(sampling_.row(of_result_));
    if (page_) page_->add(sampling_.row(of_page_));
    if (keeps_)
      table_.values.insert(table_.values.end(), sampling_.row(of_result_).begin(), sampling_.row(of_result_).end());
  }
  ResultFiles& files() { return files_; }
  RunPage* page() { return page_ ? &*page_ : nullptr; }
  std::size_t channel_count() const { return sampling_.columns(of_result_).size() - 1; }

 private:
  const std::vector<ChannelInfo>& columns_of(std::size_t taker) const { return sampling_.columns(taker); }
  static constexpr std::size_t of_result_ = 0;  // the taker that files and memory share

  std::unique_ptr<ChannelSource> channels_;
  SharedSampling sampling_;
  std::vector<std::string> patterns_;
  ResultFiles files_;
  SampleTable& table_;
  std::optional<RunPage> page_;
  std::size_t of_page_ = 0;
  bool writes_files_ = false, keeps_ = false, is_followed_ = false;
};

}  // namespace

void require_page_is_possible(const std::string& page) {
  if (page.empty()) return;
  if (!can_write_pages())
    throw OptionError(
        "this program was built without the report page. Build the page (in viewer/: npm ci, npm run build; Node 18 or "
        "later), then rebuild the program; ./daedalus does both.");
  require_folder_of(page);
}

RunResult run(const Mechanism& mechanism, const RunRequest& request) {
  require_page_is_possible(request.page);
  require_separate_outputs(request, mechanism);
  const std::unique_ptr<Method> method =
      make_method(request.method.value_or(mechanism.suggested.method), request.options);
  SolveOptions options = make_solve_options(request, mechanism);
  std::optional<Checkpoint> restart;
  if (!request.restart.empty()) {
    restart = read_checkpoint(request.restart);
    options.restart = &*restart;
    refuse_to_overwrite(request.outputs);
  }

  const std::unique_ptr<SampledInputs> controllers =
      mechanism.make_controllers(request.from ? request.from->t : mechanism.start.t);
  options.sampled = controllers.get();
  if (controllers && (!request.restart.empty() || !request.checkpoint.empty()))
    throw OptionError(
        "a run with controllers in FMUs has no checkpoints: their memory cannot be saved. Run it without --checkpoint "
        "and --restart.");

  RunResult all;
  const auto is_cancelled = [&] { return request.cancel && request.cancel->load(std::memory_order_relaxed); };
  std::atomic<bool> stop = false;  // a file cannot be written
  options.cancel = request.cancel;
  options.stop = &stop;
  SampleTakers takers(mechanism, request, make_notes(mechanism, *method, options.integration), stop, all.samples);
  ResultFiles& files = takers.files();
  bool announced = false;
  const auto announce = [&] {
    if (!announced && request.on_first_result) request.on_first_result();
    announced = true;
  };
  if (takers.any() || request.on_sample)
    options.on_sample = [&](const State& x, const StepInfo& step) {
      announce();
      if (takers.any()) takers.take(x, step);
      if (request.on_sample) request.on_sample(x, step);
    };
  if (!request.checkpoint.empty())
    options.on_checkpoint = [&](const Checkpoint& checkpoint) {
      files.guarded([&] { write_checkpoint(request.checkpoint, checkpoint); });
    };
  options.on_step = [&](const Integration& integration) {
    announce();
    takers.follow(integration.state());
    if (request.on_step) request.on_step(integration);
    files.begin();
    files.flush_if_due();
  };

  options.on_segment = request.on_segment;
  options.on_notice = request.on_notice;

  const State& start = request.from ? *request.from : mechanism.start;
  Result& result = all.result;
  RangeWatch tables;
  result = solve(*mechanism.system, *method, start, options);
  announce();
  result.report.formulation = mechanism.formulation;
  for (std::string& note : takers.renamed()) result.report.warnings.push_back(std::move(note));
  for (std::string& note : tables.notes()) result.report.hints.push_back(std::move(note));
  if (result.failure)
    for (const std::string& refusal : tables.refusals())
      result.failure->cause += (result.failure->cause.empty() ? "" : " ") + refusal;
  if (result.failure && result.failure->kind == "unstable" && options.integration.h > 0 && !stop && !is_cancelled())
    result.failure->advice += stable_step_hint(
        mechanism, start, {.label = result.report.method, .name = result.report.method, .options = request.options});
  if (!request.checkpoint.empty()) files.guarded([&] { write_checkpoint(request.checkpoint, result.checkpoint); });
  if (const std::optional<State> reference = mechanism.reference(result.final.t))
    all.reference_error = error_of(result.final, *reference);

  all.channels_written = takers.channel_count();
  if (!request.outputs.empty() || takers.page()) {
    const std::string report = run_report_json(mechanism, request, all);
    files.close(report);
    if (RunPage* page = takers.page())
      files.guarded([&] {
        const RunPage::Written written =
            page->write(request.page, mechanism.name(), nlohmann::ordered_json::parse(report));
        all.page = WrittenPage{written.bytes, written.samples, written.rows, written.notes};
      });
  }
  all.rows_written = files.rows();
  all.output_problem = files.problem();
  return all;
}

}  // namespace daedalus
