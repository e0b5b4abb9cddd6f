#include <gtest/gtest.h>

#include "closed_form/independent_derivatives.hpp"
#include "daedalus/closed_form/circular_track.hpp"
#include "daedalus/closed_form/driven_pendulum.hpp"
#include "daedalus/closed_form/knife_edge.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/pendulum.hpp"
#include "daedalus/closed_form/polar_particle.hpp"
#include "daedalus/closed_form/quarter_car.hpp"
#include "daedalus/closed_form/stop_block.hpp"

namespace daedalus {
namespace {

// A law with every kind of row and with nothing by hand, so that the general paths of the adapter meet: a holonomic and
// a nonholonomic row that depend on time, a state that feeds back, M(q).
struct EverythingAtOnce {
  static constexpr int nq = 3, ng = 1, nw = 1, ns = 2;

  template <class S>
  Mat<S, 3, 3> mass(const S&, const Vec<S, 3>& q) const {
    using std::cos;
    return Mat<S, 3, 3>{{S(3.0), cos(q[1]), S(0.0)}, {cos(q[1]), 2.0 + q[0] * q[0], S(0.0)}, {S(0.0), S(0.0), S(1.0)}};
  }
  template <class S>
  Vec<S, 3> force(const S& t, const Vec<S, 3>& q, const Vec<S, 3>& v, const Vec<S, 2>& s) const {
    using std::sin;
    return {sin(t) * q[1] - v[0] * v[2], s[0] * q[2] * v[1], s[1] - q[0] * v[2] * v[2]};
  }
  template <class S>
  S potential(const S&, const Vec<S, 3>&) const {
    return S(0.0);
  }
  template <class S>
  Vec<S, 1> constraint(const S& t, const Vec<S, 3>& q) const {
    using std::exp, std::sin;
    return Vec<S, 1>{sin(q[0] * t) + exp(q[1]) * q[2] - t * t};
  }
  template <class S>
  Mat<S, 1, 3> nonholonomic(const S& t, const Vec<S, 3>& q) const {
    using std::cos, std::sin;
    return {cos(q[2]), sin(q[2]) * t, q[0] * q[1]};
  }
  template <class S>
  Vec<S, 1> nonholonomic_drift(const S& t, const Vec<S, 3>& q) const {
    using std::sin;
    return Vec<S, 1>{sin(t * q[1])};
  }
  template <class S>
  Vec<S, 2> sigma(const S& t, const Vec<S, 3>& q, const Vec<S, 3>& v, const Vec<S, 2>& s) const {
    return {s[1] * q[0] - t, v[2] * v[2] * s[0]};
  }
  std::vector<std::string> coordinates() const { return {"a", "b", "c"}; }
  std::vector<std::string> constraints() const { return {"holonomic", "nonholonomic"}; }
  std::vector<std::string> states() const { return {"s0", "s1"}; }
  State initial_guess() const {
    State x;
    x.q = x.v = x.a = VecX::Ones(3);
    x.lambda = x.s = VecX::Ones(2);
    return x;
  }
};

template <class Law_, std::unique_ptr<System> (*make_)()>
struct Case {
  using Law = Law_;
  static std::unique_ptr<System> make() { return make_(); }
};

template <class Case>
class SmallLaw : public ::testing::Test {
 protected:
  using Law = typename Case::Law;
  const std::unique_ptr<System> system = Case::make();
  const testing::Ranges ranges{.t = 3, .q = Law::nq == 1 ? 1.0 : 0.3};  // the block must reach its stop
};
using SmallLaws = ::testing::Types<Case<Pendulum, make_pendulum>, Case<PolarParticle, make_polar_particle>,
                                   Case<DrivenPendulum, make_driven_pendulum>, Case<CircularTrack, make_circular_track>,
                                   Case<SlidingKnifeEdge, make_knife_edge>, Case<QuarterCar, make_quarter_car>,
                                   Case<StopBlock, make_stop_block>>;
TYPED_TEST_SUITE(SmallLaw, SmallLaws);

TYPED_TEST(SmallLaw, DerivativesAreThoseOfTheComplexStep) {
  testing::expect_derivatives_are_exact<typename TypeParam::Law>(*this->system, this->ranges);
}
TYPED_TEST(SmallLaw, EnergyBalances) {
  testing::expect_energy_balance<typename TypeParam::Law>(*this->system, this->ranges);
}
TYPED_TEST(SmallLaw, MassIsSymmetricPositiveDefinite) {
  testing::expect_mass_is_positive_definite(*this->system, this->ranges);
}

TEST(LawSystem, DerivesEveryKindOfRow) {
  testing::expect_derivatives_are_exact<EverythingAtOnce>(LawSystem<EverythingAtOnce>("everything at once"), {});
}

}  // namespace
}  // namespace daedalus
