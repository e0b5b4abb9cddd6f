#include "daedalus/formulation/elements/model_elements.hpp"

#include "daedalus/formulation/mechanism_size.hpp"

namespace daedalus {
namespace {

bool is_gap(const ConstraintRow& row) {
  using enum MeasureKind;
  const MeasureKind kind = row.terms.front().measure.kind;
  return row.terms.size() == 1 && (kind == gap_x || kind == gap_y || kind == gap_z) && row.terms.front().weight == 1 &&
         row.offset == 0 && !row.motion && row.period == 0;
}

Index count_rows(std::span<const Joint* const> joints) {
  std::size_t count = 0;
  for (const Joint* joint : joints) count += joint->rows.size();
  return static_cast<Index>(count);
}

Index find_row(const std::map<std::string, Index>& rows, const Joint& joint) {
  const auto at = rows.find(joint.name);
  return at == rows.end() ? -1 : at->second;
}

}  // namespace

Patterns make_patterns(Index nq, Index nc, Index ns, Index springs, std::vector<Pattern::Entry> mass,
                       std::vector<Pattern::Entry> jacobian, const std::vector<Pattern::Entry>& reaction,
                       ForceEntries forces) {
  forces.r_q.insert(forces.r_q.end(), reaction.begin(), reaction.end());
  Patterns p;
  p.M = Pattern(nq, nq, std::move(mass));
  p.G = Pattern(nc, nq, std::move(jacobian));
  p.r_q = Pattern(nq, nq, std::move(forces.r_q));
  p.r_v = Pattern(nq, nq, std::move(forces.r_v));
  p.r_s = Pattern(nq, ns, std::move(forces.r_s));
  p.reaction_q = Pattern(nq, nq, reaction);
  p.g_dot_q = p.g_ddot_q = p.g_ddot_v = p.G;
  p.sigma_q = Pattern(ns, nq, std::move(forces.sigma_q));
  p.sigma_v = Pattern(ns, nq, std::move(forces.sigma_v));
  p.sigma_s = Pattern(ns, ns, std::move(forces.sigma_s));
  p.Y = Pattern(springs, nq, std::move(forces.Y));
  return p;
}

std::vector<const Joint*> joints_and_drivers(const Model& model) {
  std::vector<const Joint*> all;
  for (const auto* list : {&model.joints(), &model.drivers()})
    for (const Joint& joint : *list) all.push_back(&joint);
  return all;
}

ModelElements::ModelElements(const Model& model, const BodyPlaces& places, std::span<const Joint* const> joints,
                             Index norm_rows)
    : measure_forces_(model, places, 0), frame_forces_(model, places, measure_forces_), size_(mechanism_size(model)),
      rates_(model, places, joints, count_rows(joints) + norm_rows) {
  Index rate_row = count_rows(joints) + norm_rows;
  for (const Joint* joint : joints) {
    if (!joint->rows.empty()) first_row_[joint->name] = row_count();
    for (const ConstraintRow& row : joint->rows) {
      const Index index = row_count();
      row_names_.push_back(joint->name + "." + row.label);
      row_scales_.push_back(row_scale(row, size_));
      if (is_gap(row)) {
        const Measure& y = row.terms.front().measure;
        gaps_.add(model, places, {y.P, y.Q}, static_cast<int>(y.kind) - static_cast<int>(MeasureKind::gap_x), index);
      } else {
        rows_.add(model, places, row, index);
      }
    }
    if (joint->rates) {
      first_rate_row_[joint->name] = rate_row;
      rate_row += static_cast<Index>(joint->rates->labels().size());
    }
  }
}

VecX ModelElements::row_scales(Index norm_rows) const {
  // longer than all others: what keeps Euler parameters at length 1 is never the redundant one
  constexpr double of_norm = 0.01;
  VecX scales = VecX::Constant(row_count() + norm_rows + rate_row_count(), of_norm);
  std::copy(row_scales_.begin(), row_scales_.end(), scales.begin());
  scales.tail(rate_row_count()).setConstant(size_);
  return scales;
}

std::vector<std::string> ModelElements::state_names() const {
  std::vector<std::string> names = measure_forces_.state_names();
  names.insert(names.end(), frame_forces_.state_names().begin(), frame_forces_.state_names().end());
  return names;
}

std::vector<const ForceElement*> ModelElements::state_owners() const {
  std::vector<const ForceElement*> owners = measure_forces_.state_owners();
  owners.insert(owners.end(), frame_forces_.state_owners().begin(), frame_forces_.state_owners().end());
  return owners;
}

ModelElements ModelElements::restricted_to(const RateAssignment& rates, const Layout& layout, Index group) const {
  ModelElements part = *this;
  std::vector<bool> kept(static_cast<std::size_t>(layout.nc()), false);
  for (const Index row : layout.rate_groups[group].constraints) kept[static_cast<std::size_t>(row)] = true;
  part.gaps_.keep(kept);
  part.rows_.keep(kept);
  part.rates_.keep(kept);
  part.measure_forces_.keep(group);
  part.frame_forces_.keep(rates, group);
  return part;
}

VecX ModelElements::initial_states() const {
  VecX s(state_count());
  Index k = 0;
  for (const double value : measure_forces_.initial_states()) s[k++] = value;
  for (const double value : frame_forces_.initial_states()) s[k++] = value;
  return s;
}

Index ModelElements::first_row(const Joint& joint) const { return find_row(first_row_, joint); }
Index ModelElements::first_rate_row(const Joint& joint) const { return find_row(first_rate_row_, joint); }

void ModelElements::collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& reaction,
                            ForceEntries& forces) {
  gaps_.collect(jacobian, reaction);
  rows_.collect(jacobian, reaction);
  rates_.collect(jacobian, reaction);
  measure_forces_.collect(forces);
  frame_forces_.collect(forces);
}

void ModelElements::find_slots(const Patterns& patterns) {
  gaps_.find_slots(patterns);
  rows_.find_slots(patterns);
  rates_.find_slots(patterns);
  measure_forces_.find_slots(patterns);
  frame_forces_.find_slots(patterns);
}

ModelElements::Scratch ModelElements::make_scratch() const {
  Scratch scratch;
  scratch.forces = measure_forces_.make_scratch();
  scratch.frames = frame_forces_.make_scratch();
  return scratch;
}

void ModelElements::add_levels(Want want, double t, const std::vector<BodyMotion>& motion, MotionLevel level,
                               Evaluation& out, Scratch& scratch) const {
  gaps_.add_rows(want, motion, out);
  rows_.add_rows(want, t, motion, level, out, scratch.value);
  rates_.add_rows(want, motion, out);
}

void ModelElements::add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r,
                                 Scratch& scratch) const {
  gaps_.add_reaction(motion, lambda, r);
  rows_.add_reaction(motion, lambda, r, scratch.value);
  rates_.add_reaction(motion, lambda, r);
}

void ModelElements::add_reaction_tangents(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target,
                                          VecX& values, Scratch& scratch) const {
  gaps_.add_reaction_tangent(motion, lambda, target, values);
  rows_.add_reaction_tangent(motion, lambda, target, values, scratch.by_q);
  rates_.add_reaction_tangent(motion, lambda, target, values, scratch.by_q);
}

void ModelElements::add_forces(Want want, const State& x, const InputValues& inputs,
                               const std::vector<BodyMotion>& motion, VecX* f, Evaluation& out,
                               Scratch& scratch) const {
  measure_forces_.evaluate(want, x, inputs, motion, f, out, scratch.forces);
  frame_forces_.evaluate(want, x, inputs, motion, f, out, scratch.frames);
}

}  // namespace daedalus
