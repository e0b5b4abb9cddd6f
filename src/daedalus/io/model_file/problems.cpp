#include "daedalus/io/model_file/problems.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/spelling.hpp"

namespace daedalus::model_file {

int Problems::add_file(std::string name) {
  files_.push_back(std::move(name));
  return static_cast<int>(files_.size()) - 1;
}

std::string Problems::text_of(const Place& place) const {
  if (place.column == 0) return fmt::format("{}:{}", file_name(place.file), place.line);
  return fmt::format("{}:{}:{}", file_name(place.file), place.line, place.column);
}

void Problems::add(const Place& place, const std::string& what, const std::string& remedy) {
  const auto at = found_.lower_bound(Problem{place, ""});
  const bool known_place = at != found_.end() && at->place == place;
  if (!(one_per_place_ && known_place)) {
    std::string text = fmt::format("{}: {}", text_of(place), what);
    if (!remedy.empty()) text += "\n  " + remedy;
    found_.insert({place, std::move(text)});
  }
  const int most_calls = 2 * most_;
  too_many_ = static_cast<int>(found_.size()) >= most_ || ++calls_ >= most_calls;
  if (too_many_) throw StopReading{};
}

void Problems::add_and_stop(const Place& place, const std::string& what, const std::string& remedy) {
  add(place, what, remedy);
  throw StopReading{};
}

std::string Problems::text() const {
  std::string all;
  for (const Problem& problem : found_) all += (all.empty() ? "" : "\n") + problem.text;
  if (too_many_)
    all += fmt::format(
        "\n"
        "Reading stopped after {} problems; there may be more.",
        found_.size());
  return all;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t end = std::min(text.size(), longest);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // whole UTF-8 characters
  std::string line(text.substr(0, end));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return fmt::format("'{}{}'", line, end < text.size() ? "..." : "");
}

namespace {

// What other programs call our elements; "" when the name is nobody's.
std::string_view name_here(std::string_view given) {
  static constexpr std::pair<std::string_view, std::string_view> others[] = {
      {"prismatic", "translational"}, {"slider", "translational"}, {"slide", "translational"},
      {"hinge", "revolute"},          {"pin", "revolute"},         {"continuous", "revolute"},
      {"ball", "spherical"},          {"weld", "fixed"},           {"rigid", "fixed"},
      {"cardan", "universal"},        {"hooke", "universal"},      {"helical", "screw"},
      {"floating", "free"},           {"rack", "rack_and_pinion"}, {"spring", "spring_damper"},
      {"damper", "spring_damper"},    {"tsda", "spring_damper"},   {"rsda", "torsion_spring"}};
  for (const auto& [theirs, ours] : others)
    if (theirs == given) return ours;
  return "";
}

}  // namespace

std::string suggestion(std::string_view given, const std::vector<std::string>& known) {
  constexpr std::size_t most = 2000, longest = 64, shortest = 3;
  if (const std::string_view ours = name_here(given); std::find(known.begin(), known.end(), ours) != known.end())
    return fmt::format(" Did you mean '{}'?", ours);
  if (given.size() < shortest) return "";  // any letter is close to any other
  std::vector<std::string_view> near;
  for (const std::string& name : known) {
    const std::size_t apart = std::max(name.size(), given.size()) - std::min(name.size(), given.size());
    if (name.size() <= longest && apart <= 1 + given.size() / 4 && near.size() < most) near.emplace_back(name);
  }
  return did_you_mean(given, near);
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 16;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + ", ..." : text;
}

std::string with_commas(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace daedalus::model_file
