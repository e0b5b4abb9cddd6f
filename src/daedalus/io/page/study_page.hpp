// study_page.hpp: the page of a comparison or a reproduction: texts, tables and charts, one below the other.
//
//   StudyPage page("slider_crank", "six methods, seven step sizes");
//   page.add(StudyChart{.kind = StudyChart::Kind::convergence, .title = "Error", .x = {"h", "s"}, .y = {"error"},
//   .series = {...}, .slopes = {2}});
//   page.write("compare.html");
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace daedalus {

struct StudyText {
  std::string title, text;  // empty lines separate paragraphs
};

struct StudyTable {
  enum class Kind { text, number, paper, ours, verdict };  // verdict cells: pass, fail, none, or other words
  struct Column {
    std::string name, unit = {};
    Kind kind = Kind::text;
    int digits = 4;
  };
  using Cell = std::variant<std::monostate, std::string, double>;  // nothing, words, a number
  std::string title, note = {};
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows = {};
};

struct StudyAxis {
  std::string name, unit = {};
  std::optional<double> low = {}, high = {};
  std::optional<bool> logarithmic = {};  // convergence and work-precision charts are, unless told otherwise
};

struct StudySeries {
  enum class Style { line, points, both, dashed };
  std::string name;
  std::vector<double> x, y;
  std::optional<double> order = {};  // declared, shown in the legend
  Style style = Style::both;
};

struct StudyChart {
  enum class Kind { convergence, work_precision, lines };
  Kind kind = Kind::lines;
  std::string title, note = {};
  StudyAxis x, y;
  std::vector<StudySeries> series;
  std::vector<double> slopes = {};  // drawn as triangles
};

// A function on a grid, row after row, the first row at y.low; both axes have low and high.
struct StudyContour {
  std::string title, note = {};
  StudyAxis x, y;
  int columns = 0, rows = 0;
  std::vector<double> values;
  std::vector<double> levels = {1};
  std::optional<double> filled_below = {};  // the region below this level is shaded: where a method is stable, 1
};

struct StudyEigenvalues {
  enum class Boundary { none, unit_circle, imaginary_axis };  // where stability ends
  struct Set {
    std::string name;
    std::vector<double> re, im;
  };
  std::string title, note = {};
  Boundary boundary = Boundary::imaginary_axis;
  std::vector<Set> sets;
};

class StudyPage {
 public:
  StudyPage(std::string title, std::string subtitle);
  ~StudyPage();
  StudyPage(StudyPage&&) noexcept;

  void add(const StudyText& section);
  void add(const StudyTable& section);
  void add(const StudyChart& section);
  void add(const StudyContour& section);
  void add(const StudyEigenvalues& section);

  nlohmann::ordered_json header() const;
  std::size_t write(const std::filesystem::path& file) const;  // returns the size of the file; throws FileError

 private:
  std::string title_, subtitle_;
  std::unique_ptr<nlohmann::ordered_json> sections_;
};

}  // namespace daedalus
