#include "reproduce_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "aligned_columns.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus::cli {
namespace {

using namespace reproduce;
using Json = nlohmann::ordered_json;

constexpr std::size_t longest_printed_table = 12;  // rows; longer ones are for page and files

std::string text_of_cell(const StudyTable::Cell& cell, int digits) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{:.{}g}", *number, digits);
  return "-";
}

void print_wrapped(const std::string& text, const std::string& indent, std::size_t width = 110) {
  std::string line = indent;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (letters_in(line) + letters_in(word) + 1 > width && line != indent) {
      fmt::print("{}\n", line);
      line = indent;
    }
    line += (line == indent ? "" : " ") + word;
    begin = end + 1;
  }
  fmt::print("{}\n", line);
}

void print_table(const StudyTable& table) {
  std::vector<std::vector<std::string>> rows(1);
  for (const StudyTable::Column& c : table.columns)
    rows.front().push_back(c.unit.empty() ? c.name : fmt::format("{} ({})", c.name, c.unit));
  for (const auto& row : table.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::size_t k = 0; k < row.size(); ++k) cells.push_back(text_of_cell(row[k], table.columns[k].digits));
  }
  if (!table.title.empty()) fmt::print("\n  {}\n", table.title);
  fmt::print("{}", aligned_columns(rows, "  "));
}

Json cell_json(const StudyTable::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* number = std::get_if<double>(&cell)) return *number;
  return nullptr;
}

Json exhibit_json(const StudyText& text) { return {{"kind", "text"}, {"title", text.title}, {"text", text.text}}; }

Json exhibit_json(const StudyTable& table) {
  Json json = {{"kind", "table"},
               {"title", table.title},
               {"note", table.note},
               {"columns", Json::array()},
               {"rows", Json::array()}};
  for (const StudyTable::Column& column : table.columns)
    json["columns"].push_back({{"name", column.name}, {"unit", column.unit}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const StudyTable::Cell& cell : row) cells.push_back(cell_json(cell));
    json["rows"].push_back(std::move(cells));
  }
  return json;
}

Json exhibit_json(const StudyChart& chart) {
  Json json = {
      {"kind", "chart"}, {"title", chart.title}, {"x", chart.x.name}, {"y", chart.y.name}, {"series", Json::array()}};
  for (const StudySeries& series : chart.series)
    json["series"].push_back({{"name", series.name}, {"x", series.x}, {"y", series.y}});
  return json;
}

Json exhibit_json(const StudyContour& contour) {
  return {{"kind", "contour"},          {"title", contour.title}, {"x", contour.x.name},     {"y", contour.y.name},
          {"columns", contour.columns}, {"rows", contour.rows},   {"values", contour.values}};
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv(const StudyText&) { return ""; }

std::string csv(const StudyTable& table) {
  std::vector<std::string> line;
  std::string text;
  const auto end_line = [&] {
    text += fmt::format("{}\n", fmt::join(line, ","));
    line.clear();
  };
  for (const StudyTable::Column& column : table.columns) line.push_back(csv_cell(column.name));
  end_line();
  for (const auto& row : table.rows) {
    for (const StudyTable::Cell& cell : row) line.push_back(csv_cell(text_of_cell(cell, 17)));
    end_line();
  }
  return text;
}

std::string csv(const StudyChart& chart) {
  std::string text = fmt::format("series,{},{}\n", csv_cell(chart.x.name), csv_cell(chart.y.name));
  for (const StudySeries& series : chart.series)
    for (std::size_t i = 0; i < series.x.size(); ++i)
      text += fmt::format("{},{:.17g},{:.17g}\n", csv_cell(series.name), series.x[i], series.y[i]);
  return text;
}

std::string csv(const StudyContour& contour) {
  std::string text = fmt::format("{},{},value\n", csv_cell(contour.x.name), csv_cell(contour.y.name));
  const auto at = [](const StudyAxis& axis, int i, int count) {
    return *axis.low + (*axis.high - *axis.low) * i / (count - 1);
  };
  for (int j = 0; j < contour.rows; ++j)
    for (int i = 0; i < contour.columns; ++i)
      text += fmt::format("{:.17g},{:.17g},{:.17g}\n", at(contour.x, i, contour.columns),
                          at(contour.y, j, contour.rows), contour.values[j * contour.columns + i]);
  return text;
}

std::string file_stem(const Figure& figure) {
  std::string stem;
  for (const char c : figure.label + " " + figure.title)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      stem += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!stem.empty() && stem.back() != '_') stem += '_';
  return stem;
}

}  // namespace

