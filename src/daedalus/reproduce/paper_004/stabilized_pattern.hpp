// stabilized_pattern.hpp: entries of the Jacobian of the stabilized index-2 equations [AFF, Eq. (7)] in the unknowns
// (p, v, λ, η), from the patterns that a system declares:
//
//   rows of p' − v + Gᵀη:        I in p and v, Gᵀ in η             ((Gᵀη)_p is left out: η is small)
//   rows of v' − M⁻¹(Ψ − Gᵀλ):   r_q in p, r_v and M in v, Gᵀ in λ   where M couples no bodies that forces do not couple
//   rows of G v + g^(I):         (G v)_q in p, G in v
//   rows of g:                   G in p
#pragma once

#include "daedalus/system/layout.hpp"

namespace daedalus::reproduce::paper_004 {

Pattern stabilized_pattern(const Layout& layout);
Pattern without_last_columns(const Pattern& pattern, Index columns);

}  // namespace daedalus::reproduce::paper_004
