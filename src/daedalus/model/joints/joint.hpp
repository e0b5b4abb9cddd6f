// joint.hpp: a joint has two faces: a short list of constraint rows, and the motions they leave (mobility.hpp).
//
// A joint type is an aggregate that describes itself:
//
//   struct Spherical {
//     static constexpr const char* type = "spherical", *meaning = "a point of P stays on a point of Q";
//     Between between;
//     template <class Visitor> void describe(Visitor&& v) { v("between", between, required_field, "..."); }
//     void constrain(Rows& rows) const { rows.coincident(between); }
//     std::vector<Freedom> freedoms() const { return {}; }          // by name, for drivers, gears and channels
//     Mobility mobility() const { return {{ball()}}; }               // optional: without it always a constraint
//   };
//
// and one line in joint_types.hpp. Values that fit their fields but make no sense together are refused by an optional
// `std::string complaint() const`. P moves, Q is where it is seen from: angles and reactions are those of P.
#pragma once

#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/model/constraint_row.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/joints/mobility.hpp"
#include "daedalus/model/joints/rate_constraint.hpp"

namespace daedalus {

// What a joint leaves free (or nearly so: a length): drivers, gears and channels take it by name.
struct Freedom {
  std::string name;  // 'angle', 'displacement'
  Measure measure;
};

// A freedom of another joint, 'crank_pin.angle' in a file.
struct FreedomRef {
  std::string name;
  Measure measure;  // filled in by whoever resolves the name
};

inline constexpr Field required_field{.required = true};
inline constexpr double full_turn = 2 * std::numbers::pi;

// What the maker of a joint with one freedom allows it, as data: nothing keeps the motion inside. Not given: no limit.
struct JointLimits {
  std::optional<double> lower, upper;  // m or rad
  std::optional<double> effort;        // N or N m
  std::optional<double> velocity;      // m/s or rad/s
};

// A joint as the model keeps it, whatever its type.
struct Joint {
  std::string name, type;
  Between between;  // P = −1 when the joint couples other joints
  std::vector<ConstraintRow> rows;
  std::vector<Freedom> freedoms;
  RateConstraintPtr rates = {};            // nonholonomic rows, if any
  std::optional<Mobility> mobility = {};   // none: always a constraint (couplings, contacts)
  std::optional<JointLimits> limits = {};  // of its first freedom
  bool is_inner = false;                   // between parts of a flexible body, of no name to the user
};

template <class Type>
Joint make_joint(std::string name, const Type& type) {
  Joint joint{.name = std::move(name), .type = Type::type, .between = {}, .rows = {}, .freedoms = type.freedoms()};
  if constexpr (requires { type.between; }) joint.between = type.between;
  if constexpr (requires { type.rates(); }) joint.rates = type.rates();
  if constexpr (requires { type.mobility(); }) joint.mobility = type.mobility();
  Rows rows(joint.rows);
  type.constrain(rows);
  return joint;
}

}  // namespace daedalus
