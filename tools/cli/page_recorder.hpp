// page_recorder.hpp: the channels of a run on their way into its page.
#pragma once

#include <CLI/CLI.hpp>

#include "page_output.hpp"

namespace daedalus::cli {

class PageRecorder {
 public:
  PageRecorder(const Subject& subject, const std::vector<std::string>& patterns)
      : channels_(*subject.channels, subject.model ? page_channels(*subject.model, subject.channels->channels(), patterns) : patterns),
        page_(subject.model ? &*subject.model : nullptr, channels_.columns()) {}

  void add(const State& x, const StepInfo& step) { page_.add(channels_.row(x, step)); }
  RunPage& page() { return page_; }

 private:
  SelectedChannels channels_;
  RunPage page_;
};

inline void add_snapshot_options(CLI::App& command, PageRequest& request) {
  command.add_option("--snapshot", request.snapshot, "write a still of the animation to this PNG file (needs Chromium)");
  command.add_option("--snapshot-time", request.snapshot_time, "time of the still, s [the end]");
}

inline void add_page_options(CLI::App& command, PageRequest& request) {
  command.add_option("--page", request.page, "write one HTML file with animation, plots and report; it opens without a network");
  add_snapshot_options(command, request);
}

}  // namespace daedalus::cli
