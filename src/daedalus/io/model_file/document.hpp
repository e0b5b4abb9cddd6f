// document.hpp: the text of one file as a tree of nodes that know where they stand. Safe for any sequence of bytes:
// size, nesting, number of nodes, aliases and the length of texts are limited before memory is.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/io/model_file/limits.hpp"
#include "daedalus/io/model_file/problems.hpp"

namespace daedalus::model_file {

struct Node;
using NodePtr = std::shared_ptr<const Node>;  // an alias shares the node of its anchor

struct Entry {
  std::string key;
  Place place;  // of the key
  NodePtr value;
};

struct Node {
  enum class Kind { empty, text, list, mapping };
  Kind kind = Kind::empty;
  Place place = {};
  std::string text = {};            // numbers too: YAML does not tell them from other plain texts
  std::vector<NodePtr> items = {};  // list
  std::vector<Entry> entries = {};  // mapping; the keys are all different
  std::size_t size = 1;             // nodes in it, aliases followed
  int height = 0;                   // lists and mappings inside each other, itself included

  const Entry* find(std::string_view key) const;
  const char* kind_name() const;  // 'a list', for messages
  std::string shown() const;      // the same, but a text itself
};

// Adds what is wrong to `problems`; null when there is nothing to go on with.
NodePtr parse_document(const std::string& text, int file, const ModelFileLimits& limits, Problems& problems);

// What a YAML library must not see: control characters, bytes that are not UTF-8, more brackets than it can hold.
// True when the text is fit for it.
bool check_bytes(std::string_view text, int file, const ModelFileLimits& limits, Problems& problems);

}  // namespace daedalus::model_file
