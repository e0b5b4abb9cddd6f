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
#pragma once

#include "daedalus/base/expects.hpp"
#include "daedalus/math/dual.hpp"
#include "daedalus/model/forces/force_element.hpp"

namespace daedalus {

inline constexpr int frame_dual_width = 32;  // 14 coordinates, 14 velocities, 4 states
inline constexpr int frame_dual_states = 4;
using FrameDual = Dual<double, frame_dual_width>;

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
  const S* s = nullptr;
  const InputValues* inputs = nullptr;  // of the run; none: their first values
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
  virtual Index states() const = 0;  // per element
  virtual Wrench<double> act(Index element, const FrameInput<double>& in, double* sigma) const = 0;
  virtual Wrench<FrameDual> act(Index element, const FrameInput<FrameDual>& in, FrameDual* sigma) const = 0;
  virtual bool is_active() const = 0;  // its power is supplied, not dissipated
};

template <class Law>
class FrameForce final : public ForceElement {
 public:
  static_assert(Law::states <= frame_dual_states, "a frame law has at most four states");
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
    if constexpr (Law::states > 0) return law_.state_list();
    return {};
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
  Index states() const override { return Law::states; }
  Wrench<double> act(Index e, const FrameInput<double>& in, double* sigma) const override {
    return law(e).act(in, sigma);
  }
  Wrench<FrameDual> act(Index e, const FrameInput<FrameDual>& in, FrameDual* sigma) const override {
    return law(e).act(in, sigma);
  }
  bool is_active() const override {
    return requires { Law::is_active; };
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
