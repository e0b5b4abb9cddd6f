// rate_split.hpp: linearized equations in named states, split into the fast rate group and the rest             [SHJ04, Eq. (33)].
//
//   x' = A x,   A = [ A_ss A_sf ; A_fs A_ff ]
//
// The eigenvalues of A_ss and A_ff say whether two rates pay; the spectral radius of the step matrix S(h), which the coupling
// blocks enter, what step a dual-rate method can take (tableaus/prk/prk_stability.hpp).
#pragma once

#include <string>
#include <vector>

#include "daedalus/analysis/linearization.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus {

struct RateSplit {
  std::vector<std::string> names;  // of the states
  std::vector<bool> is_fast;
  MatX A;
  Index fast_count() const;
  Eigen::VectorXcd slow_eigenvalues, fast_eigenvalues, eigenvalues;  // of A_ss, A_ff, A
  double growth()
      const;  // 1/s, the largest real part of an eigenvalue of A, or 0: the motion itself may grow like this
};

// By the rate group 'fast'; without one, everything is fast.
RateSplit split_rates(const System& system, const Linearization& linear);
// With other states declared fast.
RateSplit split_rates(const System& system, const Linearization& linear, std::vector<bool> is_fast);

// The largest stable step, 0: none.
double largest_stable_step(const PrkTableau& tableau, const RateSplit& split);
double spectral_radius(const PrkTableau& tableau, const RateSplit& split, double h);

// A body or force element, the fastest mode it takes part in by at least a third, and how far that is from the others.
struct RateOwner {
  std::string name;
  double rate = 0;  // 1/s, |λ|
};
struct RateSuggestion {
  std::vector<RateOwner> owners;  // fastest first
  std::size_t fast = 0;           // so many of them would be the fast part; 0: rates do not separate
  double gap = 1;                 // rate of the slowest fast one over that of the fastest slow one
  std::string obstacle = {};      // why they cannot be fast alone
};
RateSuggestion suggest_rates(const System& system, const Linearization& linear);

}  // namespace daedalus
