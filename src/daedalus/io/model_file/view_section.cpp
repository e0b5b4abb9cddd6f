// The key `view:`: display hints.
#include <fmt/format.h>

#include "daedalus/io/model_file/model_reader.hpp"

namespace daedalus::model_file {

bool ModelReader::read(const Node& node, const std::string& key, PlotsForm& out, const Field&) {
  if (node.kind != Node::Kind::list) {
    values_.unexpected_kind(node, key, "a list", "plots: [{y: [crank.theta]}]");
    return false;
  }
  bool ok = true;
  for (const NodePtr& item : node.items) {
    const std::string label = fmt::format("{}[{}]", key, out.all.size());
    PlotForm& plot = out.all.emplace_back();
    if (!read_mapping(*item, label, plot)) {
      ok = false;
    } else if (plot.y.all.empty()) {
      values_.problem(item->place, fmt::format("{}.y names no channel.", label),
                      "Use, for example,  y: [energy.total].");
      ok = false;
    }
  }
  return ok;
}

void ModelReader::read_view() {
  const std::optional<Node> node = whole_section("view");
  if (!node) return;
  MappingReader map(values_, *node, node->place, "view");
  ViewForm form;
  form.describe(FieldReader(*this, map));
  if (!map.finish()) return;
  ViewHints hints{.speed = form.speed};
  for (const auto& [text, camera] : ViewForm::cameras())
    if (camera == form.camera) hints.camera = text;
  // The builder checks that they exist; frames of a URDF file are known here only.
  const auto is_usable = [&](const char* key, const NameForm& name) {
    known_.try_emplace({"view", fmt::format("{}: {}", key, name.text)}, name.place, fmt::format("view.{}", key));
    return !is_broken(name.text.substr(0, name.text.find('.')));
  };
  const auto frame_of = [&](const std::string& name) {
    const auto frame = frames_.find(name);
    return frame == frames_.end() ? name : frame->second;
  };
  if (!form.follow.text.empty() && is_usable("follow", form.follow)) hints.follow = form.follow.text;
  for (const NameForm& name : form.traces.all)
    if (is_usable("traces", name)) hints.traces.push_back(frame_of(name.text));
  for (const PlotForm& plot : form.plots.all) {
    hints.plots.push_back({.title = plot.title, .x = plot.x, .y = {}, .log_x = plot.log_x, .log_y = plot.log_y});
    for (const NameForm& channel : plot.y.all) hints.plots.back().y.push_back(channel.text);
  }
  builder_.view(std::move(hints));
}

}  // namespace daedalus::model_file
