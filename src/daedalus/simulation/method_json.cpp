#include "daedalus/simulation/method_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

// Limits that are infinite are null.
Json stability_json(const Stability& s) {
  const auto limit = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"text", text_of(s)},
          {"A_stable", s.A_stable},
          {"L_stable", s.L_stable()},
          {"radius_at_infinity", limit(s.radius_at_infinity)},
          {"real_limit", limit(s.real_limit)},
          {"imaginary_limit", limit(s.imaginary_limit)}};
}

}  // namespace

Json to_json(const MethodRecord& r) {
  return {{"name", r.name},
          {"title", r.title},
          {"use_for", r.use_for},
          {"family", r.family},
          {"order", {{"q", r.order_q}, {"v", r.order_v}, {"lambda", r.order_lambda}, {"dense", r.dense_order}}},
          {"order_varies", r.order_varies},
          {"index", r.index},
          {"control", text_of(r.control)},
          {"cost", text_of(r.cost)},
          {"satisfies", text_of(r.satisfies)},
          {"stability", stability_json(r.stability)},
          {"needs", names_of(r.needs)},
          {"may_need", names_of(r.may_need)},
          {"external", r.is_external() ? Json(r.external.library) : Json()},
          {"source", r.source},
          {"formula", r.formula}};
}

Json to_json(const MethodEntry& method) {
  Json json = to_json(method.record);
  json["how_to_get_it"] = method.record.is_built() ? Json() : Json(method.record.external.how_to_get_it);
  json["options"] = Json::array();
  for (const OptionInfo& option : method.options())
    json["options"].push_back(
        {{"name", option.name}, {"default", option.value}, {"accepted", option.accepted}, {"meaning", option.meaning}});
  json["presets"] = Json::array();
  for (const MethodPreset& preset : method.record.presets) {
    Json settings = Json::object();
    for (const OptionSetting& setting : preset.settings) settings[setting.name] = setting.value;
    json["presets"].push_back({{"name", preset.name}, {"use_for", preset.use_for}, {"settings", std::move(settings)}});
  }
  return json;
}

}  // namespace daedalus
