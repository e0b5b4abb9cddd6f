#include "daedalus/result/time_split.hpp"

#include <algorithm>

namespace daedalus {
namespace {

struct Row {
  const char* name;
  double TimeSplit::*seconds;
  const char* meaning;
};

constexpr std::array<Row, 11> table = {{
    {"start", &TimeSplit::start, "consistent start values, memory, first step size"},
    {"evaluation", &TimeSplit::evaluation, "of the equations, without tangents"},
    {"tangents", &TimeSplit::tangents, "of the equations, with tangents"},
    {"factorization", &TimeSplit::factorization, "of descriptor and Newton matrices"},
    {"solves", &TimeSplit::solves, "back substitution"},
    {"accelerations", &TimeSplit::accelerations, "by the formulation's own solver: evaluation to solution in one"},
    {"method", &TimeSplit::method, "the rest: stages, composition of matrices, error estimates, step control"},
    {"events", &TimeSplit::events, "finding them, and the consistent state there"},
    {"monitor", &TimeSplit::monitor, "residuals and energy"},
    {"output", &TimeSplit::output, "samples, files, checkpoints, callbacks"},
    {"waiting", &TimeSplit::waiting, "the processor did something else"},
}};

}  // namespace

std::array<TimePart, 11> TimeSplit::parts() const {
  std::array<TimePart, 11> list = {};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {table[i].name, this->*table[i].seconds, table[i].meaning};
  return list;
}

double TimeSplit::total() const {
  double sum = 0;
  for (const Row& row : table) sum += this->*row.seconds;
  return sum;
}

TimeSplit make_time_split(const TimeSplit& clock, double whole, double wall_seconds, double cpu_seconds) {
  TimeSplit split = clock;
  split.method = split.waiting = 0;
  const double all = std::max(whole, split.total());
  for (const Row& row : table) split.*row.seconds *= all > 0 ? wall_seconds / all : 0;
  const double rest = std::max(0.0, wall_seconds - split.total());
  split.waiting = std::clamp(wall_seconds - cpu_seconds, 0.0, rest);
  split.method = rest - split.waiting;
  return split;
}

}  // namespace daedalus
