// choice.hpp: which method reaches an accuracy on this mechanism for the least CPU time, found by trying.
//
// Accuracy is what the user sees: the largest deviation of a channel from the reference at any of 400 instants of the run,
// allowed to be a share of the channel's range or an absolute amount. A reference run with tolerances far below is made
// first. Then every candidate runs with a tolerance that is tightened or loosened until it just meets the demand; the
// cheapest of those runs is recommended. A candidate that takes five times as long as the best so far is given up.
//
// With a deadline, candidates take fixed steps of that length instead, and the most accurate one whose steps fit into half
// of it is recommended.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {

struct ChoiceRequest {
  double accuracy = 1e-3;                  // of the range of each channel
  std::vector<OptionSetting> within = {};  // 'chassis.z' and '1e-4': allowed in its unit, instead
  std::vector<std::string> channels = {};  // patterns; none: those of the model, or all positions and angles
  std::vector<std::string> methods = {};   // candidates; none: those of the list in choice.cpp
  std::optional<double> t_end = {};        // s
  double deadline = 0;                     // s; > 0: fixed steps of this length, each computed in less
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string& run, double t)> on_step = {};  // 'trial 3 of 7: bdf, rtol = 0.001'
};

struct ChannelDemand {
  ChannelInfo channel;
  double range = 0;    // of the reference over the run
  double allowed = 0;  // deviation
};

struct Trial {
  std::string method;
  double rtol = 0, h = 0;  // one of them is 0
  long steps = 0;
  double seconds = 0;                        // CPU time of the run
  double median_step = 0, slowest_step = 0;  // s, wall time, with a deadline
  double worst = 0;                          // largest deviation in units of what is allowed
  std::string worst_channel;
  double worst_deviation = 0;  // in its unit
  std::string failure;         // "": it came to the end
  bool done() const { return failure.empty(); }
};

struct Choice {
  std::string system;
  double t_start = 0, t_end = 0;      // s
  double accuracy = 0, deadline = 0;  // as asked for
  std::string reference;              // how it was made
  double reference_error = 0;         // in units of what is allowed: a looser reference run deviates so much
  std::vector<ChannelDemand> demands;
  std::vector<Trial> trials;
  std::optional<std::size_t> best;  // of the trials
  bool cancelled = false;

  bool meets(const Trial& trial) const;
};

// Throws OptionError for channels or methods that are not there, and when no reference can be made.
Choice choose_method(const Mechanism& mechanism, const ChoiceRequest& request);

}  // namespace daedalus
