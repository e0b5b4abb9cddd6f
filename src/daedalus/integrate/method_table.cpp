#include "daedalus/integrate/method_table.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/integrate/methods/dopri5.hpp"
#include "daedalus/integrate/methods/expl_deabm.hpp"
#include "daedalus/integrate/methods/for_sdirk.hpp"
#include "daedalus/integrate/methods/generalized_alpha.hpp"
#include "daedalus/integrate/methods/hht_add.hpp"
#include "daedalus/integrate/methods/hht_i3.hpp"
#include "daedalus/integrate/methods/hht_si2.hpp"
#include "daedalus/integrate/methods/infl_sdirk.hpp"
#include "daedalus/integrate/methods/infl_trap.hpp"
#include "daedalus/integrate/methods/newmark.hpp"
#include "daedalus/integrate/methods/nstiff.hpp"
#include "daedalus/integrate/methods/nstiff_si2.hpp"
#include "daedalus/integrate/methods/rk4.hpp"
#include "daedalus/integrate/methods/rt_euler.hpp"
#include "daedalus/integrate/methods/rt_midpoint.hpp"
#include "daedalus/integrate/methods/rt_ros2.hpp"

namespace daedalus {
namespace {

// With the presets of methods that have some.
template <class M>
std::vector<OptionSetting> written_out(const std::vector<OptionSetting>& settings) {
  if constexpr (requires { M::expand(settings); }) return M::expand(settings);
  else return settings;
}

template <class M>
MethodEntry entry() {
  return {M::make_record(), [] { return list_options(typename M::Options{}); },
          [](const std::vector<OptionSetting>& settings) -> std::unique_ptr<Method> {
            auto method = std::make_unique<M>(with_settings(typename M::Options{}, written_out<M>(settings)));
            method->remember_given(settings);
            return method;
          }};
}

}  // namespace

std::span<const MethodEntry> method_table() {
  static const MethodEntry table[] = {
      entry<Rk4>(),
      entry<Dopri5>(),
      entry<Nstiff>(),
      entry<Newmark>(),
      entry<HhtI3>(),
      entry<GeneralizedAlpha>(),
      entry<NstiffSi2>(),
      entry<HhtAdd>(),
      entry<HhtSi2>(),
      entry<InflSdirk>(),
      entry<InflTrap>(),
      entry<ForSdirk>(),
      entry<ExplDeabm>(),
      entry<RtEuler>(),
      entry<RtRos2>(),
      entry<RtMidpoint>(),
  };
  return table;
}

const MethodEntry& find_method(std::string_view name) {
  std::vector<std::string_view> known;
  for (const MethodEntry& method : method_table()) {
    if (method.record.name == name) return method;
    known.push_back(method.record.name);
  }
  throw OptionError(fmt::format("there is no method '{}': known are {}.{}", name, fmt::join(known, ", "),
                                did_you_mean(name, known)));
}

std::unique_ptr<Method> make_method(std::string_view name, const std::vector<OptionSetting>& settings) {
  return find_method(name).make(settings);
}

}  // namespace daedalus
