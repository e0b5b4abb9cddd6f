#include "daedalus/formulation/loops.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>

namespace daedalus {
namespace {

// Bodies from `from` to `to` through joints other than `without`; empty when there is no way.
std::vector<std::string> way_around(const Model& model, BodyId from, BodyId to, const Joint* without) {
  std::vector<BodyId> previous(model.bodies().size(), -1);
  std::deque<BodyId> todo = {from};
  previous[from] = from;
  while (!todo.empty()) {
    const BodyId at = todo.front();
    todo.pop_front();
    if (at == to) break;
    for (const Joint& joint : model.joints()) {
      if (&joint == without || joint.between.P < 0) continue;
      const BodyId a = model.marker(joint.between.P).body, b = model.marker(joint.between.Q).body;
      const BodyId next = a == at ? b : b == at ? a : -1;
      if (next >= 0 && previous[next] < 0) {
        previous[next] = at;
        todo.push_back(next);
      }
    }
  }
  std::vector<std::string> names;
  if (previous[to] < 0) return names;
  for (BodyId at = to; at != from; at = previous[at]) names.push_back(model.body(at).name);
  names.push_back(model.body(from).name);
  return names;
}

}  // namespace

std::string describe_open_loop(const ModelSystem& system, const VecX& g) {
  const Model& model = system.model();
  const Joint* worst = nullptr;
  double worst_gap = 0;
  Index row = 0;
  for (const auto* list : {&model.joints(), &model.drivers()})
    for (const Joint& joint : *list) {
      double sum = 0;
      for (std::size_t k = 0; k < joint.rows.size(); ++k, ++row) sum += g[row] * g[row];
      if (std::sqrt(sum) > worst_gap) {
        worst_gap = std::sqrt(sum);
        worst = &joint;
      }
    }
  if (!worst)
    return fmt::format("the mechanism cannot be assembled: {} constraint rows remain violated.", system.layout().ng);
  std::string text = fmt::format("the mechanism cannot be assembled: {} '{}' ({}) remains open by {:.4g}",
                                 worst->type == "driver" ? "driver" : "joint", worst->name, worst->type, worst_gap);
  if (worst->between.P >= 0) {
    const auto loop =
        way_around(model, model.marker(worst->between.P).body, model.marker(worst->between.Q).body, worst);
    if (!loop.empty()) text += fmt::format(" in the loop {}", fmt::join(loop, " - "));
  }
  return text +
         ".\n"
         "  Check the lengths in this loop and the initial positions of its bodies.";
}

double measure_at(const ModelSystem& system, const State& x, const Measure& measure) {
  LocalFrame frame;
  const MeasureKinematics kinematics(system.model(), no_places(system.model().bodies().size()), measure, frame);
  std::vector<BodyMotion> motion;
  const auto workspace = system.make_workspace();
  system.move(x, MotionLevel::velocity, motion, *workspace);
  MeasureKinematics::Value value;
  kinematics.evaluate(motion, MotionLevel::velocity, MeasureKinematics::Gradients::none, value);
  return value.y[0];
}

}  // namespace daedalus
