// catalogue.hpp: the closed-form systems by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/system.hpp"

namespace daedalus {

struct CatalogueEntry {
  std::string name;
  std::string summary;
  double t_end;                                  // s, the usual end of a run from t = 0
  std::unique_ptr<System> (*make)();
  // The exact state at any t, or the verified one at the times of a table (to 1e-12); nothing at other times.
  std::optional<State> (*reference)(double t);
};

const std::vector<CatalogueEntry>& closed_form_catalogue();

// Both throw ModelError, with the known names, when there is no such system.
const CatalogueEntry& find_closed_form(std::string_view name);
std::unique_ptr<System> make_closed_form(std::string_view name);

}  // namespace daedalus
