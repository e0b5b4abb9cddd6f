#include "daedalus/formulation/flexible/flexible_system.hpp"

#include <Eigen/QR>

#include "daedalus/model/flexible/flexible_body.hpp"
#include "daedalus/model/start_position.hpp"

namespace daedalus {

FlexibleParts::FlexibleParts(const Model& model, UserJoints joints)
    : given(model), expansion(expand(model, joints)), inner(expansion.model), T(make_map()) {
  for (const Bending& bending : bendings) {
    const FlexibleBody& body = *given.body(bending.body).flexible;
    for (Index i = 0; i < bending.count; ++i)
      for (Index j = 0; j < bending.count; ++j)
        if (body.K(i, j) != 0 || body.D(i, j) != 0)
          elastic.push_back({bending.first + i, bending.first + j, body.K(i, j), body.D(i, j)});
  }
}

// Coordinates of joints and free bodies in their order, then the modal coordinates of every body.
CoordinateMap FlexibleParts::make_map() {
  const std::vector<std::string>& names = inner.layout().coordinates;
  std::vector<std::vector<CoordinateMap::Term>> rows(names.size());
  std::map<BodyId, Index> bending_of;
  Index cols = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_inner = expansion.inner.contains(names[i]);
    place_of.push_back(is_inner ? -1 : cols);
    if (!is_inner) rows[i] = {{cols++, 1}};
  }
  for (std::size_t b = 0; b < given.bodies().size(); ++b) {
    const Body& body = given.bodies()[b];
    if (!body.flexible) continue;
    bending_of[static_cast<BodyId>(b)] = static_cast<Index>(bendings.size());
    bendings.push_back({static_cast<BodyId>(b), cols, body.flexible->count(), {}});
    cols += body.flexible->count();
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = expansion.inner.find(names[i]);
    if (at == expansion.inner.end()) continue;
    Bending& bending = bendings[bending_of.at(at->second.frame)];
    bending.inner.push_back(static_cast<Index>(i));
    for (Index k = 0; k < bending.count; ++k)
      if (at->second.weights[k] != 0) rows[i].push_back({bending.first + k, at->second.weights[k]});
  }
  return CoordinateMap(std::move(rows), cols);
}

Layout FlexibleParts::make_layout() const {
  const Layout& from = inner.layout();
  Layout layout{.nq = T.cols(),
                .ng = from.ng,
                .nw = from.nw,
                .ns = from.ns,
                .coordinates = {},
                .constraints = from.constraints,
                .states = from.states,
                .switches = from.switches,
                .patterns = {},
                .rate_groups = {}};
  for (std::size_t i = 0; i < place_of.size(); ++i)
    if (place_of[i] >= 0) layout.coordinates.push_back(from.coordinates[i]);
  for (const Bending& bending : bendings)
    for (const std::string& mode : given.body(bending.body).flexible->modes)
      layout.coordinates.push_back(given.body(bending.body).name + "." + mode);

  layout.constraint_scale = from.constraint_scale;
  // modal coordinates: of the size of displacements
  layout.coordinate_scale = VecX::Constant(layout.nq, inner.elements().size());
  for (std::size_t i = 0; i < place_of.size(); ++i)
    if (place_of[i] >= 0) layout.coordinate_scale[place_of[i]] = from.coordinate_scale[static_cast<Index>(i)];

  for (const RateGroup& group : from.rate_groups) {  // modal coordinates go with the nodes of their body
    RateGroup mine{.name = group.name, .coordinates = {}, .constraints = group.constraints, .states = group.states};
    for (const Index i : group.coordinates)
      if (const Index q = place_of[i]; q >= 0) mine.coordinates.push_back(q);
    for (const Bending& bending : bendings)
      if (!bending.inner.empty() && std::find(group.coordinates.begin(), group.coordinates.end(),
                                              bending.inner.front()) != group.coordinates.end())
        for (Index k = 0; k < bending.count; ++k) mine.coordinates.push_back(bending.first + k);
    layout.rate_groups.push_back(std::move(mine));
  }

  const auto mapped = [this](const Pattern& pattern, Index rows, Index cols, Mapped sides, bool is_elastic = false) {
    return Pattern::deferred(rows, cols, [this, pattern, sides, is_elastic] {
      std::vector<Pattern::Entry> entries = mapped_entries(T, pattern, sides);
      if (is_elastic)
        for (const ElasticEntry& e : elastic) entries.push_back({e.row, e.col});
      return entries;
    });
  };
  const Index nq = layout.nq, nc = layout.nc(), ns = layout.ns;
  const Patterns& p = from.patterns;
  Patterns& mine = layout.patterns;
  mine.M = mapped(p.M, nq, nq, Mapped::both);
  mine.G = mine.g_dot_q = mine.g_ddot_q = mine.g_ddot_v = mapped(p.G, nc, nq, Mapped::columns);
  mine.r_q = mapped(p.r_q, nq, nq, Mapped::both, true);
  mine.r_v = mapped(p.r_v, nq, nq, Mapped::both, true);
  mine.reaction_q = mapped(p.reaction_q, nq, nq, Mapped::both);
  mine.r_s = mapped(p.r_s, nq, ns, Mapped::rows);
  mine.sigma_q = mapped(p.sigma_q, ns, nq, Mapped::columns);
  mine.sigma_v = mapped(p.sigma_v, ns, nq, Mapped::columns);
  mine.sigma_s = p.sigma_s;
  return layout;
}