void print_papers() {
  for (const Paper& paper : papers()) {
    fmt::print("{}  {}\n     {}\n", paper.number, paper.title, paper.source);
    std::vector<std::vector<std::string>> experiments;
    for (const Experiment& e : paper.experiments) experiments.push_back({e.name, e.figures, e.title});
    fmt::print("{}", aligned_columns(experiments, "     "));
    fmt::print("     theory and errata: {}\n", paper.theory);
  }
}

void print_figure(const Figure& figure) {
  fmt::print("\n{}: {}\n", figure.label, figure.title);
  print_wrapped("The paper: " + figure.statement, "  ");
  std::size_t widths[3] = {0, 5, 4};
  for (const Finding& f : figure.findings) {
    widths[0] = std::max(widths[0], letters_in(f.subject));
    widths[1] = std::max(widths[1], letters_in(f.paper));
    widths[2] = std::max(widths[2], letters_in(f.ours));
  }
  fmt::print("  {}  {}  {}\n", padded("", widths[0]), padded("paper", widths[1]), "here");
  for (const Finding& f : figure.findings) {
    fmt::print("  {}  {}  {}  {}\n", padded(f.subject, widths[0]), padded(f.paper, widths[1]),
               padded(f.ours, widths[2]), text_of(f.outcome));
    if (!f.why.empty()) print_wrapped(f.why, std::string(4 + widths[0], ' '));
  }
  for (const Exhibit& exhibit : figure.exhibits) {
    if (const auto* table = std::get_if<StudyTable>(&exhibit); table && table->rows.size() <= longest_printed_table)
      print_table(*table);
    if (const auto* text = std::get_if<StudyText>(&exhibit)) print_wrapped(text->text, "  ");
  }
}

void print_summary(const Reproduction& all) {
  fmt::print("\n");
  print_table(summary_table(all));
  if (all.quick)
    fmt::print(
        "\n"
        "  Quick run: larger steps and shorter runs than in the paper. For conclusions, run without --quick.\n");
  if (all.interrupted)
    fmt::print(
        "\n"
        "  Interrupted: only completed experiments are shown.\n");
}

Json papers_json() {
  Json json = Json::array();
  for (const Paper& paper : papers()) {
    Json entry = {{"paper", paper.number},
                  {"title", paper.title},
                  {"source", paper.source},
                  {"theory", paper.theory},
                  {"experiments", Json::array()}};
    for (const Experiment& e : paper.experiments)
      entry["experiments"].push_back({{"name", e.name}, {"figures", e.figures}, {"title", e.title}});
    json.push_back(std::move(entry));
  }
  return json;
}

Json reproduction_json(const Reproduction& all) {
  Json json = {{"paper", all.paper->number}, {"title", all.paper->title},      {"source", all.paper->source},
               {"quick", all.quick},         {"interrupted", all.interrupted}, {"figures", Json::array()}};
  for (const Finished& finished : all.finished)
    for (const Figure& figure : finished.account) {
      Json entry = {
          {"experiment", finished.experiment->name}, {"label", figure.label},     {"title", figure.title},
          {"statement", figure.statement},           {"findings", Json::array()}, {"exhibits", Json::array()}};
      for (const Finding& f : figure.findings)
        entry["findings"].push_back({{"subject", f.subject},
                                     {"paper", f.paper},
                                     {"ours", f.ours},
                                     {"outcome", text_of(f.outcome)},
                                     {"why", f.why}});
      for (const Exhibit& exhibit : figure.exhibits)
        entry["exhibits"].push_back(std::visit([](const auto& one) { return exhibit_json(one); }, exhibit));
      json["figures"].push_back(std::move(entry));
    }
  return json;
}

void write_exhibits(const Account& account, const std::filesystem::path& folder) {
  for (const Figure& figure : account) {
    int number = 0;
    for (const Exhibit& exhibit : figure.exhibits)
      if (const std::string text = std::visit([](const auto& one) { return csv(one); }, exhibit); !text.empty())
        write_whole_file(folder / fmt::format("{}_{}.csv", file_stem(figure), ++number), {text});
  }
}

}  // namespace daedalus::cli
