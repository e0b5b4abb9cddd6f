// prk_file.hpp: a dual-rate tableau as a file, which `daedalus design prk` writes and `--method FILE.yaml` runs.
//
//   tableau: my-2-5                      # a name
//   order: 2
//   slow: {A: [[], [0.5], …], b: […], embedded: […]}      rows of A end where only zeros follow; embedded is optional
//   fast: {A: [[], [0.5], …], b: […], embedded: […]}
#pragma once

#include <string>

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus {

// Throws OptionError with file, line and what would be right.
PrkTableau read_prk_tableau(const std::string& path);

// The text of such a file, with every digit.
std::string prk_tableau_text(const PrkTableau& tableau);

}  // namespace daedalus
