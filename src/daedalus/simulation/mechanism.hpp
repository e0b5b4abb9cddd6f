// mechanism.hpp: what commands, experiments and bindings work on: a model or a closed-form system, its equations, and
// where its motion starts.
//
//   const Mechanism crank = load_mechanism({.name = "slider_crank", .parameters = {{"c", "0"}}});
//   const RunResult result = run(crank, {.rtol = 1e-8, .outputs = {"crank.csv"}});      // run.hpp
//
// Constant once it is made: several threads may run one mechanism at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/integrate/sampled_inputs.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/model/model_additions.hpp"
#include "daedalus/result/channels.hpp"
#include "daedalus/system/system.hpp"

namespace daedalus {

struct MechanismRequest {
  std::string name;                             // path, name in the gallery, name of a closed-form system
  std::optional<std::string> formulation = {};  // 'cartesian' for models when not given
  std::vector<OptionSetting> parameters = {};   // of the model
  std::optional<StartFrom> start = {};          // what the model suggests when not given
  std::string start_file = {};                  // a state that was written down (io/state_file.hpp)
  std::optional<std::string> text = {};         // the model itself as text; `name` stands for its file
  ModelAdditions additions = {};                // to a model file or text
};

struct Mechanism {
  std::string file = {};            // of the model; "" for a closed-form system or a model that was built
  std::string start_file = {};      // the start was read from here
  std::string formulation = {};     // 'cartesian', 'joint', 'closed_form'
  std::optional<Model> model = {};  // not for a closed-form system
  std::shared_ptr<const System> system = {};
  std::shared_ptr<const ModelSystem> model_system = {};  // the same one, when it was made of a model
  State start = {};                                      // consistent
  AssemblyReport assembly = {};                          // how it was found, of a model
  std::vector<std::string> start_notes = {};             // what assembly has to say
  std::vector<std::string> model_notes = {};             // what the reader of the model has to say
  RunSuggestion suggested = {};                          // how its author would run it
  std::vector<std::string> outputs = {};                 // channel patterns the model suggests; none is all
  // the state that is known to be right at t, where there is one
  std::function<std::optional<State>(double)> reference = {};

  const std::string& name() const { return system->name(); }
  // Its signals, for one run: they have a memory of their own.
  std::unique_ptr<ChannelSource> make_channels() const;
  // Its controllers, for one run from t_start; none: null. Throws ModelError or FileError.
  std::unique_ptr<SampledInputs> make_controllers(double t_start) const;
  // The place of a coordinate or a constraint row by its name. Throws ModelError when there is none.
  Index coordinate(const std::string& name) const;
  Index row(const std::string& name) const;
};

// By name. Throws ModelError, OptionError or FileError.
Mechanism load_mechanism(const MechanismRequest& request);

// Of a model at hand. Throws ModelError when it cannot be assembled.
Mechanism make_mechanism(const Model& model, const std::string& formulation = "cartesian",
                         std::optional<StartFrom> start = {});

// Of equations of one's own, from their initial guess to t_end unless a run says otherwise.
Mechanism make_mechanism(std::shared_ptr<const System> system, double t_end);

// The model file behind the name; throws when it is a closed-form system, with what is said about these, or nothing.
std::string require_model_file(const std::string& name, const char* about_closed_form = "'daedalus info' describes it");

}  // namespace daedalus
