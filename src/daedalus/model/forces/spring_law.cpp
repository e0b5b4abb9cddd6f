#include "daedalus/model/forces/spring_law.hpp"

#include <cmath>

namespace daedalus {

double SpringLaw::integrate_elastic(double t, double to) const {
  constexpr int panels = 8;
  const double node = std::sqrt(0.6);  // Gauss-Legendre, three points
  const double half = to / (2 * panels);
  double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const double middle = (2 * i + 1) * half;
    sum += 5 * elastic(t, middle - node * half) + 8 * elastic(t, middle) + 5 * elastic(t, middle + node * half);
  }
  return sum * half / 9;
}

}  // namespace daedalus
