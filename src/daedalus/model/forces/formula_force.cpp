#include "daedalus/model/forces/formula_force.hpp"

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

bool is_same_measure(const Measure& a, const Measure& b) {
  return a.kind == b.kind && a.P == b.P && a.Q == b.Q && a.i == b.i && a.j == b.j;
}

std::size_t place_in(const std::vector<Measure>& all, const Measure& y) {
  std::size_t k = 0;
  while (k < all.size() && !is_same_measure(all[k], y)) ++k;
  return k;
}

}  // namespace

std::vector<Measure> FormulaForce::measures() const {
  std::vector<Measure> all = {acts_on.measure};
  for (const MeasureFormula::Variable& v : formula.variables)
    if (place_in(all, v.of.measure) == all.size()) all.push_back(v.of.measure);
  return all;
}

template <int count>
ForcePtr FormulaForce::make_of(std::string name) const {
  const std::vector<Measure> all = measures();
  expects(all.size() == count && formula.variables.size() <= most_names_of_formula, "complaint() was asked");
  FormulaForceOf<count> law;
  for (std::size_t k = 0; k < count; ++k) law.along[k] = all[k];
  law.expression = formula.expression;
  for (const MeasureFormula::Variable& v : formula.variables)
    law.variables.push_back({static_cast<int>(place_in(all, v.of.measure)), v.is_rate});
  return std::make_shared<MeasureForce<FormulaForceOf<count>>>(std::move(name), std::move(law));
}

ForcePtr FormulaForce::make_element(std::string name) const {
  switch (measures().size()) {
    case 1: return make_of<1>(std::move(name));
    case 2: return make_of<2>(std::move(name));
    case 3: return make_of<3>(std::move(name));
    default: return make_of<most_measures_of_formula>(std::move(name));
  }
}

}  // namespace daedalus
