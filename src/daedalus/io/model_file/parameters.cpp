#include "daedalus/io/model_file/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/mapping_reader.hpp"

namespace daedalus::model_file {
namespace {

struct Definition {
  std::string name, text, meaning;
  Place place;
  bool is_setting = false;         // from the caller, not from the file
  std::vector<std::size_t> needs;  // parameters in its expression
  std::vector<std::size_t> needed_by;
  std::size_t waiting_for = 0;
  bool is_sound = true;
  std::vector<NameForm> choices;  // none: a number
};

class ParameterReader {
 public:
  explicit ParameterReader(Values& values) : values_(values) {}

  bool read(const Node& node, const std::string&, Unevaluated& out, const Field&) {
    out.node = &node;
    return true;
  }
  bool read(const Node& node, const std::string& key, std::string& out, const Field&) {
    return values_.text(node, key, out);
  }
  bool read(const Node& node, const std::string& key, NamesForm& out, const Field&) {
    bool ok = true;
    const auto add = [&](const Node& item) {
      NameForm& word = out.all.emplace_back();
      word.place = item.place;
      ok = values_.text(item, key, word.text) && ok;
    };
    if (node.kind != Node::Kind::list) add(node);
    for (const NodePtr& item : node.items) add(*item);
    return ok;
  }

  void define(const Entry& entry) {
    Definition definition{.name = entry.key, .text = {}, .meaning = {}, .place = entry.value->place};
    values_.begin_element(fmt::format("parameter {}", shown(entry.key)));
    definition.is_sound = check_name(entry) && read_definition(entry, definition);
    if (!index_.emplace(definition.name, all_.size()).second) {
      values_.problem(entry.place, "this name is already used by a choice of another parameter.",
                      "Choose another name.");
      definition.is_sound = false;
    }
    for (const NameForm& word : definition.choices)
      if (!index_.emplace(definition.name + "_" + word.text, all_.size()).second)
        refuse_word(definition, word, "the name is already in use.");
    all_.push_back(std::move(definition));
  }

  void apply(const OptionSetting& setting) {
    const auto at = index_.find(setting.name);
    if (at == index_.end()) {
      std::vector<std::string> known;
      for (const Definition& definition : all_) known.push_back(definition.name);
      throw OptionError(fmt::format(
          "unknown parameter {}.{} {}", shown(setting.name), suggestion(setting.name, known),
          known.empty() ? "The model has no parameters." : fmt::format("Available: {}.", fmt::join(known, ", "))));
    }
    Definition& definition = all_[at->second];
    definition.text = setting.value;
    definition.is_setting = definition.is_sound = true;
  }

  std::vector<ModelParameter> evaluate() {
    for (std::size_t i = 0; i < all_.size(); ++i) find_needs(i);
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].waiting_for == 0) ready.push_back(i);
    std::vector<ModelParameter> result(all_.size());
    for (std::size_t done = 0; done < ready.size(); ++done) {
      Definition& definition = all_[ready[done]];
      double value = nan;
      if (definition.is_sound && !compute(definition, value)) value = nan;
      values_.set(definition.name, value);
      result[ready[done]] = {definition.name, value, definition.meaning};
      for (std::size_t k = 0; k < definition.choices.size(); ++k) {
        result[ready[done]].choices.push_back(definition.choices[k].text);
        values_.set(definition.name + "_" + definition.choices[k].text, std::isnan(value)                 ? nan
                                                                        : value == static_cast<double>(k) ? 1
                                                                                                          : 0);
      }
      for (const std::size_t next : definition.needed_by)
        if (--all_[next].waiting_for == 0) ready.push_back(next);
    }
    if (ready.size() < all_.size()) report_cycles();
    return result;
  }

 private:
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

  bool check_name(const Entry& entry) {
    const bool accepted = is_name(entry.key) && Expression::is_free_name(entry.key) && !is_reserved(entry.key);
    if (!accepted)
      values_.problem(
          entry.place, "this name is not valid.",
          "Names consist of letters, digits and _, and are not t, x, v or the name of a mathematical function.");
    return accepted;
  }

  bool read_definition(const Entry& entry, Definition& definition) {
    const Node* node = entry.value.get();
    if (node->kind == Node::Kind::mapping) {
      MappingReader map(values_, *node, entry.place, "a parameter");
      ParameterFields fields;
      fields.describe(FieldReader(*this, map));
      if (!map.finish()) return false;
      definition.meaning = fields.meaning;
      definition.choices = std::move(fields.choices.all);
      for (const NameForm& word : definition.choices)
        if (!is_name(word.text))
          return refuse_word(definition, word,
                             "words consist of letters, digits and _, and do not begin with a digit.");
      node = fields.value.node;
    }
    if (node->kind != Node::Kind::text) {
      values_.unexpected_kind(*node, "its value", "a number", fmt::format("{}: 0.5", entry.key));
      return false;
    }
    definition.text = node->text;
    definition.place = node->place;
    return true;
  }

  [[noreturn]] static void refuse_setting(const Definition& definition, const std::string& why) {
    throw OptionError(
        fmt::format("parameter {} = {} is not accepted: {}", definition.name, shown(definition.text), why));
  }

