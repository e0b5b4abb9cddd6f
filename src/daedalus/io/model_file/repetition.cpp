#include "daedalus/io/model_file/repetition.hpp"

#include <fmt/format.h>

namespace daedalus::model_file {
namespace {

constexpr const char* range_example = "Use, for example,  for: {k: 0..3}, or with parameters  for: {k: \"0..N-1\"}.";
constexpr std::size_t most_variables = 10;

}  // namespace

void Repetition::for_each_copy(const Entry& entry, const std::string& kind,
                               const std::function<void(const std::string& name)>& read) {
  const bool is_mapping = entry.value->kind == Node::Kind::mapping;
  const Entry* ranges = is_mapping ? entry.value->find(RepetitionKeys::for_key) : nullptr;
  const Entry* condition = is_mapping ? entry.value->find(RepetitionKeys::if_key) : nullptr;
  label_ = fmt::format("{} {}", kind, shown(entry.key));
  values_.begin_element(label_);
  entry_ = &entry;
  read_ = &read;
  condition_ = condition ? condition->value.get() : nullptr;
  go_on_ = true;
  if (!ranges) {
    visit_copy();
    incomplete_ = incomplete_ || !go_on_;
    return;
  }
  const Node& map = *ranges->value;
  if (map.kind != Node::Kind::mapping || map.entries.empty() || map.entries.size() > most_variables) {
    incomplete_ = true;
    return values_.problem(map.place, "for must map variables to ranges.", range_example);
  }
  values_.begin_repetition(label_, entry.place);
  values_.problems().one_per_place(true);
  expand(map, 0);
  incomplete_ = incomplete_ || !go_on_;
  values_.problems().one_per_place(false);
  values_.end_repetition();
}

void Repetition::expand(const Node& ranges, std::size_t variable) {
  if (variable == ranges.entries.size()) return visit_copy();
  const auto& [name, place, node] = ranges.entries[variable];
  go_on_ = false;  // until the range is understood
  if (!is_name(name) || !Expression::is_free_name(name) || is_reserved(name))
    return values_.problem(place, fmt::format("for: {} is not a valid variable name.", shown(name)), range_example);
  if (values_.named().contains(name))
    return values_.problem(place, fmt::format("for: {} is already a parameter or another variable.", shown(name)),
                           "Choose another name.");
  const std::size_t dots = node->text.find("..");
  if (node->kind != Node::Kind::text || dots == node->text.npos)
    return values_.problem(node->place, fmt::format("for: {} = {} is not a range.", name, node->shown()),
                           range_example);
  const std::string key = "for: " + name;
  long long first = 0, last = 0;
  if (!values_.evaluate_integer(node->text.substr(0, dots), node->place, key, first) ||
      !values_.evaluate_integer(node->text.substr(dots + 2), node->place, key, last))
    return;
  go_on_ = true;
  for (long long k = first; k <= last && go_on_; ++k) {
    values_.set(name, static_cast<double>(k));
    count_copy();  // also where inner ranges are empty or `if` does not hold
    expand(ranges, variable + 1);
  }
  values_.forget(name);
}

void Repetition::count_copy() {
  values_.count_repeated(entry_->value->size);
  if (++copies_ <= values_.limits().repeated_elements) return;
  values_.begin_element(label_);
  values_.problem(entry_->place,
                  fmt::format("for generates more than {} elements.", with_commas(values_.limits().repeated_elements)),
                  "Make the ranges smaller.");
  throw StopReading{};
}

void Repetition::visit_copy() {
  if (condition_) {
    std::string text;
    double holds = 0;
    const Node& node = *condition_;
    go_on_ = values_.text(node, RepetitionKeys::if_key, text) &&
             values_.evaluate(text, node.place, RepetitionKeys::if_key, holds);
    if (!go_on_ || holds == 0) return;
  }
  std::string name;
  go_on_ = values_.substitute(entry_->key, entry_->place, name);
  if (go_on_) (*read_)(name);
}

}  // namespace daedalus::model_file
