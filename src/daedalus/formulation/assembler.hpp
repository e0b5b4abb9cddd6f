// assembler.hpp: brings positions and velocities onto the constraints (assembly.hpp): in absolute coordinates in the
// norm weighted by the bodies' assembly weights, in others in that of M by their own solver.
//
// Positions are found with all rows; where they are found, rows that others imply (system/redundancy.hpp) are not
// solved for any more, but have to be satisfied.
#pragma once

#include <optional>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "daedalus/system/redundancy.hpp"

namespace daedalus {

inline constexpr double locked_weight = 1e10;  // of a body that stays where it is

class Assembler {
 public:
  explicit Assembler(const CartesianSystem& system);
  explicit Assembler(const System& system) : eq_(system), all_(system) {}
  Assembler(const System& system, VecX root_weight);  // the square root of the weight of every coordinate

  bool move_positions(State& x, AssemblyReport& report);
  bool move_velocities(State& x, AssemblyReport& report);
  bool accelerations(State& x);  // with multipliers of minimum norm where rows are redundant

  Equations& equations() { return all_; }

 private:
  void drop_redundant_rows(const State& x);
  bool solve(const State& x, VecX& b, VecX& c);

  Equations eq_, all_;  // without redundant rows, and with them
  std::optional<SaddleSolver> weighted_;
  VecX root_weight_;
};

}  // namespace daedalus
