#include "daedalus/formulation/recursive/element_projection.hpp"

#include <array>
#include <map>
#include <set>

#include "daedalus/linalg/entries.hpp"

namespace daedalus {
namespace {

constexpr std::array<Index, 6> no_six = {-1, -1, -1, -1, -1, -1};

std::array<Index, 36> no_block() {
  std::array<Index, 36> block;
  block.fill(-1);
  return block;
}

Vec3 first_half(const VecX& values, const std::array<Index, 6>& slots) { return upper(pick(values, slots)); }
Vec3 second_half(const VecX& values, const std::array<Index, 6>& slots) { return lower(pick(values, slots)); }

}  // namespace

ElementProjection::ElementProjection(const Tree& tree, std::vector<BodyId> bodies, const Patterns& p)
    : tree_(tree), bodies_(std::move(bodies)) {
  std::set<Index> loaded;
  const auto collect_rows = [&](const Pattern& pattern, std::vector<Row>& to) {
    std::map<std::pair<Index, Index>, Row> rows;
    for_each_entry(pattern, [&](Index row, Index col, Index slot) {
      Row& r = rows.try_emplace({row, col / twist_places}, Row{row, col / twist_places, no_six}).first->second;
      r.slots[col % twist_places] = slot;
      loaded.insert(col / twist_places);
    });
    for (const auto& [key, row] : rows) to.push_back(row);
  };
  collect_rows(p.G, rows_);
  collect_rows(p.Y, springs_);

  std::map<std::pair<Index, Index>, Pair> pairs, reactions;
  const auto collect = [](std::map<std::pair<Index, Index>, Pair>& to, const Pattern& pattern, Block Pair::*which) {
    for_each_entry(pattern, [&](Index row, Index col, Index slot) {
      const Index a = row / twist_places, b = col / twist_places;
      Pair& pair = to.try_emplace({a, b}, Pair{a, b, no_block(), no_block()}).first->second;
      (pair.*which)[col % twist_places * twist_places + row % twist_places] = slot;
    });
  };
  collect(pairs, p.r_q, &Pair::K);
  collect(pairs, p.r_v, &Pair::D);
  collect(reactions, p.reaction_q, &Pair::K);
  for (const auto& [key, pair] : pairs) {
    pairs_.push_back(pair);
    loaded.insert(pair.a);
  }
  for (const auto& [key, pair] : reactions) reactions_.push_back(pair);

  std::map<std::pair<Index, Index>, Column> columns;
  for_each_entry(p.r_s, [&](Index row, Index col, Index slot) {
    Column& c = columns.try_emplace({row / twist_places, col}, Column{row / twist_places, col, no_six}).first->second;
    c.slots[row % twist_places] = slot;
    loaded.insert(row / twist_places);
  });
  for (const auto& [key, column] : columns) columns_.push_back(column);

  std::map<std::pair<Index, Index>, StateRow> states;
  const auto collect_states = [&](const Pattern& pattern, Six StateRow::*which) {
    for_each_entry(pattern, [&](Index row, Index col, Index slot) {
      const Index group = col / twist_places;
      StateRow& s = states.try_emplace({row, group}, StateRow{row, group, no_six, no_six}).first->second;
      (s.*which)[col % twist_places] = slot;
    });
  };
  collect_states(p.sigma_q, &StateRow::by_q);
  collect_states(p.sigma_v, &StateRow::by_v);
  for (const auto& [key, row] : states) states_.push_back(row);
  loaded_.assign(loaded.begin(), loaded.end());
}

// The orders in which entries are visited, once for patterns, slots and values.
template <class Place>
void ElementProjection::for_each_row(const std::vector<Row>& of, Place place) const {
  for (const Row& row : of) for_each_coordinate_above(tree_, node(row.group), [&](Index j) { place(row, j); });
}

template <class Place>
void ElementProjection::for_each_pair(const std::vector<Pair>& pairs, Place place) const {
  for (const Pair& pair : pairs)
    for_each_coordinate_above(tree_, node(pair.b), [&](Index j) {
      for_each_coordinate_above(tree_, node(pair.a), [&](Index i) { place(i, j); });
    });
}

std::vector<Pattern::Entry> ElementProjection::jacobian_entries() const {
  std::vector<Pattern::Entry> entries;
  for_each_row(rows_, [&](const Row& row, Index j) { entries.push_back({row.row, j}); });
  return entries;
}
std::vector<Pattern::Entry> ElementProjection::spring_entries() const {
  std::vector<Pattern::Entry> entries;
  for_each_row(springs_, [&](const Row& row, Index j) { entries.push_back({row.row, j}); });
  return entries;
}
std::vector<Pattern::Entry> ElementProjection::force_entries() const {
  std::vector<Pattern::Entry> entries;
  for_each_pair(pairs_, [&](Index i, Index j) { entries.push_back({i, j}); });
  return entries;
}
std::vector<Pattern::Entry> ElementProjection::reaction_entries() const {
  std::vector<Pattern::Entry> entries;
  for_each_pair(reactions_, [&](Index i, Index j) { entries.push_back({i, j}); });
  return entries;
}
std::vector<Pattern::Entry> ElementProjection::r_s_entries() const {
  std::vector<Pattern::Entry> entries;
  for (const Column& c : columns_)
    for_each_coordinate_above(tree_, node(c.group), [&](Index i) { entries.push_back({i, c.state}); });
  return entries;
}
std::vector<Pattern::Entry> ElementProjection::sigma_entries() const {
  std::vector<Pattern::Entry> entries;
  for (const StateRow& s : states_)
    for_each_coordinate_above(tree_, node(s.group), [&](Index j) { entries.push_back({s.state, j}); });
  return entries;
}

std::vector<Index> ElementProjection::find_rows(const Pattern& pattern) const {
  std::vector<Index> slots;
  for_each_row(rows_, [&](const Row& row, Index j) { slots.push_back(pattern.find(row.row, j)); });
  return slots;
}
std::vector<Index> ElementProjection::find_springs(const Pattern& pattern) const {
  std::vector<Index> slots;
  for_each_row(springs_, [&](const Row& row, Index j) { slots.push_back(pattern.find(row.row, j)); });
  return slots;
}
std::vector<Index> ElementProjection::find_pairs(const Pattern& pattern) const {
  std::vector<Index> slots;
  for_each_pair(pairs_, [&](Index i, Index j) { slots.push_back(pattern.find(i, j)); });
  return slots;
}
std::vector<Index> ElementProjection::find_reactions(const Pattern& pattern) const {
  std::vector<Index> slots;
  for_each_pair(reactions_, [&](Index i, Index j) { slots.push_back(pattern.find(i, j)); });
  return slots;
}
std::vector<Index> ElementProjection::find_geometry(const Pattern& pattern) const {
  std::vector<Index> slots;
  for (const Index group : loaded_)
    for_each_coordinate_above(tree_, node(group), [&](Index j) {
      for_each_coordinate_above(tree_, node(group), [&](Index i) { slots.push_back(pattern.find(i, j)); });
    });
  return slots;
}
std::vector<Index> ElementProjection::find_r_s(const Pattern& pattern) const {
  std::vector<Index> slots;
  for (const Column& c : columns_)
    for_each_coordinate_above(tree_, node(c.group), [&](Index i) { slots.push_back(pattern.find(i, c.state)); });
  return slots;
}
std::vector<Index> ElementProjection::find_sigma(const Pattern& pattern) const {
  std::vector<Index> slots;
  for (const StateRow& s : states_)
    for_each_coordinate_above(tree_, node(s.group), [&](Index j) { slots.push_back(pattern.find(s.state, j)); });
  return slots;
}

ElementProjection::Variation ElementProjection::vary_position(const View& x, Index group, Index j) const {
  const Vec6& S = x.columns.S[j];
  const Vec3 rho = motion(x, group).r - x.columns.origin;
  return {lower(S) + cross(upper(S), rho), upper(S), {}, {}, {}, {}};
}

void ElementProjection::vary_velocity(const View& x, Index group, Index j, Variation& d) const {
  const auto at = static_cast<std::size_t>(j);
  const BodyMotion& m = motion(x, group);
  const Vec3 rho = m.r - x.columns.origin;
  const Vec6 dV = cross_motion(x.columns.S[at], x.columns.V[node(group)]) + x.columns.psi_dot[at];
  d.w = upper(dV);
  d.v = lower(dV) + cross(d.w, rho) + cross(upper(x.columns.V[node(group)]), d.r);
}

void ElementProjection::vary_acceleration(const View& x, Index group, Index j, Variation& d) const {
  const auto at = static_cast<std::size_t>(j), n = static_cast<std::size_t>(node(group));
  const BodyMotion& m = motion(x, group);
  const Vec3 rho = m.r - x.columns.origin;
  const Vec6 dA = cross_motion(x.columns.S[at], x.columns.A[n]) + cross_motion(x.columns.psi_dot[at], x.columns.V[n]) +
                  x.columns.psi_ddot[at];
  d.alpha = upper(dA);
  d.a = lower(dA) + cross(d.alpha, rho) + cross(upper(x.columns.A[n]), d.r) + cross(d.w, m.r_dot) +
        cross(upper(x.columns.V[n]), d.v);
}

ElementProjection::Variation ElementProjection::vary_by_velocity(const View& x, Index group, Index j) const {
  const auto at = static_cast<std::size_t>(j), n = static_cast<std::size_t>(node(group));
  const BodyMotion& m = motion(x, group);
  const Vec3 rho = m.r - x.columns.origin;
  Variation d = {};
  const Vec6& S = x.columns.S[at];
  d.w = upper(S);
  d.v = lower(S) + cross(d.w, rho);
  const Vec6 dA = cross_motion(S, x.columns.V[n]) + x.columns.Y[at];
  d.alpha = upper(dA);
  d.a = lower(dA) + cross(d.alpha, rho) + cross(d.w, m.r_dot) + cross(upper(x.columns.V[n]), d.v);
  return d;
}

Vec6 ElementProjection::about_origin(const View& x, Index group, const Vec3& force, const Vec3& torque) const {
  return joined(torque + cross(Vec3(motion(x, group).r - x.columns.origin), force), force);
}

void ElementProjection::add_jacobian(const View& x, const VecX& G, const std::vector<Index>& slots, VecX& out) const {
  add_rows(rows_, x, G, slots, out);
}

void ElementProjection::add_springs(const View& x, const VecX& Y, const std::vector<Index>& slots, VecX& out) const {
  add_rows(springs_, x, Y, slots, out);
}

void ElementProjection::add_rows(const std::vector<Row>& of, const View& x, const VecX& values,
                                 const std::vector<Index>& slots, VecX& out) const {
  std::size_t at = 0;
  for (const Row& row : of) {
    const Vec6 w = about_origin(x, row.group, first_half(values, row.slots), second_half(values, row.slots));
    for_each_coordinate_above(tree_, node(row.group), [&](Index j) { out[slots[at++]] += w.dot(x.columns.S[j]); });
  }
}

void ElementProjection::add_velocity_tangent(const View& x, const VecX& G, const VecX& g_dot_q,
                                             const std::vector<Index>& slots, VecX& out) const {
  std::size_t at = 0;
  for (const Row& row : rows_) {
    const Vec3 f0 = first_half(G, row.slots), t0 = second_half(G, row.slots);
    const Vec3 f1 = first_half(g_dot_q, row.slots), t1 = second_half(g_dot_q, row.slots);
    for_each_coordinate_above(tree_, node(row.group), [&](Index j) {
      Variation d = vary_position(x, row.group, j);
      vary_velocity(x, row.group, j, d);
      out[slots[at++]] += f1.dot(d.r) + t1.dot(d.theta) + f0.dot(d.v) + t0.dot(d.w);
    });
  }
}

void ElementProjection::add_acceleration_tangents(const View& x, const VecX& G, const VecX& g_ddot_q,
                                                  const VecX& g_ddot_v, const std::vector<Index>& slots, VecX& by_q,
                                                  VecX& by_v) const {
  std::size_t at = 0;
  for (const Row& row : rows_) {
    const Vec3 f0 = first_half(G, row.slots), t0 = second_half(G, row.slots);
    const Vec3 f2 = first_half(g_ddot_q, row.slots), t2 = second_half(g_ddot_q, row.slots);
    const Vec3 fv = first_half(g_ddot_v, row.slots), tv = second_half(g_ddot_v, row.slots);
    for_each_coordinate_above(tree_, node(row.group), [&](Index j) {
      Variation d = vary_position(x, row.group, j);
      vary_velocity(x, row.group, j, d);
      vary_acceleration(x, row.group, j, d);
      const Variation e = vary_by_velocity(x, row.group, j);
      by_q[slots[at]] += f2.dot(d.r) + t2.dot(d.theta) + fv.dot(d.v) + tv.dot(d.w) + f0.dot(d.a) + t0.dot(d.alpha);
      by_v[slots[at]] += fv.dot(e.v) + tv.dot(e.w) + f0.dot(e.a) + t0.dot(e.alpha);
      ++at;
    });
  }
}

void ElementProjection::add_tangents(const View& x, const VecX& K_values, const VecX& D_values,
                                     const std::vector<Index>& slots_q, VecX& r_q, const std::vector<Index>& slots_v,
                                     VecX& r_v) const {
  std::size_t at = 0;
  for (const Pair& pair : pairs_) {
    const Mat6 K = pick(K_values, pair.K), D = pick(D_values, pair.D);
    for_each_coordinate_above(tree_, node(pair.b), [&](Index j) {
      Variation d = vary_position(x, pair.b, j);
      vary_velocity(x, pair.b, j, d);
      const Vec6 by_q = K * joined(d.r, d.theta) + D * joined(d.v, d.w), by_v = D * joined(d.r, d.theta);
      const Vec6 q = about_origin(x, pair.a, upper(by_q), lower(by_q)),
                 v = about_origin(x, pair.a, upper(by_v), lower(by_v));
      for_each_coordinate_above(tree_, node(pair.a), [&](Index i) {
        const Vec6& S = x.columns.S[i];
        r_q[slots_q[at]] += S.dot(q);
        r_v[slots_v[at]] += S.dot(v);
        ++at;
      });
    });
  }
}

void ElementProjection::add_reaction_tangent(const View& x, const VecX& K_values, const std::vector<Index>& slots,
                                             VecX& reaction_q) const {
  std::size_t at = 0;
  for (const Pair& pair : reactions_) {
    const Mat6 K = pick(K_values, pair.K);
    for_each_coordinate_above(tree_, node(pair.b), [&](Index j) {
      const Variation d = vary_position(x, pair.b, j);
      const Vec6 by_q = K * joined(d.r, d.theta), q = about_origin(x, pair.a, upper(by_q), lower(by_q));
      for_each_coordinate_above(tree_, node(pair.a),
                                [&](Index i) { reaction_q[slots[at++]] += x.columns.S[i].dot(q); });
    });
  }
}

// The force moves with the body, (δr × f) as a moment about O; and S_i turns with every coordinate j at or before its
// own node.
void ElementProjection::add_geometry(const View& x, const VecX& r, const std::vector<Index>& slots, VecX& r_q) const {
  std::size_t at = 0;
  for (const Index group : loaded_) {
    const Vec3 force = r.segment<3>(twist_places * group), torque = r.segment<3>(twist_places * group + 3);
    const Vec6 F = about_origin(x, group, force, torque);
    for (Index nj = node(group); nj >= tree_.roots; nj = tree_.node(nj).parent)
      for (Index j = tree_.node(nj).coordinate; j < tree_.node(nj).coordinate + tree_.node(nj).coordinates(); ++j) {
        const Vec6& Sj = x.columns.S[j];
        const Vec3 moved = cross(vary_position(x, group, j).r, force);
        for (Index ni = node(group); ni >= tree_.roots; ni = tree_.node(ni).parent)
          for (Index i = tree_.node(ni).coordinate; i < tree_.node(ni).coordinate + tree_.node(ni).coordinates(); ++i) {
            const Vec6& Si = x.columns.S[i];
            double sum = upper(Si).dot(moved);
            if (nj <= ni) sum += cross_motion(Sj, Si).dot(F);
            r_q[slots[at++]] += sum;
          }
      }
  }
}

void ElementProjection::add_r_s(const View& x, const VecX& r_s, const std::vector<Index>& slots, VecX& out) const {
  std::size_t at = 0;
  for (const Column& c : columns_) {
    const Vec6 w = about_origin(x, c.group, first_half(r_s, c.slots), second_half(r_s, c.slots));
    for_each_coordinate_above(tree_, node(c.group), [&](Index i) { out[slots[at++]] += w.dot(x.columns.S[i]); });
  }
}

void ElementProjection::add_sigma(const View& x, const VecX& sigma_q, const VecX& sigma_v,
                                  const std::vector<Index>& slots_q, VecX& by_q, const std::vector<Index>& slots_v,
                                  VecX& by_v) const {
  std::size_t at = 0;
  for (const StateRow& s : states_) {
    const Vec3 fq = first_half(sigma_q, s.by_q), tq = second_half(sigma_q, s.by_q);
    const Vec3 fv = first_half(sigma_v, s.by_v), tv = second_half(sigma_v, s.by_v);
    for_each_coordinate_above(tree_, node(s.group), [&](Index j) {
      Variation d = vary_position(x, s.group, j);
      vary_velocity(x, s.group, j, d);
      by_q[slots_q[at]] += fq.dot(d.r) + tq.dot(d.theta) + fv.dot(d.v) + tv.dot(d.w);
      by_v[slots_v[at]] += fv.dot(d.r) + tv.dot(d.theta);
      ++at;
    });
  }
}

}  // namespace daedalus
