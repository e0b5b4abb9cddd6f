// group_accelerations.hpp: the accelerations of one rate group alone, which partitioned methods need more often than those
// of the rest:
//
//   [ M_ff  G_fᵀ ] ( a_f      )   ( f_f     )        f: coordinates of the group, rows of G between them
//   [ G_f   0    ] ( lambda_f ) = ( gamma_f )
//
// Possible where neither M nor a constraint couples the group with other coordinates; forces may.
#pragma once

#include <optional>

#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/evaluation.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

// The number of the rate group with this name; all_rates (−1) when there is none.
Index find_rate_group(const Layout& layout, const std::string& name);

class GroupAccelerations {
 public:
  // Throws ModelError that names what couples the group with the rest. M and G: values at some state, which count where a
  // pattern is full and says nothing.
  GroupAccelerations(const Layout& layout, Index group, const SparseMatrix& M, const SparseMatrix& G);

  GroupAccelerations(const GroupAccelerations&) = delete;
  GroupAccelerations& operator=(const GroupAccelerations&) = delete;

  // What it asks of the system; Want::sigma alone when the group consists of states.
  Want needs() const { return needs_; }

  // x.a and x.lambda of the group, from M, G, gamma and f of `value`.
  FactorStatus solve(const Evaluation& value, State& x);
  void exchange(Archive& archive);

 private:
  struct Part {
    Pattern pattern;
    std::vector<Index> slots;  // of its values among those of the whole matrix
    SparseMatrix matrix;
    void gather(const VecX& whole);
  };
  static Part make_part(const Pattern& whole, const std::vector<Index>& rows, const std::vector<Index>& cols);

  std::vector<Index> coordinates_, rows_;
  Want needs_;
  Part M_, G_;
  std::optional<SaddleSolver> saddle_;
  VecX a_, lambda_;
};

}  // namespace daedalus
