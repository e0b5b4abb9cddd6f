#include "daedalus/integrate/tableaus/prk/prk_file.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {
namespace {

constexpr std::uintmax_t largest_file = 1 << 20;  // bytes; the largest tableau allowed takes a tenth of it

class TableauReader {
 public:
  explicit TableauReader(const std::string& path) : path_(path) {}

  PrkTableau read() {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path_, error))
      throw OptionError(
          fmt::format("method '{}': no such file. 'daedalus design prk' writes tableau files; "
                      "'daedalus methods' lists the methods that are built in.",
                      path_));
    if (std::filesystem::file_size(path_, error) > largest_file)
      refuse(YAML::Node(), "is not a tableau: larger than 1 MiB.");
    try {
      const YAML::Node root = YAML::LoadFile(path_);
      return read(root);
    } catch (const YAML::Exception& what) {
      throw OptionError(fmt::format("{}:{}: {}", path_, what.mark.line + 1, what.msg));
    }
  }

 private:
  PrkTableau read(const YAML::Node& root) {
    if (!root.IsMap()) refuse(root, "is not a tableau: expected 'tableau', 'order', 'slow' and 'fast'.");
    allow(root, {"tableau", "title", "source", "order", "slow", "fast"});
    PrkTableau tableau;
    tableau.name = text(root, "tableau");
    tableau.title = root["title"] ? text(root, "title") : "tableau of a file";
    tableau.source = root["source"] ? text(root, "source") : path_;
    const YAML::Node order = need(root, "order");
    if (!YAML::convert<int>::decode(order, tableau.order)) refuse(order, "'order' must be a whole number.");
    tableau.slow = part(need(root, "slow"));
    tableau.fast = part(need(root, "fast"));
    try {
      check(tableau);
    } catch (const OptionError& what) {
      refuse(root, what.what());
    }
    return tableau;
  }

  RungeKuttaWeights part(const YAML::Node& node) {
    if (!node.IsMap()) refuse(node, "must be {A: rows, b: numbers, embedded: numbers}.");
    allow(node, {"A", "b", "embedded"});
    RungeKuttaWeights w;
    w.b = numbers(need(node, "b"));
    const YAML::Node rows = need(node, "A");
    if (!rows.IsSequence() || static_cast<Index>(rows.size()) != w.b.size())
      refuse(rows, fmt::format("'A' must be a list of {} rows, one per entry of b.", w.b.size()));
    w.A = MatX::Zero(w.b.size(), w.b.size());
    for (Index i = 0; i < w.b.size(); ++i) {
      const YAML::Node row = rows[static_cast<std::size_t>(i)];
      const VecX values = numbers(row);
      if (values.size() > w.b.size()) refuse(row, fmt::format("a row of A has at most {} numbers.", w.b.size()));
      w.A.row(i).head(values.size()) = values.transpose();
    }
    if (node["embedded"]) w.b_embedded = numbers(node["embedded"]);
    return w;
  }

  VecX numbers(const YAML::Node& node) {
    if (!node.IsSequence()) refuse(node, "must be a list of numbers.");
    VecX values(static_cast<Index>(node.size()));
    Index i = 0;
    for (const YAML::Node& entry : node)
      if (!YAML::convert<double>::decode(entry, values[i++])) refuse(entry, "is not a number.");
    return values;
  }

  YAML::Node need(const YAML::Node& map, const std::string& key) {
    if (!map[key]) refuse(map, fmt::format("'{}' is missing.", key));
    return map[key];
  }
  std::string text(const YAML::Node& map, const std::string& key) {
    const YAML::Node node = need(map, key);
    if (!node.IsScalar()) refuse(node, fmt::format("'{}' must be a word.", key));
    return node.Scalar();
  }
  void allow(const YAML::Node& map, const std::vector<std::string_view>& keys) {
    for (const auto& entry : map)
      if (std::ranges::find(keys, entry.first.Scalar()) == keys.end())
        refuse(entry.first, unknown_name("key", entry.first.Scalar(), keys));
  }
  [[noreturn]] void refuse(const YAML::Node& node, const std::string& why) {
    const int line = node.IsDefined() && node.Mark().line >= 0 ? node.Mark().line + 1 : 1;
    throw OptionError(fmt::format("{}:{}: {}", path_, line, why));
  }

  std::string path_;
};

std::string list_text(const VecX& values, Index count) {
  std::string text;
  for (Index i = 0; i < count; ++i) text += fmt::format("{}{:.17g}", i > 0 ? ", " : "", values[i]);
  return "[" + text + "]";
}

std::string part_text(const RungeKuttaWeights& w) {
  std::string text = "  A:\n";
  for (Index i = 0; i < w.b.size(); ++i) {
    Index count = i;
    while (count > 0 && w.A(i, count - 1) == 0) --count;
    text += "    - " + list_text(w.A.row(i).transpose(), count) + "\n";
  }
  text += "  b: " + list_text(w.b, w.b.size()) + "\n";
  if (w.b_embedded.size() > 0) text += "  embedded: " + list_text(w.b_embedded, w.b.size()) + "\n";
  return text;
}

}  // namespace

PrkTableau read_prk_tableau(const std::string& path) { return TableauReader(path).read(); }

std::string prk_tableau_text(const PrkTableau& x) {
  return fmt::format("tableau: \"{}\"\ntitle: \"{}\"\nsource: \"{}\"\norder: {}\nslow:\n{}fast:\n{}", x.name, x.title,
                     x.source, x.order, part_text(x.slow), part_text(x.fast));
}

}  // namespace daedalus
