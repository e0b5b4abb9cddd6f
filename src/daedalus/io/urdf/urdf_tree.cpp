#include "daedalus/io/urdf/urdf_tree.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace daedalus::urdf {
namespace {

using model_file::listed;
using model_file::shown;
using model_file::suggestion;
using Number = std::size_t;

class TreeMaker {
 public:
  TreeMaker(const Robot& robot, Problems& problems) : robot_(robot), problems_(problems) {}

  std::optional<Tree> make() {
    const std::size_t before = problems_.count();
    for (Number i = 0; i < robot_.links.size(); ++i) links_.emplace(robot_.links[i].given, i);
    for (Number i = 0; i < robot_.joints.size(); ++i) joints_.emplace(robot_.joints[i].given, i);
    find_ends();
    if (problems_.count() == before) find_root();
    if (problems_.count() == before) order();
    find_leaders();
    return problems_.count() == before ? std::optional<Tree>(std::move(tree_)) : std::nullopt;
  }

 private:
  void refuse(const RobotJoint& joint, const Place& place, const std::string& what, const std::string& remedy) {
    problems_.add(place, fmt::format("joint {} ({}): {}", shown(joint.given), text_of(joint.kind), what), remedy);
  }

  std::optional<Number> find_link(const RobotJoint& joint, const std::string& name, const Place& place) {
    if (const auto at = links_.find(name); at != links_.end()) return at->second;
    std::vector<std::string> known;
    for (const Link& link : robot_.links) known.push_back(link.given);
    refuse(joint, place, fmt::format("unknown link {}.{}", shown(name), suggestion(name, known)),
           fmt::format("Available: {}.", listed(known)));
    return std::nullopt;
  }

  void find_ends() {
    hangs_on_.resize(robot_.links.size());
    parents_.resize(robot_.joints.size());
    for (Number j = 0; j < robot_.joints.size(); ++j) {
      const RobotJoint& joint = robot_.joints[j];
      const auto parent = find_link(joint, joint.parent, joint.parent_place);
      const auto child = find_link(joint, joint.child, joint.child_place);
      if (!parent || !child) continue;
      parents_[j] = *parent;
      if (*parent == *child)
        refuse(joint, joint.child_place, fmt::format("link {} is its own parent.", shown(joint.child)),
               "Use another parent.");
      else if (const auto other = hangs_on_[*child])
        refuse(joint, joint.child_place,
               fmt::format("link {} is already the child of joint {} at {}.", shown(joint.child),
                           shown(robot_.joints[*other].given), problems_.text_of(robot_.joints[*other].place)),
               "A link has one parent. Close loops with an additional joint in a side file (docs/guide/urdf.md).");
      else hangs_on_[*child] = j;
    }
  }

  void find_root() {
    std::vector<Number> roots;
    for (Number i = 0; i < robot_.links.size(); ++i)
      if (!hangs_on_[i]) roots.push_back(i);
    if (roots.size() == 1) {
      tree_.root = roots[0];
    } else if (roots.empty()) {
      report_cycle(0);
    } else {
      std::vector<std::string> names;
      for (const Number root : roots) names.push_back(robot_.links[root].given);
      problems_.add(robot_.links[roots[1]].place,
                    fmt::format("{} links are not children of a joint: {}.", roots.size(), listed(names)),
                    "A robot has one root. Attach the others, with a joint of type floating if they are free.");
    }
  }

  // Follows the parents from a link that the root does not reach.
  void report_cycle(Number link) {
    std::vector<bool> seen(robot_.links.size());
    while (!seen[link]) {
      seen[link] = true;
      link = parents_[*hangs_on_[link]];
    }
    std::vector<std::string> names;
    const Number first = link;
    do {
      names.push_back(robot_.links[link].given);
      link = parents_[*hangs_on_[link]];
    } while (link != first);
    const RobotJoint& joint = robot_.joints[*hangs_on_[first]];
    refuse(joint, joint.place, fmt::format("the links form a closed loop: {}.", listed(names)),
           "A robot is a tree. Close loops with an additional joint in a side file (docs/guide/urdf.md).");
  }

  void order() {
    std::vector<std::vector<Tree::Step>> children(robot_.links.size());
    for (Number link = 0; link < robot_.links.size(); ++link)
      if (const auto j = hangs_on_[link]) children[parents_[*j]].push_back({*j, parents_[*j], link});
    std::vector<bool> reached(robot_.links.size());
    reached[tree_.root] = true;
    std::vector<Tree::Step> open(children[tree_.root].rbegin(), children[tree_.root].rend());
    while (!open.empty()) {  // a branch to its end, then the next
      const Tree::Step step = open.back();
      open.pop_back();
      reached[step.child] = true;
      tree_.steps.push_back(step);
      open.insert(open.end(), children[step.child].rbegin(), children[step.child].rend());
    }
    for (Number link = 0; link < robot_.links.size(); ++link)
      if (!reached[link]) return report_cycle(link);
  }

  void find_leaders() {
    tree_.leaders.resize(robot_.joints.size());
    for (Number j = 0; j < robot_.joints.size(); ++j) {
      const RobotJoint& joint = robot_.joints[j];
      if (!joint.mimic) continue;
      const auto at = joints_.find(joint.mimic->joint);
      if (at == joints_.end()) {
        std::vector<std::string> known;
        for (const RobotJoint& other : robot_.joints) known.push_back(other.given);
        refuse(joint, joint.mimic->place,
               fmt::format("mimics the unknown joint {}.{}", shown(joint.mimic->joint),
                           suggestion(joint.mimic->joint, known)),
               fmt::format("Available: {}.", listed(known)));
      } else if (!joint.has_one_freedom() || !robot_.joints[at->second].has_one_freedom()) {
        refuse(joint, joint.mimic->place,
               fmt::format("cannot mimic joint {} ({}).", shown(joint.mimic->joint),
                           text_of(robot_.joints[at->second].kind)),
               "Both must be revolute, continuous or prismatic.");
      } else if (joint.mimic->multiplier == 0) {
        refuse(joint, joint.mimic->place, "multiplier = 0: the joint would not move.", "Make the joint fixed.");
      } else {
        tree_.leaders[j] = at->second;
      }
    }
    std::vector<int> state(robot_.joints.size());  // 1: on the way, 2: leads to a joint that mimics none
    for (Number j = 0; j < robot_.joints.size(); ++j) {
      std::vector<Number> way;
      std::optional<Number> at = j;
      while (at && state[*at] == 0) {
        state[*at] = 1;
        way.push_back(*at);
        at = tree_.leaders[*at];
      }
      if (at && state[*at] == 1)
        refuse(robot_.joints[*at], robot_.joints[*at].mimic->place,
               "it mimics itself, directly or through other joints.", "One of the joints must not mimic another.");
      for (const Number k : way) state[k] = 2;
    }
  }

  const Robot& robot_;
  Problems& problems_;
  Tree tree_;
  std::unordered_map<std::string, Number> links_, joints_;
  std::vector<std::optional<Number>> hangs_on_;  // of a link: the joint whose child it is
  std::vector<Number> parents_;                  // of a joint
};

}  // namespace

std::optional<Tree> make_tree(const Robot& robot, Problems& problems) { return TreeMaker(robot, problems).make(); }

}  // namespace daedalus::urdf
