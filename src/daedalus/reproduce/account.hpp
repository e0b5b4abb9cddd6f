// account.hpp: what an experiment of a paper gives: figure by figure, what the paper says, what we find, and whether
// that agrees.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "daedalus/io/page/study_page.hpp"

namespace daedalus::reproduce {

// confirmed: what was measured here agrees with the statement, on both sides of it. better: it leaves the statement on
// the side that its authors would have preferred (faster, more accurate). differs: on the other side, or where neither
// is better. Always from measurements of this run.
enum class Outcome { confirmed, better, differs, not_comparable };
const char* text_of(Outcome outcome);

// `ours` against a printed figure of which more is better: confirmed within the factor `band` either way.
Outcome judge_figure(double ours, double paper, double band);

struct Finding {
  std::string subject;  // 'hht-i3'
  std::string paper;    // what the paper says of it, short: 'order 2'
  std::string ours;     // 'order 2.00 in q, 2.00 in v'
  Outcome outcome = Outcome::confirmed;
  std::string why = {};  // for all but what is plainly confirmed
};

using Exhibit = std::variant<StudyText, StudyTable, StudyChart, StudyContour>;

struct Figure {
  std::string label;      // 'Fig. 3'
  std::string title;      // 'convergence, slider crank'
  std::string statement;  // of the paper, in our words
  std::vector<Finding> findings = {};
  std::vector<Exhibit> exhibits = {};

  int count(Outcome outcome) const;
};

using Account = std::vector<Figure>;

}  // namespace daedalus::reproduce
