#include "daedalus/model/functions/function_call.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

constexpr int orders_of_kinks = 3;

std::vector<double> find_kinks_of(const Function& function) {
  std::vector<double> kinks = function.turning_points();
  std::erase_if(kinks, [&](double x) { return !jumps_below(function, x, orders_of_kinks); });
  return kinks;
}

double sign_of_count(double count) { return std::fmod(count, 2) == 0 ? 1 : -1; }

double count_up_to(const std::vector<double>& points, double x) {
  return static_cast<double>(std::upper_bound(points.begin(), points.end(), x) - points.begin());
}

}  // namespace

RepeatingPoints LineCall::where(const RepeatingPoints& arguments) const {
  RepeatingPoints points{.at = {}, .period = arguments.period / std::abs(slope), .order = arguments.order};
  for (const double x : arguments.at) points.at.push_back(where(x));
  std::sort(points.at.begin(), points.at.end());
  return points;
}

std::vector<SwitchingFunction> LineCall::switching_functions() const {
  std::vector<SwitchingFunction> all;
  for (const SwitchingFunction& g : function->switching_functions())
    all.push_back([g, c = offset, k = slope](double x) { return g(c + k * x); });
  return all;
}

// The sign is that of how many kinks lie behind: it changes at each of them.
std::vector<SwitchingFunction> find_switches_of_call(const FunctionPtr& function, const SwitchingFunction& argument) {
  std::vector<SwitchingFunction> all;
  const std::vector<double> kinks = find_kinks_of(*function);
  if (!kinks.empty())
    all.push_back([kinks, argument](double x) { return sign_of_count(count_up_to(kinks, argument(x))); });
  for (const RepeatingPoints& points : function->repeating_points()) {
    if (points.order >= orders_of_kinks) continue;
    all.push_back([points, argument](double x) {
      const double a = argument(x), turn = std::floor((a - points.at.front()) / points.period);
      const double each = static_cast<double>(points.at.size());
      return sign_of_count(turn * each + count_up_to(points.at, a - turn * points.period));
    });
  }
  for (const SwitchingFunction& g : function->switching_functions())
    all.push_back([g, argument](double x) { return g(argument(x)); });
  return all;
}

// A difference over a step that stays when the step becomes a thousand times shorter.
bool jumps_at(const Function& function, double x, int order) {
  constexpr double wide = 1e-7, narrow = 1e-10, rounding = 1e-9;
  const auto difference = [&](double share) {
    const double d = share * std::max(1.0, std::abs(x));
    return std::abs(function.derivative(x + d, order) - function.derivative(x - d, order));
  };
  const double size = std::abs(function.derivative(x, order)),
               left = std::abs(function.derivative(x - narrow * std::max(1.0, std::abs(x)), order));
  const double gap = difference(narrow);
  return gap > rounding * (size + left) && gap > 0.3 * difference(wide);
}

bool jumps_below(const Function& function, double x, int orders) {
  for (int order = 0; order < orders; ++order)
    if (jumps_at(function, x, order)) return true;
  return false;
}

}  // namespace daedalus
