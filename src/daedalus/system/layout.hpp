// layout.hpp: what is known of a system before any number: sizes, names, patterns, rate groups.
//
// Constraint rows are stacked: the ng holonomic rows first, then the nw nonholonomic ones; nc = ng + nw. G, the
// multipliers, the velocity and the acceleration level have nc rows; only the position level g stops at ng.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/held_input.hpp"
#include "daedalus/linalg/pattern.hpp"

namespace daedalus {

// Coordinates, constraint rows and first-order states that move on one time scale (partitioned methods).
struct RateGroup {
  std::string name;
  std::vector<Index> coordinates, constraints, states;
};

// Where the matrices of Evaluation may be nonzero. Symbols as in system.hpp.
struct Patterns {
  Pattern M;                   // (nq × nq)
  Pattern G;                   // (nc × nq)
  Pattern r_q, r_v;            // (nq × nq)
  Pattern r_s;                 // (nq × ns)
  Pattern reaction_q;          // (nq × nq) derivative of M a + Gᵀλ
  Pattern g_dot_q;             // (nc × nq)
  Pattern g_ddot_q, g_ddot_v;  // (nc × nq)
  Pattern sigma_q, sigma_v;    // (ns × nq)
  Pattern sigma_s;             // (ns × ns)
  Pattern Y;                   // (springs × nq); no rows when the system knows none

  static Patterns full(Index nq, Index nc, Index ns);
};

struct Layout {
  Index nq = 0;  // coordinates
  Index ng = 0;  // holonomic constraint rows
  Index nw = 0;  // nonholonomic constraint rows
  Index ns = 0;  // first-order states
  Index nc() const { return ng + nw; }

  std::vector<std::string> coordinates;  // nq names, for example 'crank.theta'
  std::vector<std::string> constraints;  // nc names, for example 'joint crank_pin, row 2'
  std::vector<std::string> states;       // ns names
  std::vector<std::string> switches;     // names of the switching functions; often none
  std::vector<HeldInputPtr> inputs;      // what can be set between steps: InputValues; often none

  // What counts as large, 1 for angles and the size of the mechanism for lengths: the rank of G is judged against it.
  // Empty: all 1.
  VecX coordinate_scale;  // (nq)
  VecX constraint_scale;  // (nc)

  Patterns patterns;
  std::vector<RateGroup> rate_groups;  // empty: one rate for all
};

// Throws ModelError when sizes, names and patterns do not fit each other.
void check(const Layout& layout);

}  // namespace daedalus
