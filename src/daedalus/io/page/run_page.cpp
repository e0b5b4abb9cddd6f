#include "daedalus/io/page/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "daedalus/base/expects.hpp"
#include "daedalus/base/version.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "daedalus/io/page/page_report.hpp"
#include "daedalus/io/page/page_text.hpp"
#include "daedalus/io/page/scene.hpp"
#include "daedalus/model/flexible/flexible_body.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t a_great_many = 2000;  // channels

std::vector<PageColumn> table_columns(const Model* model, const std::vector<ChannelInfo>& columns,
                                      const SceneMotion* motion) {
  std::vector<PageColumn> all;
  for (const ChannelInfo& column : columns) {
    const std::size_t dot = column.name.find('.');
    all.push_back(
        {column.name, column.unit, column.meaning, dot == std::string::npos ? "" : column.name.substr(0, dot)});
  }
  all.front().is_double = true;  // the time
  if (model && !model->outputs().empty())
    for (std::size_t i = 1; i < columns.size(); ++i) all[i].is_marked = matches_any(columns[i].name, model->outputs());
  if (motion) all.insert(all.end(), motion->derived().begin(), motion->derived().end());
  return all;
}

std::string how_thinned(const PageTable& table) {
  return fmt::format(
      "Every {} samples are reduced to two rows, with the minimum and maximum of every channel and the body positions "
      "at the first and last sample.",
      table.rows_per_bucket());
}

}  // namespace

std::vector<std::string> page_channels(const Model& model, const std::vector<ChannelInfo>& channels,
                                       const std::vector<std::string>& patterns) {
  std::vector<std::string> wanted = patterns;
  if (wanted.empty() && channels.size() > a_great_many) wanted = model.outputs();
  if (wanted.empty()) return wanted;
  std::unordered_set<std::string_view> known;
  for (const ChannelInfo& channel : channels) known.insert(channel.name);
  for (const Body& body : model.bodies()) {
    std::vector<std::string> endings = {"x", "y", "z", "theta", "e0", "e1", "e2", "e3"};
    if (body.flexible) endings.insert(endings.end(), body.flexible->modes.begin(), body.flexible->modes.end());
    for (const std::string& ending : endings) {
      const std::string name = body.name + "." + ending;
      if (known.contains(name)) wanted.push_back(name);
    }
  }
  return wanted;
}

RunPage::RunPage(const Model* model, const std::vector<ChannelInfo>& columns, std::size_t budget)
    : model_(model ? std::optional(*model) : std::nullopt),
      motion_(model ? std::optional<SceneMotion>(std::in_place, *model, columns) : std::nullopt),
      result_columns_(columns.size()), table_(table_columns(model, columns, motion_ ? &*motion_ : nullptr), budget),
      row_(table_.columns().size()) {}

void RunPage::add(std::span<const double> row) {
  expects(row.size() == result_columns_, "one value per column");
  std::copy(row.begin(), row.end(), row_.begin());
  if (motion_) motion_->derive(row, row_.data() + result_columns_);
  table_.add(row_);
}

Json RunPage::columns_json() const {
  Json json = Json::array();
  for (std::size_t c = 0; c < table_.columns().size(); ++c) {
    const PageColumn& column = table_.columns()[c];
    Json entry = {{"name", cut(column.name, longest_page_name + 40)},
                  {"unit", cut(column.unit, 40)},
                  {"meaning", cut(column.meaning, 400)}};
    if (!column.group.empty()) entry["group"] = cut(column.group, longest_page_name);
    entry["type"] = column.is_double ? "f64" : "f32";
    entry["kept"] = column.kept == PageColumn::Kept::sample ? "sample" : "envelope";
    if (column.is_marked) entry["marked"] = true;
    if (column.group != "pose") {
      double low = std::nan(""), high = low;
      for (const double value : table_.kept(c)) {
        low = std::fmin(low, value);
        high = std::fmax(high, value);
      }
      if (std::isfinite(low) && std::isfinite(high)) entry.update({{"min", low}, {"max", high}});
    }
    json.push_back(std::move(entry));
  }
  return json;
}

std::vector<std::string> RunPage::notes() const {
  std::vector<std::string> notes;
  if (!model_) return notes;
  std::vector<std::string> missing;
  for (std::size_t b = 0; b < model_->bodies().size(); ++b)
    if (!motion_->is_drawn(static_cast<BodyId>(b))) missing.push_back(cut(model_->bodies()[b].name, longest_page_name));
  if (missing.size() > 5) {
    const std::size_t more = missing.size() - 5;
    missing.resize(5);
    missing.push_back(fmt::format("{} more", more));
  }
  if (!missing.empty())
    notes.push_back(
        fmt::format("not drawn, because the result lacks their position channels: {}. Run again with these channels "
                    "(--channels), or with all.",
                    fmt::join(missing, ", ")));
  if (motion_->arrows_left_out() > 0)
    notes.push_back(fmt::format("{} forces and reactions have no arrows in the animation; their channels are complete.",
                                motion_->arrows_left_out()));
  return notes;
}

RunPage::Written RunPage::write(const std::filesystem::path& file, const std::string& title, const Json& run) {
  table_.finish();
  const std::vector<std::string> remarks = notes();
  Json header = {{"format", "daedalus-page"},
                 {"version", 1},
                 {"kind", "run"},
                 {"title", cut(title, longest_page_name)},
                 {"subtitle", ""},
                 {"generator", std::string("daedalus ") + version()},
                 {"samples", table_.rows()},
                 {"columns", columns_json()},
                 {"thinned", nullptr}};
  if (table_.rows_per_bucket() > 1)
    header["thinned"] = {{"from", table_.added()}, {"to", table_.rows()}, {"how", how_thinned(table_)}};
  if (model_) {
    header["subtitle"] = cut(model_->description(), longest_page_text);
    header["model"] = scene_json(*model_, *motion_, result_columns_);
    header["defaults"] = view_json(*model_);
  }
  if (!run.is_null()) header["report"] = page_report(run, model_ ? &*model_ : nullptr, remarks);
  const std::size_t bytes = write_page(file, header, table_.rows() > 0 ? table_.bytes() : "");
  return {bytes, table_.added(), table_.rows(), remarks};
}

}  // namespace daedalus
