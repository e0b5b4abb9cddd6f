// law_function.hpp: makes a Function of a law that is written once for any scalar.
//
//   struct Law {
//     template <class S> S operator()(const S& x) const;   // S is double, Jet2<double> or Jet2<Jet2<double>>
//     std::string text() const;
//     std::vector<double> kinks() const;                   // may be left out: none
//     std::vector<double> turning_points() const;          // may be left out: the kinks
//     std::vector<RepeatingPoints> repeating_points() const;       // may be left out: none
//     std::vector<SwitchingFunction> switching_functions() const;  // may be left out: none
//     double call_cost() const;                                    // may be left out: 1
//   };
//
// The derivatives are exact. Along x + τ a Jet2 carries f, f' and f''; along (x + τ) + σ a Jet2 of Jet2 carries in its
// second derivative by σ the function f''(x + τ), that is f'', f''' and f''''.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/expects.hpp"
#include "daedalus/math/jet2.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

template <class Law>
class LawFunction final : public Function {
 public:
  explicit LawFunction(Law law) : law_(std::move(law)) {}

  double derivative(double x, int order) const override {
    using Inner = Jet2<double>;
    using Outer = Jet2<Inner>;
    const auto inner = [&] { return law_(Inner(x, 1, 0)); };
    const auto outer = [&] { return law_(Outer(Inner(x, 1, 0), Inner(1), Inner(0))); };
    switch (order) {
      case 0: return law_(x);
      case 1: return inner().first;
      case 2: return inner().second;
      case 3: return outer().second.first;
      case 4: return outer().second.second;
      default: expects(false, "a derivative of order 0 to 4"); return std::numeric_limits<double>::quiet_NaN();
    }
  }

  std::string text() const override { return law_.text(); }

  std::vector<double> kinks() const override {
    if constexpr (requires { law_.kinks(); }) return law_.kinks();
    else return {};
  }

  std::vector<double> turning_points() const override {
    if constexpr (requires { law_.turning_points(); }) return law_.turning_points();
    else return kinks();
  }

  std::vector<RepeatingPoints> repeating_points() const override {
    if constexpr (requires { law_.repeating_points(); }) return law_.repeating_points();
    else return {};
  }

  double call_cost() const override {
    if constexpr (requires { law_.call_cost(); }) return law_.call_cost();
    else return 1;
  }

  std::vector<SwitchingFunction> switching_functions() const override {
    if constexpr (requires { law_.switching_functions(); }) return law_.switching_functions();
    else return {};
  }

 private:
  Law law_;
};

template <class Law>
FunctionPtr make_function(Law law) {
  return std::make_shared<const LawFunction<Law>>(std::move(law));
}

}  // namespace daedalus
