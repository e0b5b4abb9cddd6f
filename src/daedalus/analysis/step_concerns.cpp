#include "daedalus/analysis/step_concerns.hpp"

#include <fmt/format.h>

namespace daedalus {

std::vector<std::string> step_concerns(const MethodChoice& method, const StepLimit& limit, double h) {
  if (!(h > 0)) return {};
  std::vector<std::string> concerns = make_method(method.name, method.options)->concerns(h);
  if (!limit.h) concerns.push_back(fmt::format("{} is unstable for this model at any step size.", method.label));
  else if (!limit.any_step && h > *limit.h)
    concerns.push_back(
        fmt::format("h = {:.4g} s exceeds the stability limit of {:.4g} s: {} is unstable for this model.", h, *limit.h,
                    method.label));
  return concerns;
}

}  // namespace daedalus
