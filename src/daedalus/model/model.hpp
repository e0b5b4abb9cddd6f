// model.hpp: a mechanism, complete and checked. Immutable once built; share it across threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/fmu_controller.hpp"
#include "daedalus/model/forces/force_element.hpp"
#include "daedalus/model/functions/input.hpp"
#include "daedalus/model/joints/joint.hpp"
#include "daedalus/model/view_hints.hpp"

namespace daedalus {

// A named measure: shown as a channel, sensed by controllers.
struct NamedMeasure {
  std::string name;
  Measure measure;
};

// Initial value and rate of a freedom. Assembly finds those that are not given.
struct InitialCondition {
  std::string name;  // 'crank_pin.angle'
  Measure measure;
  double value = 0, rate = 0;
  bool has_value = false, has_rate = false;
};

enum class StartFrom { drawn, equilibrium };

// What the author of the model suggests; everything can be overridden.
struct RunSuggestion {
  std::string method = "auto";
  double t_start = 0, t_end = 1;       // s
  double rtol = 1e-6, atol = 0;        // atol 0: rtol/100
  double h = 0;                        // s; > 0: fixed step
  double every = 0;                    // s; > 0: sample interval
  StartFrom start = StartFrom::drawn;  // equilibrium: at rest against the forces, with the velocities that were drawn
};

// How joint coordinates are chosen where the author knows better than the heuristics.
struct TreeHints {
  std::vector<std::string> keep;  // joints that shall carry coordinates
  std::vector<std::string> cut;   // joints that shall be constraints
  // bodies (or their ball joints) that turn by Cardan angles instead of Euler parameters
  std::vector<std::string> cardan;
};

struct ModelParameter {
  std::string name;
  double value = 0;  // with choices: which of them, from 0
  std::string meaning;
  std::vector<std::string> choices = {};
  const std::string* word() const { return choices.empty() ? nullptr : &choices[static_cast<std::size_t>(value)]; }
};

// Everything a model consists of, by value. ModelBuilder checks it and makes a Model of it.
struct ModelParts {
  std::string name, description;
  Vec3 gravity = Vec3::Zero();  // m/s²
  std::vector<Body> bodies;     // the first is the ground
  std::vector<Marker> markers;  // the first is ground.origin
  std::vector<Joint> joints;
  std::vector<Joint> drivers;  // joints with one row each: measure − u(t) = 0
  std::vector<ForcePtr> forces;
  std::vector<NamedMeasure> measures;
  std::vector<HeldInputPtr> inputs;        // what can be set from outside during a run, by name
  std::vector<FmuController> controllers;  // beside the equations
  std::vector<InitialCondition> initial;
  std::vector<std::string> outputs;  // channel patterns: 'crank.*', 'energy.*'; none is all
  std::vector<ModelParameter> parameters;
  std::vector<std::string> notes;  // what its reader took differently from how it is written, for people
  std::string digest;              // of all that its reader has read; "" for a model that was built by hand
  RunSuggestion run;
  TreeHints tree;
  ViewHints view;
};

// A handle: copies share the parts, which nobody can change.
class Model {
 public:
  const std::string& name() const { return parts_->name; }
  const std::string& description() const { return parts_->description; }
  const Vec3& gravity() const { return parts_->gravity; }
  const std::vector<Body>& bodies() const { return parts_->bodies; }
  const std::vector<Marker>& markers() const { return parts_->markers; }
  const std::vector<Joint>& joints() const { return parts_->joints; }
  const std::vector<Joint>& drivers() const { return parts_->drivers; }
  const std::vector<ForcePtr>& forces() const { return parts_->forces; }
  const std::vector<NamedMeasure>& measures() const { return parts_->measures; }
  const std::vector<HeldInputPtr>& inputs() const { return parts_->inputs; }
  const std::vector<FmuController>& controllers() const { return parts_->controllers; }
  const std::vector<InitialCondition>& initial() const { return parts_->initial; }
  const std::vector<std::string>& outputs() const { return parts_->outputs; }
  const std::vector<ModelParameter>& parameters() const { return parts_->parameters; }
  const std::vector<std::string>& notes() const { return parts_->notes; }
  const std::string& digest() const { return parts_->digest; }
  const RunSuggestion& run() const { return parts_->run; }
  const TreeHints& tree() const { return parts_->tree; }
  const ViewHints& view() const { return parts_->view; }
  const ModelParts& parts() const { return *parts_; }

  const Body& body(BodyId id) const { return parts_->bodies[id]; }
  const Marker& marker(MarkerId id) const { return parts_->markers[id]; }
  const Body& body_of(MarkerId id) const { return body(marker(id).body); }
  bool has_flexible_bodies() const;

 private:
  friend class ModelBuilder;
  friend class ModelExcitations;
  explicit Model(ModelParts parts) : parts_(std::make_shared<const ModelParts>(std::move(parts))) {}
  std::shared_ptr<const ModelParts> parts_;
};

inline bool Model::has_flexible_bodies() const {
  for (const Body& body : parts_->bodies)
    if (body.flexible) return true;
  return false;
}

// The markers that joints, drivers, forces, measures and initial conditions act between, ascending.
std::vector<MarkerId> markers_in_use(const ModelParts& parts);

}  // namespace daedalus
