// force_element.hpp: a force as the model keeps it, whatever its type, and a group of them as a formulation evaluates
// it.
//
// Two kinds of law cover all forces, and the formulations know no other:
//   measure law   forces F_k(t, y, y', s) along measures y_k: generalized force −Σ F_k ∂y_k/∂q     measure_force.hpp
//   frame law     a force and a torque on marker P, the opposite on Q, from the motion of both     frame_force.hpp
// Either may carry first-order states s' = sigma(...). Elements of one type are kept side by side in a group: one
// virtual call evaluates them all.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "daedalus/model/functions/time_breaks.hpp"
#include "daedalus/model/measure.hpp"

namespace daedalus {

class MeasureForceGroup;
class FrameForceGroup;

struct StateInfo {
  std::string name;  // 'integral'
  double initial = 0;
  // Other elements may put a torque on it (ForceElement::links): torque/inertia is added to its rate. Where states of the
  // element are coupled: what a torque of 1 adds to the rates of all its states.
  double inertia = 1;
  std::vector<double> response = {};
};

// Energy stored by an element, and the power that leaves or enters the mechanism through it.
struct ElementPower {
  double potential = 0;   // J
  double dissipated = 0;  // W, >= 0 for a damper
  double supplied = 0;    // W
};

// Whether methods for real time treat an element implicitly: never, when no element is declared stiff, or because this
// one is.
enum class StiffSpring { never, unless_declared, declared };

// What the channels of one measure of a force are called.
struct MeasureNames {
  const char* value;       // 'height', and 'height_rate'
  const char* force = "";  // 'fz'; "": there is no force along it
  double sign = 1;         // of the shown force; F > 0 pulls P and Q together
  const char* meaning = "positive in tension";
};

// What a controller drives its first measure to.
struct ControlTarget {
  FunctionPtr function;
  bool is_rate = false;  // of the measure, not its value
};

class ForceElement {
 public:
  virtual ~ForceElement() = default;

  const std::string& name() const { return name_; }
  virtual const char* type() const = 0;
  virtual std::vector<StateInfo> states() const = 0;
  // Of its states, for methods that integrate fast parts with more evaluations: "" is slow.
  const std::string& rate_group() const { return rate_group_; }
  void set_rate_group(std::string name) { rate_group_ = std::move(name); }
  virtual std::vector<std::string> switches() const = 0;  // names of its switching functions

  virtual std::vector<Measure> measures() const { return {}; }            // measure laws
  virtual std::vector<MeasureNames> measure_names() const { return {}; }  // none: numbers
  virtual ControlTarget target() const { return {}; }
  virtual double free_value() const { return 0; }                // of its measure at rest, where the law has one
  virtual Between frames() const { return {}; }                  // frame laws
  virtual std::vector<std::string> links() const { return {}; }  // states of other elements it reads and drives
  virtual bool is_one_sided() const { return false; }            // Q receives nothing
  virtual bool rests_on_Q() const { return false; }              // Q must not have coordinates

  virtual StiffSpring stiff_spring() const { return StiffSpring::never; }
  virtual double second_weight() const { return 0; }  // w of a spring along y₁ + w y₂

  virtual TimeBreaks time_breaks() const;  // of its functions of time

  // An empty group for elements of this type; exactly one of the two is not null.
  virtual std::unique_ptr<MeasureForceGroup> make_measure_group() const;
  virtual std::unique_ptr<FrameForceGroup> make_frame_group() const;

 protected:
  explicit ForceElement(std::string name) : name_(std::move(name)) {}

 private:
  std::string name_, rate_group_;
};

using ForcePtr = std::shared_ptr<const ForceElement>;

}  // namespace daedalus
