// motion_matrix.hpp: the matrix of an implicit step on the equations of motion, of the size of the descriptor system.
//
//   q = q̂ + bq x,   v = v̂ + bv x,   s = ŝ + bv c      unknowns x (accelerations), c (rates of states), λ;  K = r_q, D = r_v,
//                                                     V_W = (W v + w)_q
//   [ M + bq K + bv D         bv r_s        G_hᵀ Wᵀ ]
//   [ −bq σ_q − bv σ_v        I − bv σ_s            ]
//   [ G_h                                           ]
//   [ W + bq/bv V_W                                 ]
//
// With constraints at acceleration level instead, the rows G a − γ = 0 for all of them:  G + bq (G a − γ)_q + bv (G a − γ)_v.
//
// Or a formulation has a way of its own through it, linear in the number of bodies where the matrix would be full: then
// nothing is composed.
//
// It stays bounded as h → 0: its limit is made of M and G alone. Redundant rows have a one on the diagonal.
#pragma once

#include <vector>

#include "daedalus/integrate/corrector/corrector.hpp"
#include "daedalus/integrate/corrector/corrector_matrix.hpp"
#include "daedalus/integrate/corrector/tangents.hpp"
#include "daedalus/system/motion_linearization.hpp"

namespace daedalus {

class MotionMatrix {
 public:
  // Of the tangents, which have been started for the same rows.
  void start_recursive(const Layout& layout, const std::vector<Index>& dropped_rows, ConstraintRows level) {
    size_parts(layout);
    is_recursive_ = true;
    dropped_ = dropped_rows;
    level_ = level;
  }

  void start(const Layout& layout, const std::vector<Index>& dropped_rows,
             ConstraintRows level = ConstraintRows::positions) {
    is_recursive_ = false;
    using E = Evaluation;
    using Part = CorrectorMatrix::Part;
    constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, of_bq{1}, of_bv{2}, bq_by_bv{3};
    size_parts(layout);
    const Index size = size_;
    const Part motion(0, layout.nq), rates(at_states_, layout.ns), rows(at_rows_, layout.nc());
    const Part redundant = Part::left_out(dropped_rows, at_rows_, layout.nc());
    std::vector<CorrectorMatrix::Line> table = {{&E::M, motion, motion, one},
                                                {&E::r_q, motion, motion, of_bq},
                                                {&E::r_v, motion, motion, of_bv},
                                                {&E::r_s, motion, rates, of_bv},
                                                {&E::G, motion, rows, one, Orientation::transposed},
                                                {&E::sigma_q, rates, motion, -of_bq},
                                                {&E::sigma_v, rates, motion, -of_bv},
                                                {&E::sigma_s, rates, rates, -of_bv},
                                                {CorrectorMatrix::identity, rates, rates, one},
                                                {&E::G, rows, motion, one}};
    if (level == ConstraintRows::positions) {
      table.push_back({&E::g_dot_q, rows.only(layout.ng, layout.nw), motion, bq_by_bv});
    } else {
      table.push_back({&E::g_ddot_q, rows, motion, of_bq});
      table.push_back({&E::g_ddot_v, rows, motion, of_bv});
    }
    table.push_back({CorrectorMatrix::identity, redundant, redundant, one});
    matrix_.start(layout, size, table);
  }

  // The tangents it is made of; those of the velocity level only where there are nonholonomic rows.
  static constexpr Want needs =
      Want::mass | Want::jacobian | Want::residual_tangent | Want::velocity_tangent | Want::sigma_tangent;
  static constexpr Want needs_of_accelerations =
      Want::mass | Want::jacobian | Want::residual_tangent | Want::acceleration_tangent | Want::sigma_tangent;
  static Want tangents(const Layout& layout, ConstraintRows level = ConstraintRows::positions) {
    const Want always = Want::mass | Want::jacobian | Want::residual_tangent | Want::sigma_tangent;
    if (level == ConstraintRows::accelerations) return layout.nc() > 0 ? needs_of_accelerations : always;
    return layout.nw > 0 ? needs : always;
  }

  StepMatrix compose(double bq, double bv, const Tangents& tangents) {
    if (is_recursive_) return {tangents.linearization(), bq, bv};
    return matrix_.compose({bq, bv, bq / bv}, {&*tangents});
  }

  // The corrector's solvers for it.
  void resize(Corrector& corrector, const Tangents& tangents, Corrector::Keeps keeps) const {
    if (!is_recursive_) return corrector.resize(matrix_.pattern(), SolverKind::automatic, keeps);
    const auto make = [&] { return tangents.linearization().make_factors(level_, dropped_); };
    corrector.resize(size_, make(), make());
  }
  Index size() const { return size_; }
  Index at_states() const { return at_states_; }  // first row of each part
  Index at_rows() const { return at_rows_; }

 private:
  void size_parts(const Layout& layout) {
    at_states_ = layout.nq;
    at_rows_ = at_states_ + layout.ns;
    size_ = at_rows_ + layout.nc();
  }

  CorrectorMatrix matrix_;
  Index at_states_ = 0, at_rows_ = 0, size_ = 0;
  bool is_recursive_ = false;
  std::vector<Index> dropped_;
  ConstraintRows level_ = ConstraintRows::positions;
};

}  // namespace daedalus
