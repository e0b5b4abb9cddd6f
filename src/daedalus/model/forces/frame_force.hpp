// frame_force.hpp: from a law between two frames, written once, to everything a formulation asks for.
//
//   struct MagicTire {
//     static constexpr int states = 0;
//     Between between;
//     template <class S> Wrench<S> act(const FrameInput<S>& in, S* sigma) const;     // on P, at P, in world axes
//   };
//
// Q receives the opposite wrench. The formulation seeds the frames with its own coordinates as duals, so that the law's
// wrench comes out with all its derivatives; that costs more than a measure law and can express anything. Its power
// counts as dissipated, or as supplied when the law says `static constexpr bool is_active = true`.
//
// A law may also have
//   state_list()    any number of first-order states s' = sigma(t, frames, s): their names and initial values
//   link_list()     names of states of other elements, 'tire.spin'. Their values follow its own in `s`; what it writes
//                   behind its own sigma are torques on them, whose power is torque times state: speeds, as a rule
//   stored(in)      the energy it holds, J: a function of t, of the positions and axes of P and Q and of its own states
//   supplied(in)    the power fed in from outside, W; what is neither stored nor supplied is dissipated
//   is_one_sided    `static constexpr bool`: the wrench is that on P alone; the law only reads the motion of Q
//   rests_on_Q      `static constexpr bool`: Q has to be ground or prescribed
//   is_fast         `static constexpr bool`: its states are much faster than the bodies
#pragma once

#include "daedalus/base/expects.hpp"
#include "daedalus/math/dual.hpp"
#include "daedalus/model/forces/force_element.hpp"

namespace daedalus {

inline constexpr int frame_dual_width = 32;  // 14 coordinates, 14 velocities, 4 states; further states in more passes
using FrameDual = Dual<double, frame_dual_width>;
using TimeDual = Dual<double, 1>;  // a number and its time derivative

template <class S>
struct Frame {        // a marker in world axes
  Vec<S, 3> x;        // m
  Mat<S, 3, 3> axes;  // columns: its x, y, z
  Vec<S, 3> v;        // m/s
  Vec<S, 3> w;        // rad/s
};
template <class S>
struct FrameInput {
  double t = 0;
  Frame<S> P, Q;
  const S* s = nullptr;                 // its states, then those it is linked to
  const InputValues* inputs = nullptr;  // of the run; none: their first values
  Vec3 gravity = Vec3::Zero();          // m/s^2
};
template <class S>
struct Wrench {
  Vec<S, 3> force;   // N, at P
  Vec<S, 3> torque;  // N m
};

class FrameForceGroup {
 public:
  virtual ~FrameForceGroup() = default;

  virtual void add(const ForceElement& element) = 0;
  virtual Index size() const = 0;
  virtual Wrench<double> act(Index element, const FrameInput<double>& in, double* sigma) const = 0;
  virtual Wrench<FrameDual> act(Index element, const FrameInput<FrameDual>& in, FrameDual* sigma) const = 0;
  virtual bool is_active() const = 0;  // its power is supplied, not dissipated
  virtual bool stores() const = 0;     // has stored()
  virtual TimeDual stored(Index element, const FrameInput<TimeDual>& in) const = 0;
  virtual double supplied(Index element, const FrameInput<double>& in) const = 0;
};

template <class Law>
class FrameForce final : public ForceElement {
 public:
  FrameForce(std::string name, Law law) : ForceElement(std::move(name)), law_(std::move(law)) {
    if constexpr (requires { law_.prepare(); }) law_.prepare();  // what it looks up once
  }

  const Law& law() const { return law_; }
  const char* type() const override { return Law::type; }
  Between frames() const override {
    if constexpr (requires { law_.frames(); }) return law_.frames();
    else return law_.between;
  }
  std::vector<StateInfo> states() const override {
    if constexpr (requires { law_.state_list(); }) return law_.state_list();
    return {};
  }
  std::vector<std::string> links() const override {
    if constexpr (requires { law_.link_list(); }) return law_.link_list();
    return {};
  }
  bool is_one_sided() const override {
    return requires { Law::is_one_sided; };
  }
  bool rests_on_Q() const override {
    return requires { Law::rests_on_Q; };
  }
  std::vector<std::string> switches() const override { return {}; }
  TimeBreaks time_breaks() const override {
    TimeBreaks breaks;
    if constexpr (requires { law_.list_breaks(breaks); }) law_.list_breaks(breaks);
    return breaks;
  }
  std::unique_ptr<FrameForceGroup> make_frame_group() const override;

 private:
  Law law_;
};

template <class Law>
class FrameForceGroupOf final : public FrameForceGroup {
 public:
  void add(const ForceElement& element) override {
    const auto* mine = dynamic_cast<const FrameForce<Law>*>(&element);
    expects(mine != nullptr, "a group holds forces of one type");
    laws_.push_back(mine->law());
  }
  Index size() const override { return static_cast<Index>(laws_.size()); }
  Wrench<double> act(Index e, const FrameInput<double>& in, double* sigma) const override {
    return law(e).act(in, sigma);
  }
  Wrench<FrameDual> act(Index e, const FrameInput<FrameDual>& in, FrameDual* sigma) const override {
    return law(e).act(in, sigma);
  }
  bool is_active() const override {
    return requires { Law::is_active; };
  }
  bool stores() const override {
    return requires(const Law& law, const FrameInput<TimeDual>& in) { law.stored(in); };
  }
  TimeDual stored(Index e, const FrameInput<TimeDual>& in) const override {
    if constexpr (requires { law(e).stored(in); }) return law(e).stored(in);
    else return {};
  }
  double supplied(Index e, const FrameInput<double>& in) const override {
    if constexpr (requires { law(e).supplied(in); }) return law(e).supplied(in);
    else return 0;
  }

 private:
  const Law& law(Index e) const { return laws_[e]; }
  std::vector<Law> laws_;
};

template <class Law>
std::unique_ptr<FrameForceGroup> FrameForce<Law>::make_frame_group() const {
  return std::make_unique<FrameForceGroupOf<Law>>();
}

}  // namespace daedalus
