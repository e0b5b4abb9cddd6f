#include "daedalus/io/urdf/xml_element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::urdf {
namespace {

using model_file::listed;
using model_file::shown;
using model_file::suggestion;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_space(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_among(std::string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void XmlElement::problem(const std::string& what, const std::string& remedy) const {
  problems_.add(place(), label_.empty() ? what : label_ + ": " + what, remedy);
}

std::vector<std::string> XmlElement::attribute_names() const {
  std::vector<std::string> names;
  for (const auto* attribute = element_.FirstAttribute(); attribute; attribute = attribute->Next())
    names.emplace_back(attribute->Name());
  return names;
}

std::optional<std::string> XmlElement::find_text(const char* attribute) const {
  const char* value = element_.Attribute(attribute);
  return value ? std::optional<std::string>(value) : std::nullopt;
}

bool XmlElement::text(const char* attribute, std::string& out) const {
  const auto given = find_text(attribute);
  if (given && !given->empty()) {
    out = *given;
    return true;
  }
  problem(fmt::format("<{}> has no {}.", name(), attribute), fmt::format("Use  <{} {}=\"...\">.", name(), attribute));
  return false;
}

bool XmlElement::read_all_numbers(const char* attribute, const char* text, std::vector<double>& out) const {
  for (const std::string_view word : words_of(text)) {
    if (const auto number = number_of(word)) {
      out.push_back(*number);
      continue;
    }
    const bool is_macro = std::string_view(text).find("${") != std::string_view::npos;
    problem(fmt::format("<{} {}={}>: {} is not a finite number.", name(), attribute, shown(text), shown(word)),
            is_macro ? "Expand the macros first: xacro converts such a file to URDF."
                     : "Use numbers such as 0.5 or -1e-3.");
    return false;
  }
  return true;
}

bool XmlElement::read_numbers(const char* attribute, const char* text, double* out, int count) const {
  std::vector<double> all;
  if (!read_all_numbers(attribute, text, all)) return false;
  if (static_cast<int>(all.size()) != count) {
    problem(fmt::format("<{} {}={}> has {} number{}, not {}.", name(), attribute, shown(text), all.size(),
                        all.size() == 1 ? "" : "s", count),
            fmt::format("Use, for example,  {}=\"{}\".", attribute, count == 1 ? "0.5" : "0 0 1"));
    return false;
  }
  std::copy(all.begin(), all.end(), out);
  return true;
}

bool XmlElement::numbers_if_given(const char* attribute, int least, int most, std::vector<double>& out) const {
  const char* given = element_.Attribute(attribute);
  if (!given) return true;
  if (!read_all_numbers(attribute, given, out)) return false;
  const int count = static_cast<int>(out.size());
  if (count >= least && count <= most) return true;
  problem(fmt::format("<{} {}={}> has {} number{}, not {}.", name(), attribute, shown(given), count,
                      count == 1 ? "" : "s",
                      least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most)));
  return false;
}

bool XmlElement::number(const char* attribute, double& out) const {
  const char* given = element_.Attribute(attribute);
  if (given) return read_numbers(attribute, given, &out, 1);
  problem(fmt::format("<{}> has no {}.", name(), attribute), fmt::format("Use  <{} {}=\"0.5\">.", name(), attribute));
  return false;
}

bool XmlElement::number_if_given(const char* attribute, std::optional<double>& out) const {
  const char* given = element_.Attribute(attribute);
  return !given || read_numbers(attribute, given, &out.emplace(), 1);
}

bool XmlElement::vector_if_given(const char* attribute, Vec3& out) const {
  const char* given = element_.Attribute(attribute);
  return !given || read_numbers(attribute, given, out.data(), 3);
}

bool XmlElement::vector_if_given(const char* attribute, Vec4& out) const {
  const char* given = element_.Attribute(attribute);
  return !given || read_numbers(attribute, given, out.data(), 4);
}

bool XmlElement::check_attributes(std::initializer_list<const char*> known) const {
  const std::vector<std::string> names(known.begin(), known.end());
  bool ok = true;
  for (const auto* attribute = element_.FirstAttribute(); attribute; attribute = attribute->Next()) {
    if (is_among(attribute->Name(), names)) continue;
    problem(fmt::format("<{}> has no attribute {}.{}", name(), shown(attribute->Name()),
                        suggestion(attribute->Name(), names)),
            fmt::format("Available: {}.", listed(names)));
    ok = false;
  }
  return ok;
}

bool XmlElement::check_children(std::initializer_list<const char*> single,
                                std::initializer_list<const char*> many) const {
  std::vector<std::string> names(single.begin(), single.end());
  const std::size_t singles = names.size();
  names.insert(names.end(), many.begin(), many.end());
  std::set<std::string> seen;
  bool ok = true;
  for (const XmlElement& child : children()) {
    const std::string inner = child.name();
    const auto at = std::find(names.begin(), names.end(), inner);
    if (at == names.end()) {
      child.problem(fmt::format("<{}> cannot contain <{}>.{}", name(), inner, suggestion(inner, names)),
                    fmt::format("It can contain {}.", listed(names)));
      ok = false;
    } else if (at - names.begin() < static_cast<std::ptrdiff_t>(singles) && !seen.insert(inner).second) {
      child.problem(fmt::format("duplicate <{}> in <{}>.", inner, name()), "Remove one of them.");
      ok = false;
    }
  }
  return ok;
}

std::string XmlElement::complaint_of(const std::function<void(const XmlElement&)>& read) const {
  constexpr int enough = 100;
  Problems scratch(enough);
  const int file = scratch.add_file(problems_.file_name(file_));
  read(XmlElement(element_, file, scratch, label_));
  const std::string text = scratch.text();
  return text.substr(0, text.find('\n'));
}

std::optional<XmlElement> XmlElement::find_child(const char* wanted) const {
  const tinyxml2::XMLElement* child = element_.FirstChildElement(wanted);
  if (!child) return std::nullopt;
  return XmlElement(*child, file_, problems_, label_);
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> all;
  for (const auto* child = element_.FirstChildElement(); child; child = child->NextSiblingElement())
    all.emplace_back(*child, file_, problems_, label_);
  return all;
}

bool read_origin(const XmlElement& owner, Pose& out) {
  const auto origin = owner.find_child("origin");
  if (!origin) return true;
  Vec3 rpy = Vec3::Zero();
  if (!origin->check_attributes({"xyz", "rpy"}) || !origin->vector_if_given("xyz", out.p) ||
      !origin->vector_if_given("rpy", rpy))
    return false;
  const auto turn = [&](int axis) { return euler_parameters_about(Vec3::Unit(axis), rpy[axis]); };
  out.R = rotation_matrix(multiply(multiply(turn(2), turn(1)), turn(0)));
  return true;
}

}  // namespace daedalus::urdf
