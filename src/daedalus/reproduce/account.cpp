#include "daedalus/reproduce/account.hpp"

#include <algorithm>

namespace daedalus::reproduce {

const char* text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::confirmed: return "confirmed";
    case Outcome::better: return "better";
    case Outcome::differs: return "differs";
    case Outcome::not_comparable: return "not comparable";
  }
  return "";
}

Outcome judge_figure(double ours, double paper, double band) {
  if (!(ours * band >= paper)) return Outcome::differs;  // not a number included
  return ours <= paper * band ? Outcome::confirmed : Outcome::better;
}

int Figure::count(Outcome outcome) const {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.outcome == outcome; }));
}

}  // namespace daedalus::reproduce
