// scheme_method.hpp: a method that is a scheme with coefficients: several methods share one scheme, each has its own
// options and record.
//
//   struct Definition {
//     using Options = ...;
//     static MethodRecord make_record();
//     static Scheme make_scheme(const Options&);
//     static std::vector<std::string> concerns(double h);      may be left out: Method::concerns
//   };
#pragma once

#include "daedalus/integrate/method.hpp"

namespace daedalus {

template <class Definition>
class SchemeMethod final : public Method {
 public:
  using Options = typename Definition::Options;
  explicit SchemeMethod(const Options& options = {})
      : Method(make_record(), list_options(options)), scheme_(Definition::make_scheme(options)) {}
  static MethodRecord make_record() { return Definition::make_record(); }

  std::vector<std::string> concerns(double h) const override {
    if constexpr (requires { Definition::concerns(h); }) return Definition::concerns(h);
    else return Method::concerns(h);
  }
  void start(Equations& eq, const State& x, const Tolerances& tolerances) override { scheme_.start(eq, x, tolerances); }
  void restart(Equations& eq, const State& x, const Tolerances&) override { scheme_.restart(eq, x); }
  StepOutcome step(Equations& eq, const State& x, double h, State& y) override { return scheme_.step(eq, x, h, y); }
  void accept(const State& x, const State& y, double h) override { scheme_.accept(x, y, h); }
  void interpolate(const State& x, const State& y, double theta, State& at) const override {
    scheme_.interpolate(x, y, theta, at);
  }
  void report(Report& report) const override { scheme_.report(report); }
  void exchange(Archive& archive) override { scheme_.exchange(archive); }

 private:
  decltype(Definition::make_scheme(Options{})) scheme_;
};

}  // namespace daedalus
