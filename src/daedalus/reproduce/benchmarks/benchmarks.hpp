// benchmarks.hpp: mechanisms whose motion others have published, or that have a closed form: every method that is meant
// for a tolerance of 1e-7, in both formulations, beside digits that this program had no part in.
#pragma once

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

Paper make_benchmarks();

namespace benchmarks {

// A value of a channel at the end of the run.
struct Expected {
  std::string channel;
  double value;
};

struct Benchmark {
  std::string label, model, source;
  std::vector<OptionSetting> parameters;
  double t_end;  // s
  double rk4_h;  // s, a step for rk4, which has no error control
  std::vector<Expected> expected;
};

const std::vector<Benchmark>& all();
Account run(const ExperimentRunner& runner, const Benchmark& benchmark);

}  // namespace benchmarks
}  // namespace daedalus::reproduce
