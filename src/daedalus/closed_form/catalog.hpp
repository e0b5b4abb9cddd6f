// catalog.hpp: the closed-form systems by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/system.hpp"

namespace daedalus {

struct CatalogEntry {
  std::string name;
  std::string summary;
  double t_end;  // s, the usual end of a run from t = 0
  std::unique_ptr<System> (*make)();
  // The exact state at any t, or the verified one at the times of a table (to 1e-12); nothing at other times.
  std::optional<State> (*reference)(double t);
};

const std::vector<CatalogEntry>& closed_form_catalog();

// Both throw ModelError, with the known names, when there is no such system.
const CatalogEntry& find_closed_form(std::string_view name);
std::unique_ptr<System> make_closed_form(std::string_view name);

}  // namespace daedalus