FlexibleSystem::FlexibleSystem(const Model& model, UserJoints joints)
    : FlexibleSystem(std::make_unique<FlexibleParts>(model, joints), joints) {}

FlexibleSystem::FlexibleSystem(std::unique_ptr<FlexibleParts> parts, UserJoints joints)
    : ModelSystem(parts->expansion.model, parts->make_layout()), parts_(std::move(parts)),
      formulation_(joints == UserJoints::cut ? "cartesian" : "joint") {}

FlexibleSystem::Scratch::Scratch(const JointSystem& inner)
    : y(inner.layout()), value(inner.layout()), workspace(inner.make_workspace()) {
  workspace->inputs = InputValues(inner.layout().inputs);
}

std::unique_ptr<Workspace> FlexibleSystem::make_workspace() const { return std::make_unique<Scratch>(parts_->inner); }

std::vector<ModalRange> FlexibleSystem::modal_coordinates() const {
  std::vector<ModalRange> all;
  for (const FlexibleParts::Bending& b : parts_->bendings) all.push_back({b.body, b.first, b.count});
  return all;
}

void FlexibleSystem::expand(const State& x, Scratch& s) const {
  s.y.t = x.t;
  parts_->T.apply(x.q, s.y.q);
  parts_->T.apply(x.v, s.y.v);
  parts_->T.apply(x.a, s.y.a);
  s.y.lambda = x.lambda;
  s.y.s = x.s;
  if (!s.inputs.empty()) s.workspace->inputs.set(s.inputs.values());
}

void FlexibleSystem::write(LazyMap& lazy, Mapped sides, const SparseMatrix& from, SparseMatrix& to,
                           bool is_elastic) const {
  to.allocate();
  std::call_once(lazy.once, [&] {
    lazy.map = MatrixMap(parts_->T, *from.pattern, *to.pattern, sides);
    if (is_elastic)
      for (const FlexibleParts::ElasticEntry& e : parts_->elastic)
        lazy.elastic.push_back(to.pattern->find(e.row, e.col));
  });
  lazy.map.apply(from.values, to.values);
}

void FlexibleSystem::evaluate(Want want, const State& x, Index rate_group, Evaluation& out,
                              Workspace& workspace) const {
  if (workspace.held_excitations) return evaluate_held(want, x, out, workspace);
  Scratch& s = static_cast<Scratch&>(workspace);
  const Evaluation& in = s.value;
  const auto& elastic = parts_->elastic;
  expand(x, s);
  if (rate_group != all_rates && want == Want::sigma)  // states: the inner system has the same
    return parts_->inner.evaluate(want, s.y, rate_group, out, *s.workspace);
  parts_->inner.evaluate(want, s.y, all_rates, s.value, *s.workspace);

  if (wants(want, Want::position)) out.g = in.g;
  if (wants(want, Want::velocity)) out.g_dot = in.g_dot;
  if (wants(want, Want::gamma)) out.gamma = in.gamma;
  if (wants(want, Want::sigma)) out.sigma = in.sigma;
  if (wants(want, Want::switches)) out.switches = in.switches;
  if (wants(want, Want::mass)) write(M_, Mapped::both, in.M, out.M);
  if (wants(want, Want::jacobian)) write(G_, Mapped::columns, in.G, out.G);
  if (wants(want, Want::force)) {
    parts_->T.apply_transposed(in.f, out.f);
    for (const auto& e : elastic) out.f[e.row] -= e.k * x.q[e.col] + e.d * x.v[e.col];
  }
  if (wants(want, Want::residual)) {
    parts_->T.apply_transposed(in.r, out.r);
    for (const auto& e : elastic) out.r[e.row] += e.k * x.q[e.col] + e.d * x.v[e.col];
  }
  if (wants(want, Want::energy)) {
    out.energy = in.energy;
    for (const auto& e : elastic) {
      out.energy.potential += 0.5 * x.q[e.row] * e.k * x.q[e.col];
      out.energy.dissipated += x.v[e.row] * e.d * x.v[e.col];
    }
  }
  if (wants(want, Want::residual_tangent)) {
    write(r_q_, Mapped::both, in.r_q, out.r_q, true);
    write(r_v_, Mapped::both, in.r_v, out.r_v, true);
    write(r_s_, Mapped::rows, in.r_s, out.r_s);
    for (std::size_t k = 0; k < elastic.size(); ++k) {
      out.r_q.values[r_q_.elastic[k]] += elastic[k].k;
      out.r_v.values[r_v_.elastic[k]] += elastic[k].d;
    }
  }
  if (wants(want, Want::reaction_tangent)) write(reaction_q_, Mapped::both, in.reaction_q, out.reaction_q);
  if (wants(want, Want::velocity_tangent)) write(G_, Mapped::columns, in.g_dot_q, out.g_dot_q);
  if (wants(want, Want::acceleration_tangent)) {
    write(G_, Mapped::columns, in.g_ddot_q, out.g_ddot_q);
    write(G_, Mapped::columns, in.g_ddot_v, out.g_ddot_v);
  }
  if (wants(want, Want::sigma_tangent)) {
    write(sigma_q_, Mapped::columns, in.sigma_q, out.sigma_q);
    write(sigma_v_, Mapped::columns, in.sigma_v, out.sigma_v);
    out.sigma_s.allocate();
    out.sigma_s.values = in.sigma_s.values;
  }
}

