// residual_verdicts.hpp: were the constraints kept well enough? On each level a residual should stay below
//
//   tol (1 + largest |q|),    tol (1 + largest |v|),    tol (1 + largest |a|)
//
// with tol = rtol under error control and 1e-6 with a fixed step, the largest values being those of any coordinate at
// any accepted step up to which the energy balance held (a motion that blows up is not measured by itself). So the
// bound is a tolerance of the motion itself, met with room to spare where a level is projected or solved for.
//
// Methods in index 3 or 2 solve for the constraints on the lower levels and leave those above to the formula: there the
// residual is no drift that adds up, but the local error of the step, differentiated. Error control, which keeps
// displacements to tol, lets it be tol/h and tol/h².
// So it is judged by what it moves within its own step,
//
//   h |G v + g_t| <= tol (1 + largest |q|),    h²/2 |G a − γ| <= tol (1 + largest |q|)      at every accepted step,
//
// and the bound that is shown stands to the largest residual as this limit does to the largest displacement.
// A bound that is given goes before the rules. Methods whose a and lambda lag behind by design
// (MethodRecord::lag_order) are judged by displacements too.
//
// The energy balance should hold to √rtol of the energy that was there and went through under error control, to 1 %
// with a fixed step, apart from what the work itself is uncertain by.
#pragma once

#include <optional>

#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/monitor.hpp"

namespace daedalus {

using GivenBounds = PerLevel<std::optional<double>>;

// Sets residuals, residual_at, bounds, bound_rule and verdicts of the report, whose method, options, h and rtol are
// known, and adds a warning with a remedy for each level that fails.
void judge_residuals(const Monitor& monitor, const Layout& layout, const MethodRecord& method, const GivenBounds& given,
                     Report& report);

// Sets energy, energy_bound and energy_verdict, and adds a warning when the balance does not hold.
void judge_energy(const Monitor& monitor, Report& report);

}  // namespace daedalus
