// subject.hpp: what a command works on: a model from a file, or a closed-form system, ready to be integrated.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/result/channels.hpp"
#include "daedalus/result/result.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus::cli {

struct SubjectRequest {
  std::string name;                        // path, name in the gallery, name of a closed-form system
  std::optional<std::string> formulation;  // 'cartesian' for models when not given
  std::vector<OptionSetting> parameters;   // of the model
  std::optional<StartFrom> start = {};     // what the model suggests when not given
  std::string start_file = {};             // a state that was written down (io/state_file.hpp)
};

struct Subject {
  std::string file;            // of the model; "" for a closed-form system
  std::string formulation;     // 'cartesian', 'joint', 'closed_form'
  std::optional<Model> model;  // not for a closed-form system
  std::unique_ptr<System> system;
  std::unique_ptr<ChannelSource> channels;
  State start;
  std::vector<std::string> start_notes;  // what assembly has to say
  std::vector<std::string> model_notes;  // what the reader of the model has to say
  RunSuggestion run;
  std::vector<std::string> outputs;  // channel patterns the model suggests; none is all
  std::function<std::optional<State>(double)>
      reference;  // the state that is known to be right at t, where there is one
};

// Throws ModelError, OptionError or FileError.
Subject make_subject(const SubjectRequest& request);

// The motion up to t, as the model suggests to compute it. It may end earlier, which is when a look is most wanted.
Result run_until(const Subject& subject, double t);

// The model file behind the name; throws when it is a closed-form system, with what is said about these, or nothing.
std::string require_model_file(const std::string& name, const char* about_closed_form = "'daedalus info' shows it");

std::vector<OptionSetting> parse_settings(const std::vector<std::string>& texts);  // of 'NAME=VALUE'

}  // namespace daedalus::cli
