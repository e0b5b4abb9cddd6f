// spanning_tree.hpp: which joints carry coordinates and which become constraints.
//
// The bodies hang in trees on the ground and on prescribed bodies. Joints that hold many rows are worth most in a tree,
// because every row of a joint outside it is a constraint: a tree is grown from its roots by always taking the joint
// with the most rows (a maximum spanning tree), among equals the one that keeps the tree shallow, then the heaviest
// body, then the order of the model: loops come out short. What cannot be reached starts a tree of its own: the
// heaviest body left is free.
// Drivers on a freedom of a tree joint take its coordinate away: u(t) moves it.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/model/model.hpp"

namespace daedalus {

// A body and the way it hangs on another one.
struct Attachment {
  BodyId body = 0, parent = ground_body;
  const Joint* joint = nullptr;           // none: free, or the free body's motions in `motions`
  bool reversed = false;                  // the body carries Q of the joint, its parent P
  bool positions_only = false;            // axes of the bodies instead of those of the markers
  std::vector<ElementaryMotion> motions;  // from the parent to the body
};

struct SpanningTree {
  std::vector<Attachment> attachments;  // parents before children
  std::vector<const Joint*> cut;        // joints and drivers that are constraints, in the order of the model
  struct Drive {
    const Joint* joint = nullptr;  // whose motion is driven
    Index motion = 0;              // in the attachment's list
    const Joint* driver = nullptr;
    double factor = 1, offset = 0;  // coordinate = factor · u(t) + offset
  };
  std::vector<Drive> drives;
};

// The motions that lead from the parent's side of a joint to the other one, as far as the bodies can follow them; none
// when the joint cannot carry the body.
std::optional<std::vector<ElementaryMotion>> motions_of(const Model& model, const Joint& joint, bool reversed);

// Where the thread of a screw starts, m; zero for other motions.
double thread_offset(const Joint& joint, const ElementaryMotion& motion);

// Throws ModelError when a hint of the model cannot be followed.
SpanningTree choose_tree(const Model& model);

}  // namespace daedalus
