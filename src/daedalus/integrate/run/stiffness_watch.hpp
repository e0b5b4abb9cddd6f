// stiffness_watch.hpp: whether the steps of a run are limited by stability or by accuracy.
//
// An explicit method is stable as long as h |λ| stays below its limit for every eigenvalue λ of the equations. Where the
// mode of the largest one is damped it has long died out, and a method that follows the motion alone could take longer
// steps: h |λ| then hovers at the limit whatever the tolerance. An accurate step is far below it, because nothing that
// moves with three steps per period is accurate. The other way round, an implicit method whose h |λ| stays small pays
// for a stability that it does not need.
//
// From time to time the mean step since the last look is compared with 1/|λ| (spectral_radius.hpp). The equations are
// those of the observers: watching does not change a run.
#pragma once

#include <optional>
#include <string>

#include "daedalus/integrate/method_record.hpp"
#include "daedalus/integrate/shared/spectral_radius.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

class StiffnessWatch {
 public:
  StiffnessWatch(const MethodRecord& record, const Layout& layout) : record_(record) { radius_.resize(layout); }

  // The run begins, or goes on after a jump: steps before it say nothing.
  void start(const State& x);

  // A step was accepted and ended at x. What there is to say, when it is found: once.
  std::optional<std::string> observe(Equations& eq, const State& x);

  // Why a fixed step of an explicit method fails where it is too long, and what would do; "" where it is not.
  std::string explain(Equations& eq, const State& x, double h);

  void report(Report& report) const;  // after the method's own
  void exchange(Archive& archive);

 private:
  bool is_explicit() const { return record_.stability.real_limit < Stability::unlimited; }

  const MethodRecord& record_;
  SpectralRadius radius_;
  double t_look_ = 0;  // s, of the last look
  long steps_ = 0;     // since then
  long wait_ = 0;      // steps from one look to the next
  long looks_ = 0;
  long at_limit_ = 0;     // looks in a row with steps at the stability limit
  double largest_ = 0;    // h |λ| of any look
  double at_notice_ = 0;  // h |λ| when it was said; 0: it was not
  double t_notice_ = 0;   // s
};

}  // namespace daedalus
