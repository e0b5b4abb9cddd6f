// value_of.hpp: the plain number inside a scalar, for decisions (which branch, which sign) in code that is written once
// for double, Dual, Jet2 and, in tests, for the complex step. Dual and Jet2 add their own overloads.
#pragma once

#include <complex>

namespace daedalus {

constexpr double value_of(double x) { return x; }
inline double value_of(const std::complex<double>& x) { return x.real(); }  // the imaginary part carries a derivative

}  // namespace daedalus
