// row_reaction.hpp: the reaction of a joint that is constraint rows, as a wrench on its P at P in world axes.
//
//   F = − Σ λ ∂y/∂x_P,   T = − Σ λ ∂y/∂(turn of P)        y: measures of the rows as functions of the frame of P
//   F = − Σ μ ∂c/∂v_P,   T = − Σ μ ∂c/∂ω_P                c: nonholonomic rows
#pragma once

#include "daedalus/formulation/elements/body_motion.hpp"
#include "daedalus/model/model.hpp"

namespace daedalus {

// `first_row`, `first_rate_row`: where the multipliers of the joint begin in lambda; not used when it has no such rows.
Wrench<double> row_reaction(const Model& model, const Joint& joint, const std::vector<BodyMotion>& motion,
                            const VecX& lambda, Index first_row, Index first_rate_row);

}  // namespace daedalus
