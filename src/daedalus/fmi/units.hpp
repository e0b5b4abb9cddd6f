// units.hpp: units of channels in powers of the SI base units, as model descriptions want them: 'N m/rad' is
// kg¹ m² s⁻² rad⁻¹.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace daedalus::fmi {

struct BaseUnit {
  static constexpr std::array<const char*, 4> names = {"kg", "m", "s", "rad"};
  std::array<int, 4> exponents = {};
};

// Products with spaces, then '/' and more factors that divide; powers as ^2. Nothing for a factor that is not known.
std::optional<BaseUnit> find_base_unit(const std::string& unit);

}  // namespace daedalus::fmi
