// catalogue_printer.hpp: tests over the catalogue are listed by the name of the system.
#pragma once

#include <ostream>

#include "daedalus/closed_form/catalogue.hpp"

namespace daedalus {

inline void PrintTo(const CatalogueEntry& entry, std::ostream* out) { *out << entry.name; }

}  // namespace daedalus
