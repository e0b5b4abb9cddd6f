#include "daedalus/io/page/study_page.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "daedalus/base/expects.hpp"
#include "daedalus/base/version.hpp"
#include "daedalus/io/page/page_file.hpp"

namespace daedalus {
namespace {

using Json = nlohmann::ordered_json;

// The names of viewer/src/data.ts, in the order of the enumerators.
constexpr std::array cell_kinds = {"text", "number", "paper", "ours", "verdict"};
constexpr std::array series_styles = {"line", "points", "both", "dashed"};
constexpr std::array chart_kinds = {"convergence", "work_precision", "lines"};

template <class Enum, std::size_t n>
const char* name_of(Enum value, const std::array<const char*, n>& names) {
  return names[static_cast<std::size_t>(value)];
}

Json section(const char* type, const std::string& title, const std::string& note) {
  return {{"type", type}, {"title", title}, {"note", note}};
}

Json axis_json(const StudyAxis& axis) {
  Json json = {{"name", axis.name}, {"unit", axis.unit}};
  if (axis.low) json["min"] = *axis.low;
  if (axis.high) json["max"] = *axis.high;
  if (axis.logarithmic) json["log"] = *axis.logarithmic;
  return json;
}

Json cell_json(const StudyTable::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* number = std::get_if<double>(&cell)) return *number;
  return nullptr;
}

}  // namespace

StudyPage::StudyPage(std::string title, std::string subtitle)
    : title_(std::move(title)), subtitle_(std::move(subtitle)), sections_(std::make_unique<Json>(Json::array())) {}

StudyPage::~StudyPage() = default;
StudyPage::StudyPage(StudyPage&&) noexcept = default;

void StudyPage::add(const StudyText& text) {
  sections_->push_back({{"type", "text"}, {"title", text.title}, {"text", text.text}});
}

void StudyPage::add(const StudyTable& table) {
  Json json = section("table", table.title, table.note);
  json["columns"] = Json::array();
  for (const StudyTable::Column& column : table.columns)
    json["columns"].push_back({{"name", column.name},
                               {"unit", column.unit},
                               {"kind", name_of(column.kind, cell_kinds)},
                               {"digits", column.digits}});
  json["rows"] = Json::array();
  for (const auto& row : table.rows) {
    expects(row.size() == table.columns.size(), "one cell per column");
    Json cells = Json::array();
    for (const StudyTable::Cell& cell : row) cells.push_back(cell_json(cell));
    json["rows"].push_back(std::move(cells));
  }
  sections_->push_back(std::move(json));
}

void StudyPage::add(const StudyChart& chart) {
  Json json = section(name_of(chart.kind, chart_kinds), chart.title, chart.note);
  json["x"] = axis_json(chart.x);
  json["y"] = axis_json(chart.y);
  json["series"] = Json::array();
  for (const StudySeries& series : chart.series) {
    expects(series.x.size() == series.y.size(), "a series has as many x as y");
    json["series"].push_back(
        {{"name", series.name}, {"x", series.x}, {"y", series.y}, {"style", name_of(series.style, series_styles)}});
    if (series.order) json["series"].back()["order"] = *series.order;
  }
  json["slopes"] = Json::array();
  for (const double slope : chart.slopes) json["slopes"].push_back({{"slope", slope}});
  sections_->push_back(std::move(json));
}

void StudyPage::add(const StudyContour& contour) {
  expects(contour.values.size() == static_cast<std::size_t>(contour.columns) * static_cast<std::size_t>(contour.rows),
          "one value per grid point");
  Json json = section("contour", contour.title, contour.note);
  json.update({{"x", axis_json(contour.x)},
               {"y", axis_json(contour.y)},
               {"columns", contour.columns},
               {"rows", contour.rows},
               {"values", contour.values},
               {"levels", contour.levels}});
  if (contour.filled_below) json["filled_below"] = *contour.filled_below;
  sections_->push_back(std::move(json));
}

void StudyPage::add(const StudyEigenvalues& eigenvalues) {
  Json json = section("eigenvalues", eigenvalues.title, eigenvalues.note);
  using Boundary = StudyEigenvalues::Boundary;
  if (eigenvalues.boundary != Boundary::none)
    json["boundary"] = eigenvalues.boundary == Boundary::unit_circle ? "unit_circle" : "imaginary_axis";
  json["sets"] = Json::array();
  for (const StudyEigenvalues::Set& set : eigenvalues.sets)
    json["sets"].push_back({{"name", set.name}, {"re", set.re}, {"im", set.im}});
  sections_->push_back(std::move(json));
}

Json StudyPage::header() const {
  return {{"format", "daedalus-page"},
          {"version", 1},
          {"kind", "study"},
          {"title", title_},
          {"subtitle", subtitle_},
          {"generator", std::string("daedalus ") + version()},
          {"samples", 0},
          {"columns", Json::array()},
          {"sections", *sections_}};
}

std::size_t StudyPage::write(const std::filesystem::path& file) const { return write_page(file, header(), ""); }

}  // namespace daedalus
