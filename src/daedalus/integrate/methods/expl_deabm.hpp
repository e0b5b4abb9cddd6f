// expl_deabm.hpp: Adams PECE of variable order and step on independent coordinates.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/explicit/adams_history.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"

namespace daedalus {

struct ExplDeabmOptions {
  int max_order = AdamsHistory::max_order;
  PartitionOptions partition = {};

  template <class Visitor>
  void describe(Visitor&& v) {
    v("max_order", max_order, in_range(1, AdamsHistory::max_order), "highest order of the predictor");
    v("partition", partition);
  }
};

class ExplDeabm final : public Method {
 public:
  using Options = ExplDeabmOptions;
  explicit ExplDeabm(const Options& options = {})
      : Method(make_record(), list_options(options)), options_(options), partition_(options.partition) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override { partition_.report(report); }
  void exchange(Archive& archive) override;

  int order() const { return accepted_.k(); }  // of the predictor in the next step

 private:
  void forget_history(Equations& eq, const State& x);
  void write(const VecX& y, double t, State& x) const;
  void read_rates(const State& x, const VecX& sigma, VecX& rates) const;
  StepOutcome evaluate(Equations& eq, State& x, VecX& rates);
  double norm(const VecX& e) const;
  StepOutcome attempt(Equations& eq, const State& x, double h, int order, State& y);
  double choose_order_and_step(double h);

  Options options_;
  Tolerances tolerances_;
  StatePartition partition_;

  AdamsHistory accepted_, proposed_;
  bool starting_ = true, starting_next_ = true;  // orders rise and steps double until an error stops them
  Index nq_ = 0, ns_ = 0;
  VecX y_, p_, rates_, d_, sum_;  // (2 nq + ns): state, prediction, y', F(p) − predicted y'
  mutable VecX at_y_, at_rates_;
};

}  // namespace daedalus
