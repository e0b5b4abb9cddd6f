// model_builder.hpp: puts a model together, by names, and refuses one that makes no sense.
//
//   ModelBuilder build("pendulum");
//   build.gravity({0, -9.81, 0});
//   build.body({.name = "bob", .kind = BodyKind::planar, .mass = 1, .position = {1, 0, 0}, ...});
//   const MarkerId pivot = build.marker("bob", "pivot", {-1, 0, 0});
//   build.joint("pin", Revolute{{pivot, origin_marker}});
//   const Model model = build.finish();
//
// Problems are collected, so that a user sees all of them at once.
#pragma once

#include <map>
#include <optional>

#include "daedalus/model/forces/force_types.hpp"
#include "daedalus/model/joints/joint_types.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/model/model_checks.hpp"

namespace daedalus {

class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name);
  explicit ModelBuilder(const Model& model);  // to add to a model

  void describe(std::string text) { parts_.description = std::move(text); }
  void gravity(const Vec3& g) { parts_.gravity = g; }
  void run(const RunSuggestion& suggestion) { parts_.run = suggestion; }
  void tree(TreeHints hints) { parts_.tree = std::move(hints); }
  void view(ViewHints hints) { parts_.view = std::move(hints); }
  void output(std::string pattern) { parts_.outputs.push_back(std::move(pattern)); }
  void add_note(std::string text) { parts_.notes.push_back(std::move(text)); }
  void digest(std::string text) { parts_.digest = std::move(text); }
  void parameter(ModelParameter parameter) { parts_.parameters.push_back(std::move(parameter)); }

  BodyId body(Body body);
  void shape(BodyId body, Shape shape) { body_at(body).shapes.push_back(std::move(shape)); }
  void color(BodyId body, std::string color) { body_at(body).color = std::move(color); }
  MarkerId marker(BodyId body, const std::string& name, const Vec3& position, const Mat3& axes = Mat3::Identity());
  MarkerId marker(const std::string& body, const std::string& name, const Vec3& position,
                  const Mat3& axes = Mat3::Identity());
  // The same marker elsewhere: on another body, at another place of it.
  void move_marker(MarkerId id, BodyId body, const Vec3& position, const Mat3& axes);
  void stiffen(BodyId body) { body_at(body).flexible = nullptr; }
  void bending(BodyId body, BendingStart start) { body_at(body).bending = std::move(start); }
  // A marker at a place given in world axes in the start position of the body.
  MarkerId marker_at(BodyId body, const std::string& name, const Vec3& world_position, const Mat3& world_axes);

  template <class Type>
  void joint(std::string name, const Type& type) {
    Joint made = make_joint(std::move(name), type);
    if (complains("joints", made.name, type)) made.rows.clear();  // its freedoms may still be referred to
    add_joint(std::move(made));
  }
  template <class Law>
  void force(std::string name, const Law& law, std::string rate_group = usual_rate_group<Law>()) {
    if (!complains("forces", name, law)) add_force(make_force(std::move(name), law, std::move(rate_group)));
  }
  void add_joint(Joint joint);
  void add_force(ForcePtr force);
  void measure(std::string name, const Measure& measure);
  void driver(std::string name, const Measure& measure, FunctionPtr motion);
  void initial(InitialCondition condition);
  void controller(FmuController controller);
  void input(const FunctionPtr& function);  // one of type input, which the elements use

  std::optional<BodyId> find_body(const std::string& name) const;
  std::optional<MarkerId> find_marker(const std::string& name) const;  // 'crank.tip'
  std::optional<Measure> find_freedom(const std::string& name) const;  // 'crank_pin.angle' or the name of a measure
  std::vector<std::string> freedom_names() const;
  const ModelParts& parts() const { return parts_; }

  // Everything that is wrong so far; the checks that need the whole model included.
  std::vector<ModelProblem> problems() const;
  // Throws ModelError with all problems.
  Model finish();

 private:
  Body& body_at(BodyId body) { return parts_.bodies[body]; }
  void note(std::string section, std::string element, std::string message);
  bool claim(const std::string& section, const std::string& name);
  // Notes what the element itself finds wrong with its values.
  template <class Element>
  bool complains(const char* section, const std::string& name, const Element& element) {
    std::string message;
    if constexpr (requires { element.complaint(); }) message = element.complaint();
    if (!message.empty()) note(section, name, message);
    return !message.empty();
  }

  ModelParts parts_;
  std::map<std::string, std::string> names_;  // element → section: names are unique
  std::vector<ModelProblem> problems_;

  // Indices, brought up to date by the find functions.
  mutable std::map<std::string, BodyId> body_ids_;
  mutable std::map<std::string, MarkerId> marker_ids_;
  mutable std::map<std::string, Measure> freedoms_;
  mutable std::size_t indexed_bodies_ = 0, indexed_markers_ = 0, indexed_joints_ = 0, indexed_measures_ = 0;
};

}  // namespace daedalus
