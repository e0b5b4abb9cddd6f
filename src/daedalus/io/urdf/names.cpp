#include "daedalus/io/urdf/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace daedalus::urdf {
namespace {

using model_file::listed;
using model_file::shown;

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_digit(char c) { return c >= '0' && c <= '9'; }

std::string model_name(const std::string& given) {
  std::string name = given;
  for (char& c : name)
    if (!is_name_letter(c) && !is_name_digit(c)) c = '_';
  return is_name_digit(name[0]) ? "_" + name : name;
}

struct Taken {
  Place place;
  std::string given;
};
using Names = std::unordered_map<std::string, Taken>;

void refuse(const char* kind, const std::string& given, const Place& place, const Taken& first, Problems& problems) {
  const std::string who = fmt::format("{} {}", kind, shown(given));
  if (first.given == given)
    problems.add(place, fmt::format("duplicate {}; first given at {}.", who, problems.text_of(first.place)),
                 "Rename one of them.");
  else
    problems.add(place,
                 fmt::format("{} gets the same model name as {} at {}: only letters, digits and _ are kept.", who,
                             shown(first.given), problems.text_of(first.place)),
                 "Rename one of them.");
}

}  // namespace

bool means_world(const std::string& link) { return link == "world" || link == "ground"; }

void choose_names(Robot& robot, Problems& problems) {
  std::vector<std::string> changed;
  const auto choose = [&](const std::string& given) {
    std::string name = model_name(given);
    if (name != given) changed.push_back(fmt::format("{} is {}", shown(given), name));
    return name;
  };
  Names links, joints;
  for (Link& link : robot.links) {
    link.name = choose(link.given);
    for (LinkMarker& marker : link.markers) marker.name = choose(marker.given);
    const auto [at, is_new] = links.try_emplace(link.name, Taken{link.place, link.given});
    if (!is_new) refuse(robot.link_word, link.given, link.place, at->second, problems);
  }
  std::vector<RobotJoint*> all;
  for (RobotJoint& joint : robot.joints) {
    all.push_back(&joint);
    for (RobotJoint& part : joint.parts) all.push_back(&part);
  }
  for (RobotJoint* joint : all) {
    joint->name = choose(joint->given);
    const auto [at, is_new] = joints.try_emplace(joint->name, Taken{joint->place, joint->given});
    if (!is_new) refuse("joint", joint->given, joint->place, at->second, problems);
  }
  for (RobotJoint* at : all) {
    RobotJoint& joint = *at;
    if (!links.contains(joint.name)) continue;
    joint.name += "_joint";
    changed.push_back(
        fmt::format("joint {}, which has the name of a {}, is {}", shown(joint.given), robot.link_word, joint.name));
    if (links.contains(joint.name) || joints.contains(joint.name))
      problems.add(joint.place,
                   fmt::format("joint {}: a {} has the same name, and {} is also in use.", shown(joint.given),
                               robot.link_word, joint.name),
                   "Rename the joint: names must be unique.");
  }
  if (!changed.empty()) robot.notes.push_back("names in the model: " + listed(changed));
}

}  // namespace daedalus::urdf
