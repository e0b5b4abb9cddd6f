// findings.hpp: looking up what an experiment found, and what every finding owes its reader.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>

#include "daedalus/reproduce/account.hpp"

namespace daedalus::testing {

// `label`: of one figure; "" looks at all.
inline const reproduce::Finding& find_finding(const reproduce::Account& account, const std::string& label,
                                              const std::string& subject) {
  for (const reproduce::Figure& figure : account)
    for (const reproduce::Finding& finding : figure.findings)
      if ((label.empty() || figure.label == label) && finding.subject == subject) return finding;
  throw std::out_of_range(label + " " + subject);
}

inline void expect_reasons(const reproduce::Account& account) {
  for (const reproduce::Figure& figure : account)
    for (const reproduce::Finding& finding : figure.findings) {
      EXPECT_FALSE(finding.paper.empty() || finding.ours.empty()) << figure.label << " " << finding.subject;
      EXPECT_TRUE(finding.outcome == reproduce::Outcome::confirmed || !finding.why.empty())
          << figure.label << " " << finding.subject;
    }
}

}  // namespace daedalus::testing
