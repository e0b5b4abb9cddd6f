// rt_midpoint.hpp: the half-explicit midpoint rule: order 2 on the index-2 equations with fixed cost and without
// tangents.
#pragma once

#include "daedalus/integrate/fixed_cost/fixed_projection.hpp"
#include "daedalus/integrate/fixed_cost/linear_implicit_matrix.hpp"
#include "daedalus/integrate/method.hpp"
#include "daedalus/result/report.hpp"

namespace daedalus {

enum class RtMidpointProjection { off, on };

struct RtMidpointOptions {
  RtMidpointProjection projection = RtMidpointProjection::on;

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum RtMidpointProjection;
    v("projection", projection, Choices<RtMidpointProjection>{{"off", off}, {"on", on}},
      "one Newton step of the positions to the constraints");
  }
};

class RtMidpoint final : public Method {
 public:
  using Options = RtMidpointOptions;
  explicit RtMidpoint(const Options& options = {}) : Method(make_record(), list_options(options)), options_(options) {}
  static MethodRecord make_record();

  void start(Equations& eq, const State& x, const Tolerances& tolerances) override;
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override;
  void accept(const State&, const State&, double) override {}
  void interpolate(const State& x, const State& y, double theta, State& at) const override;
  void report(Report& report) const override { report.corrector = matrix_.report(); }
  void exchange(Archive& archive) override { matrix_.exchange(archive); }

 private:
  StepStatus solve_stage(Equations& eq, const State& at, const State& x, const VecX& q, double t, double h);

  Options options_;
  LinearImplicitMatrix matrix_;  // M, bordered
  FixedProjection projection_;
  State middle_, seen_;            // the second stage; where a velocity has to fit
  VecX dv_, ds_, rows_, no_rows_;  // right sides, then the increments
};

}  // namespace daedalus
