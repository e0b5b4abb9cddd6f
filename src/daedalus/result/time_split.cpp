#include "daedalus/result/time_split.hpp"

namespace daedalus {

std::array<TimePart, 10> TimeSplit::parts() const {
  return {{{"start", start, "consistent start values, memory, first step size"},
           {"evaluation", evaluation, "of the equations, without tangents"},
           {"tangents", tangents, "of the equations, with tangents"},
           {"factorization", factorization, "of descriptor and Newton matrices"},
           {"solves", solves, "back substitution"},
           {"accelerations", accelerations, "by the formulation's own solver"},
           {"method", method, "the rest: stages, composition of matrices, error estimates, step control"},
           {"events", events, "finding them, and the consistent state there"},
           {"monitor", monitor, "residuals and energy"},
           {"output", output, "samples, files, checkpoints"}}};
}

double TimeSplit::total() const {
  double sum = 0;
  for (const TimePart& part : parts()) sum += part.seconds;
  return sum;
}

}  // namespace daedalus
