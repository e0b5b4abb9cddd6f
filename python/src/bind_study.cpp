// bind_study.cpp: the page of a study: its table and its charts.
#include <nanobind/stl/variant.h>

#include "bindings.hpp"
#include "daedalus/io/page/study_page.hpp"

namespace daedalus::python {
namespace {

using Cell = std::variant<std::string, double>;
using Numbers = std::vector<double>;
// Title, names of both axes, abscissae, ordinates.
using Scatter = std::tuple<std::string, std::string, std::string, Numbers, Numbers>;

void write_study_page(const std::string& file, const std::string& title, const std::string& subtitle,
                      const std::vector<std::string>& columns,
                      const std::vector<std::vector<std::optional<Cell>>>& rows, const std::vector<Scatter>& scatters) {
  StudyPage page(title, subtitle);
  for (const auto& [name, x, y, xs, ys] : scatters)
    page.add(StudyChart{.title = name,
                        .x = {.name = x},
                        .y = {.name = y},
                        .series = {{.name = y, .x = xs, .y = ys, .style = StudySeries::Style::points}}});
  StudyTable table{.title = "Runs", .columns = {}};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    bool has_words = false;
    for (const auto& row : rows) has_words = has_words || (row.at(j) && std::holds_alternative<std::string>(*row[j]));
    table.columns.push_back(
        {.name = columns[j], .kind = has_words ? StudyTable::Kind::text : StudyTable::Kind::number, .digits = 6});
  }
  for (const auto& row : rows) {
    std::vector<StudyTable::Cell>& cells = table.rows.emplace_back();
    for (const std::optional<Cell>& cell : row) {
      if (!cell) cells.emplace_back();
      else std::visit([&](const auto& value) { cells.emplace_back(value); }, *cell);
    }
  }
  page.add(table);
  page.write(file);
}

}  // namespace

void bind_study(nb::module_& m) {
  m.def("write_study_page", &write_study_page, nb::arg("file"), nb::arg("title"), nb::arg("subtitle"),
        nb::arg("columns"), nb::arg("rows"), nb::arg("scatters"));
}

}  // namespace daedalus::python
