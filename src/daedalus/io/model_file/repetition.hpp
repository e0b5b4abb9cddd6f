// repetition.hpp: one entry of a section that stands for many.
//
//   "crank{k}": {for: {k: 0..N}, if: "k != 2", type: planar, position: ["k", 0.5], ...}
//
// A range is inclusive; one whose end lies before its beginning is empty. Several variables nest, the first one
// outermost, and the range of each may use those before it. Variables are whole numbers.
#pragma once

#include <functional>
#include <string>

#include "daedalus/io/model_file/values.hpp"

namespace daedalus::model_file {

// The keys that any element may have for repetition.
struct RepetitionKeys {
  static constexpr const char* for_key = "for";
  static constexpr const char* if_key = "if";
  static constexpr const char* for_meaning = "repeats the element: {k: 0..N}; {k} in strings is replaced by the number";
  static constexpr const char* if_meaning = "the element exists only if this expression is nonzero";
};

class Repetition {
 public:
  explicit Repetition(Values& values) : values_(values) {}

  // Calls read(name) for every copy of an entry, with the variables of the copy set. An entry without `for` is its own
  // single copy. `kind` is what messages call it: 'body'.
  void for_each_copy(const Entry& entry, const std::string& kind,
                     const std::function<void(const std::string& name)>& read);

  // Some copies could not be made, and that has been reported.
  bool is_incomplete() const { return incomplete_; }

 private:
  void expand(const Node& ranges, std::size_t variable);
  void count_copy();
  void visit_copy();

  Values& values_;
  std::string label_;  // "body 'crank{k}'"
  const Entry* entry_ = nullptr;
  const Node* condition_ = nullptr;
  const std::function<void(const std::string&)>* read_ = nullptr;
  bool go_on_ = true, incomplete_ = false;
  std::size_t copies_ = 0;  // of all entries so far
};

}  // namespace daedalus::model_file
