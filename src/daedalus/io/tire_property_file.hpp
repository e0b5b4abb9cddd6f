// tire_property_file.hpp: the coefficients of a tire from a .tir file of PAC2002 (MF-Tyre 5.2).
//
//   [LATERAL_COEFFICIENTS]          $ comments begin with $ or !
//   PKY1 = -15.5                    ! units: [UNITS] LENGTH and FORCE are converted, ANGLE has to be 'radian'
//
// Other keys, sections and tables are skipped: they belong to parts of the model that are not used here. PROPERTY_FILE_FORMAT and
// FITTYP of other formulas are refused.
#pragma once

#include <filesystem>
#include <string>

#include "daedalus/model/tire/magic_formula.hpp"

namespace daedalus {

// ModelError with all problems, each with file and line; FileError if the file cannot be read.
MagicFormula read_tire_properties(const std::filesystem::path& file);
MagicFormula read_tire_properties_text(const std::string& text, const std::string& name);

}  // namespace daedalus
