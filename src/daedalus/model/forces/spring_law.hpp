// spring_law.hpp: the scalar law that springs, torsion springs and tires share. With elongation x = y − free, v = y',
//
//   F = preload + k x + c v + curve(x) + damper(v) + formula(x, v, t)        F > 0 pulls P and Q together
//
// `acts_in` makes it one-sided: a rope pulls only when x > 0, a contact pushes only when x < 0 and never holds.
#pragma once

#include <array>

#include "daedalus/math/zero_unless.hpp"
#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/measure_force.hpp"
#include "daedalus/model/functions/expression.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

enum class ActsIn { both, tension, compression };

// A formula in x, v and t; parameters of the model are numbers in it by then.
using FormulaPtr = std::shared_ptr<const Expression>;

struct SpringLaw {
  static constexpr int measures = 1, states = 0, switch_count = 1;
  double free = 0;  // y at rest
  double stiffness = 0, damping = 0, preload = 0;
  FunctionPtr curve, damper;
  FormulaPtr formula;
  ActsIn acts_in = ActsIn::both;
  SpringRate declared_rate = SpringRate::any;

  // Units are 'N' and 'm', or 'N m' and 'rad'.
  template <class Visitor>
  void describe_law(Visitor&& v, const char* stiffness_unit, const char* damping_unit, const char* force_unit) {
    v("stiffness", stiffness, Field{.unit = stiffness_unit}, "force per elongation");
    v("damping", damping, Field{.unit = damping_unit}, "force per rate of elongation");
    v("preload", preload, Field{.unit = force_unit}, "constant tension added to the other terms");
    v("curve", curve, Field{.unit = force_unit, .variable = "x"}, "elastic force as a function of the elongation x");
    v("damper", damper, Field{.unit = force_unit, .variable = "v"},
      "damping force as a function of the rate of elongation v");
    v("formula", formula, Field{.unit = force_unit},
      "additional force as an expression in x (elongation), v (its rate) and t");
    using enum ActsIn;
    v("acts_in", acts_in, Choices<ActsIn>{{"both", both}, {"tension", tension}, {"compression", compression}},
      "one-sided springs act only in tension (a rope) or only in compression (a contact)");
    v("rate", declared_rate, Choices<SpringRate>{{"any", SpringRate::any}, {"stiff", SpringRate::stiff}},
      "stiff: real-time methods that treat only springs implicitly are restricted to the springs declared stiff");
  }

  std::string complaint() const {
    const bool acts = stiffness != 0 || damping != 0 || preload != 0 || curve || damper || formula;
    return acts ? "" : "has no law: specify stiffness, damping, preload, curve, damper or formula.";
  }

  // As a measure law (measure_force.hpp).
  template <class S>
  void act(const MeasureInput<S>& in, const MeasureOutput<S>& out) const {
    out.force[0] = force(in.t, S(in.y[0] - free), in.y_dot[0]);
  }
  template <class S>
  S potential(const MeasureInput<S>& in) const {
    return potential(in.t, S(in.y[0] - free));
  }
  void list_breaks(TimeBreaks& breaks) const {
    if (formula) breaks.add(*formula, 2);  // t, after x and v
  }
  std::vector<std::string> switch_list() const {
    return acts_in == ActsIn::both ? std::vector<std::string>{} : std::vector<std::string>{"contact"};
  }
  void switching(const MeasureInput<double>& in, double* values) const { values[0] = in.y[0] - free; }

 protected:
  template <class S>
  S elastic(double t, const S& x) const {
    S force = preload + stiffness * x;
    if (curve) force += apply(*curve, x);
    if (formula) force += evaluate_formula(x, S(0.0), t);
    return force;
  }

  template <class S>
  S force(double t, const S& x, const S& v) const {
    // Where the spring does not act, the force at x = 0 is found and not used: contact changes the result, not the
    // cost.
    const bool is_active = is_active_at(value_of(x));
    const S bounded = zero_unless(is_active, x);
    S total = preload + stiffness * bounded + damping * v;
    if (curve) total += apply(*curve, bounded);
    if (damper) total += apply(*damper, v);
    if (formula) total += evaluate_formula(bounded, v, t);
    const bool holds = (acts_in == ActsIn::compression) & (value_of(total) > 0);
    return zero_unless(is_active & !holds, total);
  }

  // ∫ elastic dx from 0, by Gauss points in eight panels: exact for straight and cubic curves.
  template <class S>
  S potential(double t, const S& x) const {
    const double to = value_of(x);
    if (!is_active_at(to)) return S(0.0);
    double energy = to * (preload + 0.5 * stiffness * to);
    if (curve || formula) energy = integrate_elastic(t, to);
    return S::chain(energy, elastic(t, to), x);
  }

 private:
  bool is_active_at(double x) const {
    return (acts_in == ActsIn::both) | ((acts_in == ActsIn::tension) & (x > 0)) |
           ((acts_in == ActsIn::compression) & (x < 0));
  }

  template <class S>
  S evaluate_formula(const S& x, const S& v, double t) const {
    const std::array<S, 3> variables = {x, v, S(t)};
    return formula->template evaluate<S>(variables);
  }
  double integrate_elastic(double t, double to) const;
};

}  // namespace daedalus
