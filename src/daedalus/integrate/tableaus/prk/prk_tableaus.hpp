// prk_tableaus.hpp: every dual-rate tableau there is, by name.
#pragma once

#include <span>
#include <string_view>

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus {

inline constexpr std::string_view default_prk_tableau = "opt-3-8";

std::span<const PrkTableau> prk_tableaus();
const PrkTableau* find_prk_tableau(std::string_view name);  // null: there is none

// A chain for the fast part, Â_{i,i−1} = c_i and nothing else, which needs two registers only.
//   order 2:  J = {1, s},      A_{i1} = c_i,  b = b̂ = (1/4, 0 … 0, 3/4), c_s = 2/3
//   order 3:  J = {1, s−1, s}, A_{i1} = c_i for i < s, A_{s,s−1} = 2/3: its last two stages are Heun's method
// c_{s−1} = 2 beta_3 and c_{s−j} = beta_{j+2}/beta_{j+1} give the fast part the stability polynomial beta; order 3 needs
// beta_3 = 1/6.
PrkTableau make_chain(int order, const std::vector<double>& beta, std::string name, std::string title,
                      std::string source);

}  // namespace daedalus
