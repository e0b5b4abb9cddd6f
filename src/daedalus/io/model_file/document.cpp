#include "daedalus/io/model_file/document.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace daedalus::model_file {
namespace {

// Of ASCII and of Latin-1 (U+0080 to U+009F, in UTF-8); ends of lines and tabs are none.
bool has_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]),
               next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if ((c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f || (c == 0xc2 && next >= 0x80 && next < 0xa0))
      return true;
  }
  return false;
}

// Builds the tree from the events of the YAML parser, which recurses with the nesting of the text: the limits are kept
// here, while it reads.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(int file, const ModelFileLimits& limits, Problems& problems)
      : file_(file), limits_(limits), problems_(problems) {}

  NodePtr root() const { return root_; }
  // The innermost list or mapping in brackets that is still open; null when none is.
  const Node* open_bracket() const {
    return open_.empty() || !open_.back().in_brackets ? nullptr : open_.back().node.get();
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1)
      problems_.add_and_stop(place_of(mark), "a second document begins.",
                             "A model file is one YAML document: remove the line '---'.");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(make(Node::Kind::empty, mark), anchor); }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& text) override {
    const auto node = make(Node::Kind::text, mark);
    if (text.size() > limits_.text_bytes)
      problems_.add_and_stop(node->place, fmt::format("a string of {} bytes; the limit is {}.",
                                                      with_commas(text.size()), with_commas(limits_.text_bytes)));
    if (has_control_character(text))
      problems_.add_and_stop(node->place, "a string contains a control character, such as a terminal escape sequence.",
                             "Remove it.");
    node->text = text;
    node->size = 1 + text.size() / 64;
    add(node, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) problems_.add_and_stop(place_of(mark), "this alias is inside the value it refers to.");
    check_nesting(found->second->height, mark);
    add(found->second, YAML::NullAnchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    begin(Node::Kind::list, mark, anchor, style);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    begin(Node::Kind::mapping, mark, anchor, style);
  }
  void OnMapEnd() override { end(); }

  Place place_of(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

 private:
  using MutableNode = std::shared_ptr<Node>;
  struct Open {
    MutableNode node;
    YAML::anchor_t anchor;
    bool in_brackets;
    NodePtr key = nullptr;                            // read, its value is next
    std::unordered_map<std::string, int> lines = {};  // of the keys so far
  };

  MutableNode make(Node::Kind kind, const YAML::Mark& mark) const {
    auto node = std::make_shared<Node>();
    node->height = kind == Node::Kind::list || kind == Node::Kind::mapping ? 1 : 0;
    node->kind = kind;
    node->place = place_of(mark);
    return node;
  }

  void check_nesting(int more, const YAML::Mark& mark) {
    if (static_cast<int>(open_.size()) + more > limits_.nesting)
      problems_.add_and_stop(place_of(mark),
                             fmt::format("lists and mappings are nested more than {} levels deep.", limits_.nesting));
  }

  void begin(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
    check_nesting(1, mark);
    open_.push_back({make(kind, mark), anchor, style == YAML::EmitterStyle::Flow});
  }

  void end() {
    const Open closed = std::move(open_.back());
    open_.pop_back();
    total_ -= closed.node->size - 1;  // its children have been counted
    add(closed.node, closed.anchor);
  }

  void add(const NodePtr& node, YAML::anchor_t anchor) {
    total_ += node->size;
    if (total_ > limits_.nodes)
      problems_.add_and_stop(
          node->place, fmt::format("more than {} values, with aliases (*name) expanded.", with_commas(limits_.nodes)));
    if (anchor != YAML::NullAnchor) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Open& parent = open_.back();
    parent.node->size += node->size;
    parent.node->height = std::max(parent.node->height, 1 + node->height);
    if (parent.node->kind == Node::Kind::list) parent.node->items.push_back(node);
    else if (!parent.key) parent.key = node;
    else add_entry(parent, node);
  }

  void add_entry(Open& parent, const NodePtr& value) {
    const NodePtr key = std::move(parent.key);
    parent.key = nullptr;
    if (key->kind != Node::Kind::text) {
      problems_.add(key->place, fmt::format("expected a key, found {}.", key->kind_name()),
                    "Keys are names. An expression in braces, such as {k}, needs quotes: \"{k}\".");
      return;
    }
    const auto [first, is_new] = parent.lines.emplace(key->text, key->place.line);
    if (!is_new) {
      problems_.add(key->place,
                    fmt::format("duplicate key {}; first given in line {}.", shown(key->text), first->second),
                    "Remove one of them.");
      return;
    }
    parent.node->entries.push_back({key->text, key->place, value});
  }

  int file_;
  const ModelFileLimits& limits_;
  Problems& problems_;
  NodePtr root_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, NodePtr> anchors_;
  std::size_t total_ = 0;
  int documents_ = 0;
};

// The first line up to `last` that is indented by a tab; 0 when there is none.
int find_tab_indentation(const std::string& text, int last) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; number <= last && std::getline(lines, line); ++number)
    if (const auto first = line.find_first_not_of(' '); first != line.npos && line[first] == '\t') return number;
  return 0;
}

