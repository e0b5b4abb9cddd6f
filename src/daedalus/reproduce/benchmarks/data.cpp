// data.cpp: the mechanisms and their digits.
//
// Simple pendulum and N-four-bar: IFToMM benchmarks A01 and A02 (Gonzalez, Dopico, Lugris, Cuadrado, Multibody Syst.
// Dyn. 16, 2006). The pendulum by elliptic functions; the N-four-bar by its parallelogram equation [(N+1)/3 + N] phi''
// = -g [(N+1)/2 + N] cos(phi), integrated with 30 digits. The middle of the first crank is half of its tip. EXUDYN's
// published values for N = 2 extrapolate to the same 8 digits.
// Heavy top: Brüls, Cardona, J. Comput. Nonlinear Dyn. 5 (2010); rotation-matrix form, 80-bit arithmetic, extrapolation
// of order 12; 15 digits.
// Seven-body mechanism and car axle: IVP Test Set (Mazzia, Magherini, release 2.4), recomputed with 20 and more digits.
#include "daedalus/reproduce/benchmarks/benchmarks.hpp"

namespace daedalus::reproduce::benchmarks {

const std::vector<Benchmark>& all() {
  static const std::vector<Benchmark> list = {
      {.label = "pendulum",
       .model = "pendulum",
       .source = "IFToMM A01, elliptic functions",
       .parameters = {},
       .t_end = 10,
       .rk4_h = 1e-3,
       .expected = {{"bob.x", 0.27508746257611686},
                    {"bob.y", -0.961419205099125064},
                    {"bob.vx", -4.17559810095172884},
                    {"bob.vy", -1.19474905456047527}}},
      {.label = "N-four-bar, N = 1",
       .model = "n_four_bar",
       .source = "IFToMM A02, parallelogram equation",
       .parameters = {{"N", "1"}},
       .t_end = 5,
       .rk4_h = 1e-3,
       .expected = {{"crank0.x", -0.944908186042953891 / 2},
                    {"crank0.y", -0.327335485318983461 / 2},
                    {"crank0.vx", -1.85893089126272456 / 2},
                    {"crank0.vy", 5.36611242967004178 / 2}}},
      {.label = "N-four-bar, N = 2",
       .model = "n_four_bar",
       .source = "IFToMM A02, parallelogram equation",
       .parameters = {{"N", "2"}},
       .t_end = 5,
       .rk4_h = 1e-3,
       .expected = {{"crank0.x", -0.811310461005107412 / 2},
                    {"crank0.y", -0.584615545348975548 / 2},
                    {"crank0.vx", -3.56911739719320919 / 2},
                    {"crank0.vy", 4.95310517131332697 / 2}}},
      {.label = "heavy top",
       .model = "heavy_top",
       .source = "Brüls, Cardona (2010), 80-bit solution",
       .parameters = {},
       .t_end = 0.5,
       .rk4_h = 5e-5,
       .expected = {{"top.x", -0.7024682970565856},
                    {"top.y", -0.0211651847019233},
                    {"top.z", -0.7114002576517344},
                    {"top.vx", -4.0449818925840638},
                    {"top.vy", 1.7742884793570368},
                    {"top.vz", 3.9414076227405900}}},
      {.label = "seven-body mechanism",
       .model = "andrews",
       .source = "IVP Test Set, Cartesian end values of another program, 80-bit arithmetic, 13 digits",
       .parameters = {},
       .t_end = 0.03,
       .rk4_h = 5e-6,
       .expected = {{"K2.x", -0.018446027217580666},
                    {"K2.y", -0.0013436814839758006},
                    {"K5.x", -0.05394793488853295},
                    {"K5.y", 0.017215285001876645},
                    {"K7.x", -0.06094135428600624},
                    {"K7.y", -0.0122910403736745},
                    {"K2.vx", 0.6410353248764535},
                    {"K2.vy", -4.670870865731395}}},
      {.label = "car axle",
       .model = "car_axle",
       .source = "IVP Test Set, minimal coordinates, 34 digits",
       .parameters = {},
       .t_end = 3,
       .rk4_h = 1e-4,
       .expected = {{"left.x", 0.049345578427524094},
                    {"left.y", 0.4969894602300081},
                    {"right.x", 1.0417425248854262},
                    {"right.y", 0.3739110272653658},
                    {"left.vx", -0.07705836840359208},
                    {"right.vx", 0.017556815753541736},
                    {"right.vy", 0.7703410437796011}}},
  };
  return list;
}

}  // namespace daedalus::reproduce::benchmarks
