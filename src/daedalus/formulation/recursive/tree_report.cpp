#include "daedalus/formulation/recursive/tree_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "daedalus/system/equations.hpp"

namespace daedalus {

const char* text_of(JointSolver solver) {
  switch (solver) {
    case JointSolver::automatic: return "automatic";
    case JointSolver::articulated: return "articulated";
    case JointSolver::factorized: return "factorized";
    case JointSolver::descriptor: return "descriptor";
  }
  return "unknown";
}

TreeReport::TreeReport(const JointSystem& system) : TreeReport(system, system) { solver = text_of(system.solver()); }

TreeReport::TreeReport(const ModelSystem& system, const JointSystem& joints)
    : coordinates(system.layout().nq), constraints(system.layout().nc()), solver(text_of(JointSolver::descriptor)),
      reason(Equations(system).solver_report().linear.reason) {
  const Model& model = joints.model();
  const Tree& tree = joints.tree();
  const auto name_of = [&](BodyId id) {
    return model.body(model.body(id).is_part() ? model.body(id).part_of : id).name;
  };
  for (std::size_t k = 0; k < tree.choice.attachments.size(); ++k) {
    const Attachment& at = tree.choice.attachments[k];
    if (at.joint && at.joint->is_inner) continue;
    Branch branch{.body = name_of(at.body), .parent = name_of(at.parent)};
    if (at.joint) {
      branch.joint = at.joint->name;
      branch.type = at.joint->type;
    } else {
      free.push_back(branch.body);
    }
    for (Index i = tree.first_node[k]; i <= tree.body(at.body).node; ++i) {
      const TreeNode& node = tree.node(i);
      for (Index c = 0; c < node.coordinates(); ++c)
        branch.coordinates.push_back(tree.coordinate_names[node.coordinate + c]);
      if (node.drive >= 0) branch.drivers.push_back(model.drivers()[tree.drives[node.drive].driver].name);
    }
    branches.push_back(std::move(branch));
  }
  for (const ModalRange& range : system.modal_coordinates()) {
    Branch branch{.body = model.body(range.body).name, .parent = model.body(range.body).name, .type = "modes"};
    for (Index c = range.first; c < range.first + range.count; ++c)
      branch.coordinates.push_back(system.layout().coordinates[c]);
    branches.push_back(std::move(branch));
  }
  for (const Joint* joint : tree.choice.cut) {
    const bool is_driver = joint >= model.drivers().data() && joint < model.drivers().data() + model.drivers().size();
    (is_driver ? cut_drivers : cut).push_back(joint->name);
  }
}

std::vector<std::string> TreeReport::lines() const {
  std::vector<std::string> text = {"tree of joint coordinates:"};
  for (const Branch& branch : branches) {
    std::string line =
        fmt::format("  {:<20}{}", branch.body,
                    branch.type == "modes" ? std::string("bends")
                    : branch.joint.empty() ? std::string("free")
                                           : fmt::format("on {} by {} ({})", branch.parent, branch.joint, branch.type));
    if (!branch.coordinates.empty()) line += fmt::format(": {}", fmt::join(branch.coordinates, ", "));
    if (!branch.drivers.empty())
      line += fmt::format("{} moved by {}", branch.coordinates.empty() ? ":" : ";", fmt::join(branch.drivers, ", "));
    if (branch.coordinates.empty() && branch.drivers.empty()) line += ": no motion";
    text.push_back(std::move(line));
  }
  const auto list = [&](const char* label, const std::vector<std::string>& names) {
    if (!names.empty()) text.push_back(fmt::format("{}: {}", label, fmt::join(names, ", ")));
  };
  list("cut joints (constraints)", cut);
  list("drivers imposed as constraints", cut_drivers);
  text.push_back(fmt::format("solver: {} ({})", solver, reason));
  return text;
}

std::optional<TreeReport> describe_tree(const ModelSystem& system) {
  const JointSystem* joints = system.joint_coordinates();
  if (!joints) return std::nullopt;
  return joints == &system ? TreeReport(*joints) : TreeReport(system, *joints);
}

}  // namespace daedalus
