#include "daedalus/integrate/method_table.hpp"

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/integrate/methods/bdf.hpp"
#include "daedalus/integrate/methods/dopri5.hpp"
#include "daedalus/integrate/methods/expl_deabm.hpp"
#include "daedalus/integrate/methods/for_sdirk.hpp"
#include "daedalus/integrate/methods/hht_add.hpp"
#include "daedalus/integrate/methods/infl_sdirk.hpp"
#include "daedalus/integrate/methods/newmark_family.hpp"
#include "daedalus/integrate/methods/nstiff.hpp"
#include "daedalus/integrate/methods/rk4.hpp"
#include "daedalus/integrate/methods/rt_euler.hpp"
#include "daedalus/integrate/methods/rt_midpoint.hpp"
#include "daedalus/integrate/methods/rt_ros2.hpp"
#include "daedalus/integrate/renamed_options.hpp"

namespace daedalus {
namespace {

// With the presets of methods that have some.
template <class M>
std::vector<OptionSetting> written_out(const std::vector<OptionSetting>& settings) {
  if constexpr (requires { M::expand(settings); }) return M::expand(settings);
  else return settings;
}

template <class M>
MethodEntry make_entry() {
  return {M::make_record(), [] { return list_options(typename M::Options{}); },
          [](const std::vector<OptionSetting>& settings) -> std::unique_ptr<Method> {
            const RenamedOptions renamed = with_current_names(settings);
            auto method = std::make_unique<M>(with_settings(typename M::Options{}, written_out<M>(renamed.settings)));
            method->remember_given(renamed.settings, renamed.notes);
            return method;
          }};
}

}  // namespace

std::span<const MethodEntry> method_table() {
  static const MethodEntry table[] = {
      make_entry<Rk4>(),       make_entry<Dopri5>(),           make_entry<Nstiff>(),    make_entry<Newmark>(),
      make_entry<HhtI3>(),     make_entry<GeneralizedAlpha>(), make_entry<NstiffSi2>(), make_entry<HhtAdd>(),
      make_entry<HhtSi2>(),    make_entry<InflSdirk>(),        make_entry<InflTrap>(),  make_entry<ForSdirk>(),
      make_entry<ExplDeabm>(), make_entry<RtEuler>(),          make_entry<RtRos2>(),    make_entry<RtMidpoint>(),
      make_entry<Bdf>(),
  };
  return table;
}

const MethodEntry& find_method(std::string_view name) {
  std::vector<std::string_view> known;
  for (const MethodEntry& method : method_table()) {
    if (method.record.name == name) return method;
    known.push_back(method.record.name);
  }
  throw OptionError(unknown_name("method", name, known));
}

std::unique_ptr<Method> make_method(std::string_view name, const std::vector<OptionSetting>& settings) {
  return find_method(name).make(settings);
}

}  // namespace daedalus
