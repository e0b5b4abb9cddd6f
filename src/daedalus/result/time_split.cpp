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
    {"start", &TimeSplit::start, "consistent initial values, allocation, initial step size"},
    {"evaluation", &TimeSplit::evaluation, "equations without tangents"},
    {"tangents", &TimeSplit::tangents, "equations with tangents"},
    {"factorization", &TimeSplit::factorization, "descriptor and Newton matrices"},
    {"solves", &TimeSplit::solves, "back substitution"},
    {"accelerations", &TimeSplit::accelerations, "by the formulation's own solver, from evaluation to solution"},
    {"method", &TimeSplit::method, "remaining: stages, matrix composition, error estimates, step control"},
    {"events", &TimeSplit::events, "event location and consistent states"},
    {"monitor", &TimeSplit::monitor, "residuals and energy"},
    {"output", &TimeSplit::output, "samples, files, checkpoints, callbacks"},
    {"waiting", &TimeSplit::waiting, "time the thread was not running"},
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
