#include "daedalus/reproduce/account.hpp"

#include <algorithm>

namespace daedalus::reproduce {

const char* text_of(Outcome outcome) {
  return outcome == Outcome::confirmed ? "confirmed" : outcome == Outcome::differs ? "differs" : "not comparable";
}

int Figure::count(Outcome outcome) const {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.outcome == outcome; }));
}

}  // namespace daedalus::reproduce
