// function.hpp: a scalar function of one variable with its derivatives, for motions given in time, for characteristics
// of springs and motors, for tabulated data.
//
//   const double speed = f.derivative(t, 1);
//   const Jet2<double> along_motion = apply(f, x);        // f(x), f(x)' and f(x)'' for a given x, x', x''
//
// On a Dual or a Jet2 the chain rule asks for the next one or two derivatives:
//   f(x)  with x = x₀ + Σ xᵢεᵢ           is  f(x₀) + f'(x₀) Σ xᵢεᵢ
//   f(x)' = f'(x) x',  f(x)'' = f''(x) x'² + f'(x) x''
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/input_values.hpp"
#include "daedalus/math/dual.hpp"
#include "daedalus/math/jet2.hpp"

namespace daedalus {

using SwitchingFunction = std::function<double(double)>;

struct RepeatingPoints {
  std::vector<double> at;  // ascending; and each of them plus k·period, for all whole k
  double period = 1;
  int order = 1;  // of the lowest derivative that may jump there
};

class Function {
 public:
  static constexpr int max_order = 4;

  virtual ~Function() = default;

  // Exact, for orders 0 (the value) to max_order. Where a derivative jumps it is one of the two sides'.
  virtual double derivative(double x, int order) const = 0;

  // The value at time t of a run with these inputs, or with their first values: what loads, targets and commands ask
  // for.
  virtual double at(double t, const InputValues* /*inputs*/) const { return derivative(t, 0); }

  // One line that says what the function is.
  virtual std::string text() const = 0;

  // The abscissae where a derivative of order 0, 1 or 2 jumps, in rising order, or that are not to be stepped over for
  // another reason: an integrator wants to stop there.
  // Functions given by a formula do not find theirs.
  virtual std::vector<double> kinks() const { return {}; }

  // For functions of time: the kinks, and all else that a long step could pass over unseen, such as the points of a
  // table; ascending.
  virtual std::vector<double> turning_points() const { return kinks(); }
  // Those that come again and again, of a periodic table.
  virtual std::vector<RepeatingPoints> repeating_points() const { return {}; }
  // Further ones are the zeros of these, functions of the same variable.
  virtual std::vector<SwitchingFunction> switching_functions() const { return {}; }

  // Evaluations of functions behind one of its fourth derivatives, at most: more than 1 for formulas that call others.
  virtual double call_cost() const { return 1; }
};

using FunctionPtr = std::shared_ptr<const Function>;

// The derivative of the given order at x, for x double, Dual, Jet2 or a nest of these.
inline double apply(const Function& f, double x, int order = 0) { return f.derivative(x, order); }

template <class T, int N>
Dual<T, N> apply(const Function& f, const Dual<T, N>& x, int order = 0);

template <class T>
Jet2<T> apply(const Function& f, const Jet2<T>& x, int order = 0) {
  return Jet2<T>::chain(apply(f, x.value, order), apply(f, x.value, order + 1), apply(f, x.value, order + 2), x);
}

template <class T, int N>
Dual<T, N> apply(const Function& f, const Dual<T, N>& x, int order) {
  return Dual<T, N>::chain(apply(f, x.value, order), apply(f, x.value, order + 1), x);
}

}  // namespace daedalus
