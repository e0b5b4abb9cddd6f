// tree_report.hpp: what joint coordinates a model got, and how its accelerations are solved, in words.
#pragma once

#include <optional>

#include "daedalus/formulation/recursive/joint_system.hpp"

namespace daedalus {

const char* text_of(JointSolver solver);

struct TreeReport {
  struct Branch {
    std::string body, parent;
    std::string joint, type;               // "" for a free body; type "modes" for how a body bends
    std::vector<std::string> coordinates;  // none for a weld or where all motions are driven
    std::vector<std::string> drivers;      // that move it, inside the tree
  };
  std::vector<Branch> branches;          // parents before children
  std::vector<std::string> cut;          // joints that are constraints
  std::vector<std::string> cut_drivers;  // drivers that are
  std::vector<std::string> free;         // bodies that start a tree of their own
  Index coordinates = 0, constraints = 0;
  std::string solver, reason;  // 'articulated', and why

  explicit TreeReport(const JointSystem& system);
  // Of a system whose coordinates are those of `joints`, inner joints left out, and modal coordinates.
  TreeReport(const ModelSystem& system, const JointSystem& joints);
  std::vector<std::string> lines() const;  // for people
};

// Of a system in joint coordinates; none for others.
std::optional<TreeReport> describe_tree(const ModelSystem& system);

}  // namespace daedalus
