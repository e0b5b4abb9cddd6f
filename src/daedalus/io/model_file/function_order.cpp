#include "daedalus/io/model_file/function_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>

namespace daedalus::model_file {
namespace {

// What is called anywhere in a node.
void list_names(const Node& node, std::vector<std::string>& names) {
  if (node.kind == Node::Kind::text)
    for (std::string& name : Expression::calls_in(node.text)) names.push_back(std::move(name));
  for (const Entry& entry : node.entries) list_names(*entry.value, names);
  for (const NodePtr& item : node.items) list_names(*item, names);
}

class FunctionSorter {
 public:
  FunctionSorter(const std::vector<Entry>& entries, Values& values) : values_(values), entries_(entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) places_.emplace(entries[i].key, i);
    needs_.resize(entries.size());
    needed_by_.resize(entries.size());
    waiting_.assign(entries.size(), 0);
    for (std::size_t i = 0; i < entries.size(); ++i) find_needs(i);
  }

  FunctionOrder sort() {
    FunctionOrder order;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (waiting_[i] == 0) ready.push(i);
    while (!ready.empty()) {
      const std::size_t i = ready.top();
      ready.pop();
      order.entries.push_back(&entries_[i]);
      for (const std::size_t next : needed_by_[i])
        if (--waiting_[next] == 0) ready.push(next);
    }
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (waiting_[i] > 0) order.circular.push_back(&entries_[i]);
    if (!order.circular.empty()) report_cycles();
    return order;
  }

 private:
  void find_needs(std::size_t i) {
    const Node& node = *entries_[i].value;
    std::vector<std::string> names;
    list_names(node, names);
    if (node.kind == Node::Kind::text && is_name(node.text)) names.push_back(node.text);
    for (const std::string& name : names)
      if (const auto at = places_.find(name); at != places_.end()) {
        needs_[i].push_back(at->second);
        needed_by_[at->second].push_back(i);
        ++waiting_[i];
      }
  }

  // What is still waiting needs itself, or something that does. Follow the needs until one comes back.
  void report_cycles() {
    std::vector<std::size_t> walk(entries_.size(), 0);
    for (std::size_t start = 0; start < entries_.size(); ++start) {
      std::vector<std::size_t> path;
      std::size_t at = start;
      while (waiting_[at] > 0 && walk[at] == 0) {
        walk[at] = start + 1;
        path.push_back(at);
        at = *std::find_if(needs_[at].begin(), needs_[at].end(), [&](std::size_t i) { return waiting_[i] > 0; });
      }
      if (waiting_[at] > 0 && walk[at] == start + 1 && !path.empty())
        report_cycle({std::find(path.begin(), path.end(), at), path.end()});
    }
  }

  void report_cycle(const std::vector<std::size_t>& cycle) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(cycle.size(), most); ++i) text += entries_[cycle[i]].key + " → ";
    if (cycle.size() > most) text += "... → ";
    const Entry& first = entries_[cycle.front()];
    values_.begin_element(fmt::format("function {}", shown(first.key)));
    values_.problem(first.place, fmt::format("circular reference, {}{}.", text, first.key),
                    "A function cannot call itself, directly or through others.");
  }

  Values& values_;
  const std::vector<Entry>& entries_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::vector<std::vector<std::size_t>> needs_, needed_by_;
  std::vector<std::size_t> waiting_;
};

}  // namespace

FunctionOrder order_functions(const std::vector<Entry>& entries, Values& values) {
  return FunctionSorter(entries, values).sort();
}

}  // namespace daedalus::model_file
