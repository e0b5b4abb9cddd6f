// tree.hpp: a model as a tree of nodes, each one elementary motion away from its parent. Nodes carry the bodies' mass.
//
// Parents come before children. The first nodes are the roots: the ground and the prescribed
// bodies, which move by themselves. The frame of a node is fixed in what it carries, with its origin on the joint:
//
//   turn   about its z-axis by sign · q          screw  the same, and lead · sign · q along z
//   slide  along `axis` by sign · q               drift  along x, y, z by three coordinates
//   ball   by four Euler parameters               rigid  no motion: a weld
// In the plane all frames have the axes of the world where the coordinates are zero.
// A driven motion has no coordinate: factor · u(t) + offset takes the place of q.
#pragma once

#include <string>
#include <vector>

#include "daedalus/formulation/recursive/spanning_tree.hpp"

namespace daedalus {

enum class NodeKind { root, rigid, turn, slide, screw, drift, ball };

struct TreeNode {
  NodeKind kind = NodeKind::root;
  Index parent = -1;
  Index coordinate = -1;  // its first one; −1 for roots, welds and driven motions
  Index drive = -1;       // in Tree::drives
  double sign = 1, lead = 0;
  Vec3 axis = Vec3::UnitZ();   // slide, in the frame of the node
  RelativePose pose;           // from the parent's frame, motion not counted
  double mass = 0;             // carried by this node, in its frame and about its origin
  Vec3 moment = Vec3::Zero();  // mass times center of mass
  Mat3 inertia = Mat3::Zero();
  double norm_inertia = 0;      // ball: c of 4 c p pᵀ, which makes M regular
  Index norm = -1;              // ball: which normalization row
  bool turns_in_plane = false;  // about the z-axis of the world, whatever the coordinates
  std::string name;             // 'crank_pin.angle', for messages

  Index coordinates() const {
    if (coordinate < 0) return 0;
    return kind == NodeKind::ball ? 4 : kind == NodeKind::drift ? 3 : 1;
  }
};

struct TreeBody {  // where a body is
  Index node = 0;
  RelativePose pose;  // of the center of mass and the body's axes in the frame of the node
  double angle = 0;   // planar: its angle where all in-plane turns of its nodes are zero
};

struct TreeJoint {              // a joint of the model inside the tree
  Index first = -1, last = -1;  // its nodes; −1 when it is a constraint
  bool reversed = false;
};

struct TreeDrive {
  FunctionPtr motion;
  double factor = 1, offset = 0;
  Index driver = 0;  // in Model::drivers()
  Index node = 0;
};

struct Tree {
  explicit Tree(const Model& model);

  SpanningTree choice;  // of model joints
  std::vector<TreeNode> nodes;
  Index roots = 0;                  // so many nodes are roots
  std::vector<BodyId> root_bodies;  // of each root
  std::vector<TreeBody> bodies;     // by BodyId
  std::vector<TreeJoint> joints;    // by position in Model::joints()
  std::vector<TreeDrive> drives;
  std::vector<Index> first_node;  // of every attachment of `choice`
  std::vector<std::string> coordinate_names, norm_names;
  std::vector<BodyId> coordinate_body;  // the body a coordinate moves, for rate groups
  bool is_planar = false;               // nothing leaves the xy-plane

  Index size() const { return static_cast<Index>(nodes.size()); }
  Index coordinate_count() const { return static_cast<Index>(coordinate_names.size()); }
  const TreeNode& node(Index i) const { return nodes[i]; }
  const TreeBody& body(BodyId b) const { return bodies[b]; }
  Index depth(Index node) const;

 private:
  void add_attachment(const Model& model, const Attachment& at);
  static void carry(const Body& body, const RelativePose& pose, TreeNode& node);
  std::vector<Mat3> zero_axes_;  // of every node in the world where all coordinates are zero
};

// The pose of a marker against the center of mass of its body.
RelativePose marker_pose(const Model& model, MarkerId marker, bool positions_only);

}  // namespace daedalus
