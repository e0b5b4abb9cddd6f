// dual_rate_stability.hpp: stability of dual-rate methods: regions of both parts, and the coupled step on a model.
#pragma once

#include <optional>

#include "daedalus/analysis/stability.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"
#include "daedalus/simulation/mechanism.hpp"
#include "page_output.hpp"

namespace daedalus::cli {

std::optional<PrkTableau> find_dual_rate_tableau(const MethodChoice& method);

// |R(z)| of the slow and of the fast part in the complex plane.
int show_dual_rate_regions(const PrkTableau& tableau, const PageRequest& page, bool json);

// The spectral radius of the step matrix S(h) of the linearized model. h = 0: no step is asked about.
int show_dual_rate_step(const PrkTableau& tableau, const Mechanism& mechanism, double h, const PageRequest& page,
                        bool json);

}  // namespace daedalus::cli
