// sundials_swing.hpp: the chain of points integrated by SUNDIALS: IDA with the tensions of the rods as unknowns (sparse
// Jacobians by hand, KLU with AMD ordering), and integrators of ordinary differential equations on the recursion of
// planar_chain.hpp.
#pragma once

#include "swing.hpp"

namespace daedalus::peers {

// y = (x, y, u, w, λ, μ) of each mass, d_i = p_i − p_{i−1} along rod i; stabilized index 2 [Gear, Gupta, Leimkuhler]:
//   0 = p_i' − v_i + d_i μ_i − d_{i+1} μ_{i+1}
//   0 = v_i' + d_i λ_i − d_{i+1} λ_{i+1} − g
//   0 = d_i · (v_i − v_{i−1}),   0 = (d_i · d_i − 1)/2
// λ and μ are out of the error test.
Swing swing_by_ida_positions(int N, double angle, double t_end, double tolerance);

// y = (θ, ω, T) of each rod, index 1: the difference of the accelerations of its ends, D_i = a_i − a_{i−1} with
// a_i = g − T_i e_i + T_{i+1} e_{i+1}, is ω' n − ω² e:
//   0 = θ_i' − ω_i,   0 = ω_i' − n_i · D_i,   0 = e_i · D_i + ω_i²
Swing swing_by_ida_angles(int N, double angle, double t_end, double tolerance);

enum class Explicit { dormand_prince_5, fehlberg_8, adams };
// ARKODE's ERKStep or CVODE's Adams methods (fixed-point iteration) for (θ, ω).
Swing swing_by_recursion(int N, double angle, double t_end, double rtol, double atol, Explicit method,
                         long step_limit = max_steps);

}  // namespace daedalus::peers
