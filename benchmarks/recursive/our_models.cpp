#include "our_models.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/math/euler_parameters.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::peers {
namespace {

Acceleration at_rest(const Mechanism& mechanism) {
  return {Vector3::Zero(), Vector3::Zero(), std::vector<double>(mechanism.links.size(), 0.0)};
}

}  // namespace

std::vector<std::string> formulations() {
  std::vector<std::string> found;
  const auto known = formulation_names();
  for (const char* wanted : wanted_formulations)
    if (std::find(known.begin(), known.end(), wanted) != known.end()) found.emplace_back(wanted);
  return found;
}

Model model_of(const Mechanism& mechanism, const Motion& motion) {
  ModelBuilder build("mechanism");
  build.gravity(mechanism.gravity);
  const std::vector<LinkFrame> frames = kinematics(mechanism, motion, at_rest(mechanism));
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Link& link = mechanism.links[i];
    const LinkFrame& frame = frames[i];
    bodies.push_back(build.body({.name = fmt::format("link{}", i),
                                 .kind = BodyKind::spatial,
                                 .mass = link.mass,
                                 .inertia = link.inertia,
                                 .com = link.com,
                                 .position = frame.p,
                                 .orientation = euler_parameters_of(frame.R),
                                 .velocity = frame.v,
                                 .angular_velocity = frame.w}));
    if (i == 0 && mechanism.free_base) continue;
    const Mat3 axes = frame_with_z(link.axis);
    const BodyId parent = link.parent < 0 ? ground_body : bodies[link.parent];
    const MarkerId P = build.marker(bodies.back(), "pin", Vec3::Zero(), axes);
    const MarkerId Q = build.marker(parent, fmt::format("pin{}", i), link.pivot, axes);
    build.joint(fmt::format("joint{}", i), Revolute{{P, Q}});
  }
  return build.finish();
}

Model points_and_rods(const Mechanism& chain, const Motion& motion) {
  ModelBuilder build("chain");
  build.gravity(chain.gravity);
  const std::vector<LinkFrame> frames = kinematics(chain, motion, at_rest(chain));
  MarkerId above = origin_marker;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Vec3 r = frames[i].R * chain.links[i].com;
    const BodyId body = build.body({.name = fmt::format("link{}", i),
                                    .kind = BodyKind::point,
                                    .mass = chain.links[i].mass,
                                    .position = frames[i].p + r,
                                    .velocity = frames[i].v + frames[i].w.cross(r),
                                    .moves = {true, true, false}});
    const MarkerId here = build.marker(body, "here", Vec3::Zero());
    build.joint(fmt::format("rod{}", i), DistanceJoint{{here, above}, r.norm()});
    above = here;
  }
  return build.finish();
}

Signals::Signals(const ModelSystem& system) : source_(make_channels(system)) {
  for (const ChannelInfo& channel : source_->channels()) at_.emplace(channel.name, at_.size());
  values_.resize(source_->channels().size());
}

Prepared::Prepared(const Model& given, const std::string& formulation)
    : model(given), system(make_system(given, formulation)) {
  Assembled assembled = assemble(*system);
  if (!assembled.report.assembled) throw ModelError("cannot be assembled: " + assembled.report.failure);
  start = std::move(assembled.state);
}

OurForwardDynamics::OurForwardDynamics(const Model& model, const std::string& formulation, double factor)
    : prepared_(model, formulation), eq_(*prepared_.system), x_{prepared_.start, prepared_.start} {
  x_[1].v *= factor;
}

std::vector<Vector3> OurForwardDynamics::com_accelerations() {
  Signals signals(*prepared_.system);
  signals.read(x_[last_]);
  std::vector<Vector3> result;
  for (const Body& body : prepared_.model.bodies()) {
    if (!body.has_coordinates()) continue;
    result.emplace_back(signals[body.name + ".ax"], signals[body.name + ".ay"], signals[body.name + ".az"]);
  }
  return result;
}

Entry our_forward_dynamics(const Model& model, const std::string& formulation, double factor, const std::string& note) {
  const std::string who = fmt::format("Daedalus '{}'{}", formulation, note);
  try {
    return {who, std::make_unique<OurForwardDynamics>(model, formulation, factor), {}};
  } catch (const std::exception& refusal) {
    return {who, nullptr, refusal.what()};
  }
}

}  // namespace daedalus::peers
