#include "daedalus/fmi/units.hpp"

#include <cstdlib>

namespace daedalus::fmi {
namespace {

struct KnownUnit {
  const char* name;
  BaseUnit base;
};
constexpr KnownUnit known_units[] = {
    {"kg", {{1, 0, 0, 0}}},   {"m", {{0, 1, 0, 0}}},   {"s", {{0, 0, 1, 0}}},  {"rad", {{0, 0, 0, 1}}},
    {"1", {{0, 0, 0, 0}}},    {"N", {{1, 1, -2, 0}}},  {"J", {{1, 2, -2, 0}}}, {"W", {{1, 2, -3, 0}}},
    {"Pa", {{1, -1, -2, 0}}}, {"Hz", {{0, 0, -1, 0}}},
};

bool add_factor(const std::string& factor, int sign, BaseUnit& sum) {
  const std::size_t power = factor.find('^');
  const int exponent = power == factor.npos ? 1 : std::atoi(factor.c_str() + power + 1);
  const std::string name = factor.substr(0, power);
  for (const KnownUnit& unit : known_units)
    if (name == unit.name) {
      for (std::size_t k = 0; k < sum.exponents.size(); ++k)
        sum.exponents[k] += sign * exponent * unit.base.exponents[k];
      return true;
    }
  return false;
}

}  // namespace

std::optional<BaseUnit> find_base_unit(const std::string& unit) {
  BaseUnit sum;
  int sign = 1;
  std::string factor;
  for (std::size_t i = 0; i <= unit.size(); ++i) {
    const char c = i < unit.size() ? unit[i] : ' ';
    if (c != ' ' && c != '/') {
      factor += c;
      continue;
    }
    if (!factor.empty() && !add_factor(factor, sign, sum)) return std::nullopt;
    factor.clear();
    if (c == '/') sign = -1;
  }
  return sum;
}

}  // namespace daedalus::fmi
