// method_table_test.cpp: methods by name, with their options and presets.
#include "daedalus/integrate/method_table.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

const OptionInfo& option(const Method& method, const std::string& name) {
  for (const OptionInfo& info : method.options())
    if (info.name == name) return info;
  throw OptionError(name);
}

TEST(MethodPresets, SetWhatTheySay) {
  long count = 0;
  for (const MethodEntry& entry : method_table())
    for (const MethodPreset& preset : entry.record.presets) {
      const auto method = entry.make({{"preset", preset.name}});
      EXPECT_FALSE(preset.use_for.empty());
      const auto by_hand = entry.make(preset.settings);
      for (const OptionSetting& setting : preset.settings)
        EXPECT_EQ(option(*by_hand, setting.name).given, setting.value) << preset.name;
      for (const OptionInfo& set : by_hand->options()) {
        const std::string expected = set.name == "preset" ? preset.name : set.value;
        EXPECT_EQ(option(*method, set.name).value, expected) << preset.name << ", " << set.name;
      }
      ++count;
    }
  EXPECT_GE(count, 10);
}

TEST(MethodPresets, GoBehindWhatIsGivenWhereverThatStands) {
  for (const std::vector<OptionSetting>& settings :
       {std::vector<OptionSetting>{{"preset", "vehicle"}, {"baumgarte.alpha", "7"}},
        std::vector<OptionSetting>{{"baumgarte.alpha", "7"}, {"preset", "vehicle"}}}) {
    const auto method = make_method("rt-euler", settings);
    EXPECT_EQ(option(*method, "baumgarte.alpha").value, "7");
    EXPECT_EQ(option(*method, "baumgarte.alpha").given, "7");
    EXPECT_EQ(option(*method, "baumgarte.beta").value, "10000");
    EXPECT_EQ(option(*method, "baumgarte.beta").given, "");
    EXPECT_EQ(option(*method, "preset").given, "vehicle");
    EXPECT_EQ(option(*method, "jacobian").value, "reversed");
  }
}

TEST(MethodPresets, AreRefusedWhereThereAreNoSuch) {
  try {
    make_method("rt-euler", {{"preset", "vehicel"}});
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_NE(std::string(error.what()).find("vehicle"), std::string::npos) << error.what();
  }
  EXPECT_THROW(make_method("rk4", {{"preset", "vehicle"}}), OptionError);
}

TEST(MethodTable, ListsThePresetAmongTheOptionsOfMethodsThatHaveSome) {
  for (const MethodEntry& entry : method_table()) {
    const std::vector<OptionInfo> options = entry.options();
    EXPECT_EQ(!options.empty() && options.front().name == "preset", !entry.record.presets.empty()) << entry.record.name;
  }
  EXPECT_EQ(find_method("rt-euler").options().front().value, "none");
}

}  // namespace
}  // namespace daedalus
