// recursive.hpp: the parts of the benchmark.
#pragma once

namespace daedalus::peers {

void compare_forward_dynamics(int rounds);
void tell_cost_per_link(int rounds);
void compare_chain_swing(int rounds);
void compare_formulations(int rounds);

}  // namespace daedalus::peers
