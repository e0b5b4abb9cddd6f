// tire_file.hpp: the slip law of a tire element from a .tir file: the Magic Formula with the slips of the elements,
// s_x = −V_sx/|V_x| and s_y = −V_sy/|V_x|, on the side of the vehicle it was measured for or mirrored.
#pragma once

#include <cmath>
#include <memory>

#include "daedalus/model/field.hpp"
#include "daedalus/model/tire/magic_formula.hpp"

namespace daedalus {

enum class Mounting { as_measured, mirrored };

struct TireFile {
  MagicFormulaPtr formula;  // none: the element has a law of its own
  Mounting mounting = Mounting::as_measured;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("tire_file", formula, Field{},
      "slip law from a .tir file (PAC2002); replaces both slip stiffnesses, and friction scales that of the file");
    v("mounting", mounting, Choices<Mounting>{{"as_measured", Mounting::as_measured}, {"mirrored", Mounting::mirrored}},
      "mirrored: the tire_file was measured for the other side of the vehicle");
  }
  bool is_given() const { return formula != nullptr; }

  void scale_friction(double factor) {
    if (!formula || factor == 1) return;
    MagicFormulaCoefficients scaled = formula->coefficients();
    scaled.LMUX *= factor;
    scaled.LMUY *= factor;
    formula = std::make_shared<const MagicFormula>(scaled);
  }

  template <class S>
  SlipForces<S> forces(const S& load, const S& s_x, const S& s_y, const S& sine_of_camber) const {
    using std::asin, std::atan;
    const double sign = mounting == Mounting::mirrored ? -1 : 1;
    constexpr double most = 0.99;  // a wheel that lies on its side: a run that is lost, but stays finite
    const double sine = value_of(sine_of_camber);
    const S camber = asin(sine > most ? S(most) : sine < -most ? S(-most) : sine_of_camber);
    SlipForces<S> f = (*formula)(load, s_x, S(-sign * atan(s_y)), S(sign * camber));
    f.F_y = sign * f.F_y;
    f.M_z = sign * f.M_z;
    return f;
  }
};

}  // namespace daedalus