// The YAML library says what it met; this says what is usually the reason.
const char* remedy_for(std::string_view message) {
  struct Hint {
    std::string_view message;
    const char* remedy;
  };
  static constexpr Hint hints[] = {
      {"illegal flow end", "Lists are enclosed in [ ], mappings in { }: a bracket is missing before this point."},
      {"illegal map value", "Check the indentation, and quote strings that contain a colon."},
      {"end of map not found", "Check the indentation, and look for a key without a colon."},
      {"end of sequence not found", "Check the indentation, and look for a list entry without a dash."},
      {"illegal block entry", "Inside brackets, list entries are separated by commas, not by dashes."},
      {"the referenced anchor is not defined",
       "*name refers to a value marked &name earlier. Quote strings that begin with *."},
      {"illegal EOF in scalar", "A quote is not closed."},
      {"unknown token", "Quote strings that begin with @, ` or %."},
  };
  for (const Hint& hint : hints)
    if (message.find(hint.message) != message.npos) return hint.remedy;
  return "";
}

void report_syntax(const YAML::Exception& error, const std::string& text, const TreeBuilder& tree, int file,
                   Problems& problems) {
  const Place place = error.mark.is_null() ? Place{file, 1, 1} : tree.place_of(error.mark);
  if (const int line = find_tab_indentation(text, place.line); line > 0) {
    problems.add({file, line, 1}, "a tab at the beginning of the line.", "YAML must be indented with spaces.");
    return;
  }
  std::string remedy = remedy_for(error.msg);
  if (const Node* open = tree.open_bracket())
    remedy = fmt::format("The {} opened in line {}, column {} is not closed.",
                         open->kind == Node::Kind::list ? "list [" : "mapping {", open->place.line, open->place.column);
  problems.add(place, fmt::format("invalid YAML: {}.", error.msg), remedy);
}

}  // namespace

const Entry* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

const char* Node::kind_name() const {
  switch (kind) {
    case Kind::empty: return "nothing";
    case Kind::text: return "a string";
    case Kind::list: return "a list";
    case Kind::mapping: return "a mapping";
  }
  return "";
}

std::string Node::shown() const { return kind == Kind::text ? model_file::shown(text) : kind_name(); }

NodePtr parse_document(const std::string& text, int file, const ModelFileLimits& limits, Problems& problems) {
  if (!check_bytes(text, file, limits, problems)) return nullptr;
  TreeBuilder tree(file, limits, problems);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(tree)) {}
  } catch (const YAML::Exception& error) {
    report_syntax(error, text, tree, file, problems);
    return nullptr;
  }
  return tree.root();
}

}  // namespace daedalus::model_file
