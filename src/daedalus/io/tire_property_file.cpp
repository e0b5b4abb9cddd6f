#include "daedalus/io/tire_property_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"

namespace daedalus {
namespace {

constexpr std::size_t most_bytes = 1'000'000;

std::string_view without_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string in_capitals(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted =
      text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

struct TirEntry {
  std::string text;
  int line = 0;
};

// The keys of a file, in capitals, with their values, and all that is wrong with it.
class TirFile {
 public:
  TirFile(const std::string& text, std::string name) : name_(std::move(name)) {
    std::string_view rest = text;
    for (int line = 1; !rest.empty(); ++line) {
      const std::size_t end = rest.find('\n');
      read_line(without_blanks(rest.substr(0, end)), line);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
  }

  const TirEntry* find(const std::string& key) const {
    const auto at = entries_.find(key);
    return at == entries_.end() ? nullptr : &at->second;
  }
  void problem(int line, const std::string& text) {
    problems_.push_back(line > 0 ? fmt::format("{}:{}: {}", name_, line, text) : fmt::format("{}: {}", name_, text));
  }
  void finish() const {
    if (!problems_.empty()) throw ModelError(fmt::format("{}", fmt::join(problems_, "\n")));
  }

 private:
  void read_line(std::string_view line, int number) {
    line = without_blanks(line.substr(0, line.find_first_of("$!")));
    if (line.empty()) return;
    if (line.front() == '[') {
      if (line.back() != ']') problem(number, fmt::format("section '{}' has no closing bracket.", line));
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == line.npos) {  // rows of tables: {pen fz} or numbers
      if (line.front() != '{' && !number_in(line.substr(0, line.find_first_of(" \t"))))
        problem(number, fmt::format("'{}' is neither a [SECTION] nor KEY = VALUE. Comments begin with $ or !.", line));
      return;
    }
    const std::string key = in_capitals(without_blanks(line.substr(0, equals)));
    const std::string_view value = without_quotes(without_blanks(line.substr(equals + 1)));
    const auto [at, is_new] = entries_.try_emplace(key, TirEntry{std::string(value), number});
    if (!is_new && at->second.text != value)
      problem(number, fmt::format("{} is given again, with another value than in line {}. Remove one of them.", key,
                                  at->second.line));
  }

  std::string name_;
  std::map<std::string, TirEntry, std::less<>> entries_;
  std::vector<std::string> problems_;
};

// SI units per unit of the file; 1 if it says nothing.
double unit_of(TirFile& file, const std::string& key, const std::map<std::string, double, std::less<>>& known) {
  const TirEntry* entry = file.find(key);
  if (!entry) return 1;
  if (const auto at = known.find(in_capitals(entry->text)); at != known.end()) return at->second;
  std::vector<std::string> names;
  for (const auto& [name, factor] : known) names.push_back(name);
  file.problem(entry->line, fmt::format("{} = '{}' is not supported. Convert the file to one of these units: {}.", key,
                                        entry->text, fmt::join(names, ", ")));
  return 1;
}

// Formulas of other versions share names of coefficients and mean other things by them.
void check_format(TirFile& file) {
  const char* const remedy = "Only PAC2002 (MF-Tyre 5.2) is supported.";
  if (const TirEntry* format = file.find("PROPERTY_FILE_FORMAT")) {
    const std::string name = in_capitals(format->text);
    if (name != "PAC2002" && name != "MF_05" && name != "MF-TYRE")
      file.problem(format->line, fmt::format("PROPERTY_FILE_FORMAT = '{}' is not supported. {}", format->text, remedy));
  }
  if (const TirEntry* type = file.find("FITTYP")) {
    const std::optional<double> number = number_in(type->text);
    if (!number || (*number != 5 && *number != 6 && *number != 52))
      file.problem(type->line,
                   fmt::format("FITTYP = {} is not supported. {} It has FITTYP 5, 6 or 52.", type->text, remedy));
  }
}

}  // namespace

MagicFormula read_tire_properties_text(const std::string& text, const std::string& name) {
  TirFile file(text, name);
  check_format(file);
  const double length = unit_of(file, "LENGTH", {{"METER", 1}, {"M", 1}, {"MM", 1e-3}, {"MILLIMETER", 1e-3}});
  const double force = unit_of(file, "FORCE", {{"NEWTON", 1}, {"N", 1}, {"KN", 1e3}, {"KILONEWTON", 1e3}});
  unit_of(file, "ANGLE", {{"RADIAN", 1}, {"RADIANS", 1}, {"RAD", 1}});

  MagicFormulaCoefficients coefficients;
  coefficients.describe([&](const char* key, double& value, Coefficient kind) {
    const TirEntry* entry = file.find(key);
    if (!entry) {
      if (kind == Coefficient::required) file.problem(0, fmt::format("{} is missing. It has no default.", key));
      return;
    }
    if (const std::optional<double> number = number_in(entry->text)) value = *number;
    else file.problem(entry->line, fmt::format("{} = '{}' is not a number.", key, entry->text));
  });
  coefficients.UNLOADED_RADIUS *= length;
  for (double* load : {&coefficients.FNOMIN, &coefficients.FZMIN, &coefficients.FZMAX}) *load *= force;
  file.finish();
  MagicFormula formula(coefficients);
  if (const std::string complaint = formula.complaint(); !complaint.empty()) {
    file.problem(0, complaint);
    file.finish();
  }
  return formula;
}

MagicFormula read_tire_properties(const std::filesystem::path& file) {
  const std::string text = read_bytes(file, most_bytes);
  if (text.size() > most_bytes)
    throw ModelError(fmt::format("{}: larger than {} bytes, not a tire property file.", file.string(), most_bytes));
  return read_tire_properties_text(text, file.string());
}

}  // namespace daedalus
