// child_process.hpp: work that may crash or hang in a library, tried in a process of its own first.
#pragma once

#include <functional>
#include <string>

namespace daedalus {

enum class ChildEnd {
  succeeded,
  failed,   // it threw: the text says what
  crashed,  // a signal ended it
  hung,     // it gave no sign of life for so long
};

struct ChildOutcome {
  ChildEnd end = ChildEnd::succeeded;
  std::string text = {};
};

// The child calls the function that it is given to say that it is alive; `seconds` without that end it. Its standard
// streams are closed off, and nothing of it remains. When no process can be made, the answer is `succeeded`: there is
// no reason to refuse.
ChildOutcome try_in_child(int seconds, const std::function<void(const std::function<void()>& alive)>& work);

}  // namespace daedalus
