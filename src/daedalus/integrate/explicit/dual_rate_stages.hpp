// dual_rate_stages.hpp: the stages of an explicit partitioned Runge-Kutta method (tableaus/prk/prk_tableau.hpp) on the
// index-1 form of the equations: z = (q, v, s), z' = (v, a, sigma), of which a rate group is fast and the rest slow.
#pragma once

#include <vector>

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

class DualRateStages {
 public:
  // `group`: the fast rate group; all_rates: everything is fast.
  void resize(const Layout& layout, Index group, int stages);

  // z' at a stage, of everything or of the fast group alone; a and sigma were evaluated there.
  void set(int stage, const State& x, const VecX& sigma) {
    set_slow(stage, x, sigma);
    set_fast(stage, x, sigma);
  }
  void set_fast(int stage, const State& x, const VecX& sigma) { set(fast_, stage, x, sigma); }

  // y = x + h Σ_{j < count} w_j z'_j with the weights of each part.
  void combine(const VecX& slow, const VecX& fast, int count, const State& x, double h, State& y) const;

  // The size of h Σ (b − b*)_j z'_j for a step from x to y.
  double error(const PrkTableau& tableau, const Tolerances& tolerances, const State& x, double h, const State& y) const;

 private:
  struct Part {
    std::vector<Index> coordinates, states;
    // derivatives of q, v and s, a row per component, a column per stage
    using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Table dq, dv, ds;
  };
  void set_slow(int stage, const State& x, const VecX& sigma) { set(slow_, stage, x, sigma); }
  static void set(Part& part, int stage, const State& x, const VecX& sigma);
  static void combine(const Part& part, const VecX& weights, int count, const State& x, double h, State& y);

  Part slow_, fast_;
};

}  // namespace daedalus
