// urdf_tree.hpp: the links of a robot as a tree: one root, every other link hangs on one joint.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/io/urdf/urdf_robot.hpp"

namespace daedalus::urdf {

struct Tree {
  struct Step {
    std::size_t joint, parent, child;  // numbers in Robot::joints and Robot::links
  };
  std::size_t root = 0;
  std::vector<Step> steps;                          // a link is a child before it is a parent
  std::vector<std::optional<std::size_t>> leaders;  // of every joint: the one that it mimics
};

// No value when links are missing, there are two roots or a cycle, or a joint cannot follow the one that it mimics; the
// problems have been reported.
std::optional<Tree> make_tree(const Robot& robot, Problems& problems);

}  // namespace daedalus::urdf
