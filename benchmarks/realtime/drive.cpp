// drive.cpp: a vehicle driven in steps of 1 ms by the preset stiff-vehicle and nothing else, for tools that count
// instructions.
//
//   drive VEHICLE FORMULATION SECONDS
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "daedalus/analysis/start.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/model_file/model_file.hpp"

int main(int count, char** given) {
  using namespace daedalus;
  if (count != 4) {
    fmt::print(stderr, "drive VEHICLE FORMULATION SECONDS\n");
    return 2;
  }
  const double h = 1e-3;
  const Model model = read_model(std::string(DAEDALUS_MODELS_FOLDER) + "/vehicle/" + given[1] + ".yaml");
  const auto system = make_system(model, given[2]);
  Equations eq(*system);
  eq.times.sampler.stop();
  State x = find_start(*system).state, y = x;
  const auto method = make_method("rt-euler", {{"preset", "stiff-vehicle"}});
  method->start(eq, x, {});
  for (long k = 1; k <= std::lround(std::atof(given[3]) / h); ++k) {
    if (!method->step(eq, x, h, y).ok()) return 1;
    method->accept(x, y, h);
    std::swap(x, y);
    x.t = static_cast<double>(k) * h;
  }
  fmt::print("{} in {} coordinates, {} s\n", given[1], given[2], given[3]);
}
