// catalog_printer.hpp: tests over the catalog are listed by the name of the system.
#pragma once

#include <ostream>

#include "daedalus/closed_form/catalog.hpp"

namespace daedalus {

inline void PrintTo(const CatalogEntry& entry, std::ostream* out) { *out << entry.name; }

}  // namespace daedalus
