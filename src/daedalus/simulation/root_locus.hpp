// root_locus.hpp: the eigenvalues of a mechanism over one of its parameters, and where it loses or gains stability.
//
// At every value the mechanism is loaded anew and linearized at its start. Its growth is the largest real part of the
// eigenvalues that are not neutral; where the growth of neighbors differs in sign, the value at which it passes zero is
// found by bisection.
#pragma once

#include <string>
#include <vector>

#include "daedalus/analysis/modes.hpp"
#include "daedalus/simulation/mechanism.hpp"

namespace daedalus {

struct LocusPoint {
  double value = 0;
  LinearizedAbout about = LinearizedAbout::rest;
  std::vector<Mode> modes;  // with the bodies that move
  // in `modes`: the least stable one, and the one of least damping ratio; −1: all are neutral
  int least_stable = -1, least_damped = -1;
  double growth() const {
    return least_stable < 0 ? 0 : modes[static_cast<std::size_t>(least_stable)].eigenvalue.real();
  }
};

struct LocusCrossing {
  double value = 0;     // of the parameter
  Mode mode;            // the one that crosses
  bool is_lost = true;  // stability is lost towards the larger value of the parameter; false: gained
};

struct RootLocus {
  std::string parameter;
  std::vector<LocusPoint> points;  // in the order of the values
  std::vector<LocusCrossing> crossings;
};

// FROM:TO:STEP or a list A,B,C; rising. Throws OptionError.
struct LocusRange {
  std::string parameter;
  std::vector<double> values;
};
LocusRange parse_locus_range(const std::string& text);

// Throws ModelError or OptionError when a value of the parameter makes no mechanism.
RootLocus find_root_locus(const MechanismRequest& request, const LocusRange& range);

}  // namespace daedalus
