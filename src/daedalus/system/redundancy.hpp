// redundancy.hpp: constraint rows that others imply, everywhere along a motion and not just in one position.
//
// A loop that closes by its geometry (a door on two hinges, a third parallel crank) makes rows of G dependent on
// others. Off the manifold, by rounding or by the error of a step, they look independent by just that much; solved for,
// they brake the mechanism. So they are found once, at a start that satisfies the constraints, and left out from then
// on (Equations::drop_rows). What they would say is watched instead: they stay closed as long as they are redundant.
//
// Everything here is for set-up and for observers; it allocates.
#pragma once

#include "daedalus/linalg/rank_revealing.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

// G at x in units in which 1 is large (Layout::coordinate_scale, constraint_scale).
MatX scaled_jacobian(Equations& eq, const State& x);

// The rows of G that depend on others at x. Quick where there are none.
DependentRows find_dependent_rows(Equations& eq, const State& x);

// The rows to leave out for a motion that starts at x, a state that satisfies the constraints. A row that depends on
// others at x but no longer at positions near by is not redundant: x is singular there. None where x does not satisfy
// the constraints. `eq` leaves out no rows.
std::vector<Index> find_redundant_rows(Equations& eq, const State& x);

// The multipliers of minimum norm with the forces of x.lambda, which has zeros in the rows that `eq` leaves out; `all`
// leaves out none. Returns the largest coefficient with which a kept row (scaled) takes part in a dropped one: some
// units for a good choice of rows, without bound where another is due.
double spread_multipliers(Equations& eq, Equations& all, State& x);

// Where a row that was left out is no longer closed, although those that were kept are.
struct OpenRow {
  Index row = -1;
  double gap = 0;
};
OpenRow find_open_row(Equations& all, const std::vector<Index>& dropped, const State& x);

}  // namespace daedalus
