// stage_recursion.hpp: the system of stage_saddle.hpp where the formulation factorizes its matrix by itself: the same
// equations, with what the tangents answer in place of their matrices. Rows that the partition leaves out have a one on
// the diagonal.
#pragma once

#include <memory>

#include "daedalus/integrate/corrector/motion_matrix.hpp"
#include "daedalus/integrate/state_space/coordinate_partition.hpp"
#include "daedalus/linalg/linear_solver.hpp"

namespace daedalus {

class StageRecursion {
 public:
  // Allocates. The tangents have been started.
  void start(const Layout& layout, const CoordinatePartition& partition, Tangents& tangents, Corrector& corrector);
  static bool start_tangents(const System& system, const CoordinatePartition& partition, Tangents& tangents) {
    return tangents.start_recursive(system, partition.dropped, Tangents::Keeps::no);
  }
  Index size() const { return matrix_.size(); }

  // Of tangents at x; evaluates G there.
  StepMatrix compose(Equations& eq, double hA, const State& x, const Tangents& tangents);
  void condense(double hA, Tangents& d, const VecX& r, VecX& rhs);
  void expand(const VecX& x, VecX& dx) const;
  void exchange(Archive& archive);

 private:
  void find_difference(VecX& difference);  // from level_ of the kept rows

  CoordinatePartition partition_;
  Index nq_ = 0, ns_ = 0, rank_ = 0;
  MotionMatrix matrix_;
  CorrectorMatrix G_u_;
  std::unique_ptr<LinearSolver> solver_;  // of G_u
  VecX zeta_, eta_;                       // (nq) zero in independent coordinates
  VecX motion_, rate_, level_;            // (nq), (ns), (rank)
};

}  // namespace daedalus
