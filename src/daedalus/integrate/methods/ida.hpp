// ida.hpp: SUNDIALS IDA as a method, on the stabilized index-2 equations of motion.
#pragma once

#include "daedalus/integrate/external/ida_solver.hpp"
#include "daedalus/integrate/method.hpp"

namespace daedalus {

struct IdaOptions {
  int max_order = 5;
  double first_step = 100;
  IdaMatrix matrix = IdaMatrix::klu;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("max_order", max_order, in_range(1, 5), "highest order");
    v("first_step", first_step, positive(),
      "first step at the start and after an event, in units of a cautious one of order 1; the error test cuts it");
    v("matrix", matrix, Choices<IdaMatrix>{{"klu", IdaMatrix::klu}, {"dense", IdaMatrix::dense}},
      "how SUNDIALS solves linear systems: sparse (KLU, AMD ordering) or dense");
  }
};

class Ida final : public Method {
 public:
  using Options = IdaOptions;
  explicit Ida(const Options& options = {}) : Method(make_record(), list_options(options)), options_(options) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  void restart(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State& x, const State& y, double h) override;
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override;
  void exchange(Archive& archive) override;

  int order() const { return solver_.order(); }  // of the last step
  IdaCounts counts() const { return solver_.counts(); }

 private:
  double choose_first_step(Equations& eq, const State& x, double h) const;

  Options options_;
  Tolerances tolerances_;
  IdaSolver solver_;
  bool continues_ = false;  // IDA's history belongs to from_
  State from_;              // where IDA's last step began, until that is accepted; then where it ended
  bool is_ahead_ = false;   // that step has not been accepted yet
  bool was_restored_ = false;
};

}  // namespace daedalus
