#include "daedalus/integrate/method_table.hpp"

#include <deque>
#include <mutex>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/integrate/methods/auto.hpp"
#include "daedalus/integrate/methods/bdf.hpp"
#include "daedalus/integrate/methods/dopri5.hpp"
#include "daedalus/integrate/methods/expl_deabm.hpp"
#include "daedalus/integrate/methods/for_sdirk.hpp"
#include "daedalus/integrate/methods/hht_add.hpp"
#include "daedalus/integrate/methods/ida.hpp"
#include "daedalus/integrate/methods/infl_sdirk.hpp"
#include "daedalus/integrate/methods/newmark_family.hpp"
#include "daedalus/integrate/methods/nstiff.hpp"
#include "daedalus/integrate/methods/prk.hpp"
#include "daedalus/integrate/methods/rk4.hpp"
#include "daedalus/integrate/methods/rt_euler.hpp"
#include "daedalus/integrate/methods/rt_midpoint.hpp"
#include "daedalus/integrate/methods/rt_ros2.hpp"
#include "daedalus/integrate/renamed_options.hpp"
#include "daedalus/integrate/tableaus/prk/prk_file.hpp"

namespace daedalus {
namespace {

enum class PresetNumber : std::size_t {};  // in MethodRecord::presets, counted from 1; 0 is none

// The options of a method, with its presets as the first of them.
template <class M>
struct OptionsAndPreset {
  std::vector<MethodPreset> presets = M::make_record().presets;
  PresetNumber preset = {};
  typename M::Options options = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    Choices<PresetNumber> choices = {{"none", PresetNumber{}}};
    for (const MethodPreset& known : presets) choices.emplace_back(known.name, PresetNumber{choices.size()});
    if (!presets.empty()) v("preset", preset, choices, "named set of options; explicitly given options override it");
    options.describe(v);
  }

  // What the preset sets, then what was given.
  OptionsAndPreset with(const std::vector<OptionSetting>& given) const {
    const auto chosen = static_cast<std::size_t>(with_settings(*this, given).preset);
    return with_settings(chosen > 0 ? with_settings(*this, presets[chosen - 1].settings) : *this, given);
  }
};

template <class M>
MethodEntry make_entry() {
  return {M::make_record(), [] { return list_options(OptionsAndPreset<M>{}); },
          [](const std::vector<OptionSetting>& settings) -> std::unique_ptr<Method> {
            const RenamedOptions renamed = with_current_names(settings);
            const auto chosen = OptionsAndPreset<M>{}.with(renamed.settings);
            auto method = std::make_unique<M>(chosen.options);
            std::vector<OptionInfo> shown = list_options(chosen);
            mark_given(shown, renamed.settings);
            method->remember_given(std::move(shown), renamed.notes);
            return method;
          }};
}

MethodEntry make_entry(std::shared_ptr<const PrkTableau> tableau) {
  return {Prk::make_record(*tableau), [] { return list_options(Prk::Options{}); },
          [tableau](const std::vector<OptionSetting>& settings) -> std::unique_ptr<Method> {
            const Prk::Options options = with_settings(Prk::Options{}, settings);
            auto method = std::make_unique<Prk>(tableau, options);
            std::vector<OptionInfo> shown = list_options(options);
            mark_given(shown, settings);
            method->remember_given(std::move(shown), {});
            return method;
          }};
}

bool is_tableau_file(std::string_view name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

// Entries of files stay where they are, so that references to them hold; one that has changed since is read again.
const MethodEntry& find_tableau_file(const std::string& path) {
  static std::mutex guard;
  static std::deque<std::pair<PrkTableau, MethodEntry>> known;
  PrkTableau tableau = read_prk_tableau(path);
  tableau.name = path;
  const std::scoped_lock lock(guard);
  for (const auto& [read_before, entry] : known)
    if (read_before == tableau) return entry;
  known.emplace_back(tableau, make_entry(std::make_shared<PrkTableau>(tableau)));
  return known.back().second;
}

}  // namespace

std::span<const MethodEntry> dual_rate_methods() {
  static const std::vector<MethodEntry> table = [] {
    std::vector<MethodEntry> all;
    for (const PrkTableau& tableau : prk_tableaus()) all.push_back(make_entry(std::make_shared<PrkTableau>(tableau)));
    return all;
  }();
  return table;
}

std::span<const MethodEntry> method_table() {
  static const MethodEntry table[] = {
      make_entry<Rk4>(),       make_entry<Dopri5>(),     make_entry<Nstiff>(),
      make_entry<Newmark>(),   make_entry<HhtI3>(),      make_entry<GeneralizedAlpha>(),
      make_entry<NstiffSi2>(), make_entry<HhtAdd>(),     make_entry<HhtSi2>(),
      make_entry<InflSdirk>(), make_entry<InflEsdirk>(), make_entry<InflTrap>(),
      make_entry<ForSdirk>(),  make_entry<ExplDeabm>(),  make_entry<RtEuler>(),
      make_entry<RtRos2>(),    make_entry<RtMidpoint>(), make_entry<Bdf>(),
      make_entry<Prk>(),       make_entry<Ida>(),        make_entry<Auto>(),
  };
  return table;
}

const MethodEntry& find_method(std::string_view name) {
  const auto find_in = [name](std::span<const MethodEntry> table) -> const MethodEntry* {
    for (const MethodEntry& method : table)
      if (method.record.name == name) return &method;
    return nullptr;
  };
  if (const MethodEntry* method = find_in(method_table())) return *method;
  if (const MethodEntry* method = find_in(dual_rate_methods())) return *method;
  if (is_tableau_file(name)) return find_tableau_file(std::string(name));
  std::vector<std::string_view> known;
  for (const auto& table : {method_table(), dual_rate_methods()})
    for (const MethodEntry& method : table) known.push_back(method.record.name);
  throw OptionError(unknown_name("method", name, known));
}

std::unique_ptr<Method> make_method(std::string_view name, const std::vector<OptionSetting>& settings) {
  return find_method(name).make(settings);
}

}  // namespace daedalus