void FlexibleSystem::move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion,
                          Workspace& workspace) const {
  Scratch& s = static_cast<Scratch&>(workspace);
  expand(x, s);
  parts_->inner.move(s.y, level, motion, *s.workspace);
}

void FlexibleSystem::reactions(const State& x, const std::vector<BodyMotion>& motion,
                               std::vector<Wrench<double>>& joints, VecX& drivers, Workspace& workspace) const {
  Scratch& s = static_cast<Scratch&>(workspace);
  expand(x, s);
  parts_->inner.reactions(s.y, motion, joints, drivers, *s.workspace);
}

std::vector<VecX> FlexibleSystem::start_values() const {
  std::vector<VecX> all;
  for (const FlexibleParts::Bending& b : parts_->bendings) {
    const VecX& given = parts_->given.body(b.body).bending.value;
    all.push_back(given.size() > 0 ? given : VecX(VecX::Zero(b.count)));
  }
  return all;
}

std::vector<VecX> FlexibleSystem::start_rates() const {
  std::vector<VecX> all;
  for (const FlexibleParts::Bending& b : parts_->bendings) {
    const VecX& given = parts_->given.body(b.body).bending.rate;
    all.push_back(given.size() > 0 ? given : VecX(VecX::Zero(b.count)));
  }
  return all;
}

std::vector<BodyMotion> FlexibleSystem::bent(const std::vector<BodyMotion>& given, const std::vector<VecX>& eta,
                                             const std::vector<VecX>& eta_dot) const {
  std::vector<BodyMotion> all = given;
  all.resize(model().bodies().size());
  for (const FlexiblePart& part : parts_->expansion.parts) {
    std::size_t k = 0;
    while (parts_->bendings[k].body != part.frame) ++k;
    all[part.body] = part_motion(part, parts_->given.body(part.frame), given[part.frame], eta[k], eta_dot[k]);
  }
  return all;
}

void FlexibleSystem::place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const {
  const bool is_whole = motion.size() == model().bodies().size();
  const std::vector<BodyMotion> all = is_whole ? motion : bent(motion, start_values(), start_rates());
  VecX y, y_dot;
  parts_->inner.place(t, all, y, y_dot);
  q.setZero(layout().nq);
  v.setZero(layout().nq);
  for (std::size_t i = 0; i < parts_->place_of.size(); ++i)
    if (const Index at = parts_->place_of[i]; at >= 0) {
      q[at] = y[static_cast<Index>(i)];
      v[at] = y_dot[static_cast<Index>(i)];
    }
  // Modal coordinates from what the nodes show of them: exact for a motion that the shapes can follow.
  for (const FlexibleParts::Bending& bending : parts_->bendings) {
    const Index n = static_cast<Index>(bending.inner.size());
    MatX shapes = MatX::Zero(n, bending.count);
    VecX value(n), rate(n);
    for (Index i = 0; i < n; ++i) {
      const Index at = bending.inner[i];
      for (const CoordinateMap::Term& term : parts_->T.row(at)) shapes(i, term.col - bending.first) = term.weight;
      value[i] = y[at];
      rate[i] = y_dot[at];
    }
    const Eigen::ColPivHouseholderQR<MatX> factors(shapes);
    q.segment(bending.first, bending.count) = factors.solve(value);
    v.segment(bending.first, bending.count) = factors.solve(rate);
  }
}

State FlexibleSystem::initial_guess() const {
  State x(layout());
  x.t = model().run().t_start;
  x.s = elements().initial_states();
  place(x.t, start_motion(parts_->given), x.q, x.v);
  return x;
}

std::string FlexibleSystem::explain_singularity(const State& x) const {
  State y(parts_->inner.layout());
  y.t = x.t;
  y.s = x.s;
  parts_->T.apply(x.q, y.q);
  parts_->T.apply(x.v, y.v);
  return parts_->inner.explain_coordinates(y);
}

}  // namespace daedalus