  bool refuse_word(const Definition& definition, const NameForm& word, const std::string& why) {
    values_.problem(word.place, fmt::format("choices: {} is not accepted.", shown(definition.name + "_" + word.text)),
                    fmt::format("Choose another word: {}", why));
    return false;
  }

  bool find_choice(const Definition& definition, double& value) {
    std::vector<std::string> words;
    for (const NameForm& word : definition.choices) {
      if (word.text == definition.text) value = static_cast<double>(words.size());
      words.push_back(word.text);
    }
    if (!std::isnan(value)) return true;
    if (definition.is_setting)
      refuse_setting(definition,
                     fmt::format("expected {}.{}", fmt::join(words, " or "), suggestion(definition.text, words)));
    values_.problem(definition.place,
                    fmt::format("its value {} is not one of its choices.{}", shown(definition.text),
                                suggestion(definition.text, words)),
                    fmt::format("Choose {}.", fmt::join(words, " or ")));
    return false;
  }

  void find_needs(std::size_t index) {
    Definition& definition = all_[index];
    if (!definition.is_sound || !definition.choices.empty()) return;
    std::vector<std::string> names;
    try {
      names = Expression::names_in(definition.text);
    } catch (const ExpressionError& error) {
      if (definition.is_setting) refuse_setting(definition, error.what());
      return;  // reported when it is evaluated
    }
    for (const std::string& name : names)
      if (const auto at = index_.find(name); at != index_.end()) {
        definition.needs.push_back(at->second);
        all_[at->second].needed_by.push_back(index);
        ++definition.waiting_for;
      } else if (definition.is_setting) {
        refuse_setting(definition, fmt::format("unknown parameter {}.", shown(name)));
      } else if (name != "nan" && name != "inf") {  // for these evaluation has better words
        refuse_name(definition, name);
      }
  }

  // Here rather than while it is evaluated: by then only some of the names are known.
  void refuse_name(Definition& definition, const std::string& name) {
    if (!definition.is_sound) return;
    definition.is_sound = false;
    std::vector<std::string> known;
    for (const Definition& other : all_) known.push_back(other.name);
    values_.begin_element(fmt::format("parameter {}", shown(definition.name)));
    values_.problem(definition.place, fmt::format("unknown parameter {}.{}", shown(name), suggestion(name, known)),
                    fmt::format("Available: {}.", listed(known)));
  }

  bool compute(const Definition& definition, double& value) {
    values_.begin_element(fmt::format("parameter {}", shown(definition.name)));
    if (!definition.choices.empty()) return find_choice(definition, value);
    if (definition.is_setting) {
      const auto before = values_.problems().count();
      value = evaluate_arithmetic(definition.text, values_.named());
      if (!std::isfinite(value) && before == 0) refuse_setting(definition, "it is not a finite number.");
      return std::isfinite(value);
    }
    return values_.evaluate(definition.text, definition.place, "its value", value);
  }

  // What is still waiting needs itself, or something that does. Follow the needs until one comes back.
  void report_cycles() {
    std::vector<int> walk(all_.size(), 0);
    int number = 0;
    for (std::size_t start = 0; start < all_.size(); ++start) {
      ++number;
      std::vector<std::size_t> path;
      std::size_t at = start;
      while (all_[at].waiting_for > 0 && walk[at] == 0) {
        walk[at] = number;
        path.push_back(at);
        at = *std::find_if(all_[at].needs.begin(), all_[at].needs.end(),
                           [&](std::size_t i) { return all_[i].waiting_for > 0; });
      }
      if (all_[at].waiting_for > 0 && walk[at] == number && !path.empty())
        report_cycle({std::find(path.begin(), path.end(), at), path.end()});
    }
    for (const Definition& definition : all_)
      if (definition.waiting_for > 0) values_.set(definition.name, nan);
  }

  void report_cycle(const std::vector<std::size_t>& cycle) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(cycle.size(), most); ++i) text += all_[cycle[i]].name + " → ";
    if (cycle.size() > most) text += "... → ";
    const Definition& first = all_[cycle.front()];
    if (first.is_setting) refuse_setting(first, fmt::format("circular reference, {}{}.", text, first.name));
    values_.begin_element(fmt::format("parameter {}", shown(first.name)));
    values_.problem(first.place, fmt::format("circular reference, {}{}.", text, first.name),
                    "Define one of them as a number.");
  }

  Values& values_;
  std::vector<Definition> all_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace

std::vector<ModelParameter> read_parameters(const Section& section, const std::vector<OptionSetting>& settings,
                                            Values& values) {
  if (section.entries().size() > values.limits().parameters)
    values.problems().add_and_stop(section.entries().front().place,
                                   fmt::format("more than {} parameters.", with_commas(values.limits().parameters)));
  ParameterReader reader(values);
  for (const Entry& entry : section.entries()) reader.define(entry);
  for (const OptionSetting& setting : settings) reader.apply(setting);
  return reader.evaluate();
}

}  // namespace daedalus::model_file
