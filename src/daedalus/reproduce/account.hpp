// account.hpp: what an experiment of a paper gives: figure by figure, what the paper says, what we find, and whether that agrees.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "daedalus/io/page/study_page.hpp"

namespace daedalus::reproduce {

enum class Outcome { confirmed, differs, not_comparable };
const char* text_of(Outcome outcome);

struct Finding {
  std::string subject;          // 'hht-i3'
  std::string paper;            // what the paper says of it, short: 'order 2'
  std::string ours;             // 'order 2.00 in q, 2.00 in v'
  Outcome outcome = Outcome::confirmed;
  std::string why = {};         // for all but what is plainly confirmed
};

using Exhibit = std::variant<StudyText, StudyTable, StudyChart, StudyContour>;

struct Figure {
  std::string label;            // 'Fig. 3'
  std::string title;            // 'convergence, slider crank'
  std::string statement;        // of the paper, in our words
  std::vector<Finding> findings = {};
  std::vector<Exhibit> exhibits = {};

  int count(Outcome outcome) const;
};

using Account = std::vector<Figure>;

}  // namespace daedalus::reproduce
