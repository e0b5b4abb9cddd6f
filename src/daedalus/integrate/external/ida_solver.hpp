// ida_solver.hpp: the equations of motion integrated by SUNDIALS IDA in the stabilized index-2 form of Gear, Gupta and
// Leimkuhler, with y = (q, v, λ, μ, s):
//
//   0 = q' − v + G_hᵀ μ,    0 = M v' + Gᵀ λ − f,    0 = G v + g_t over W v + w,    0 = g,    0 = s' − σ
//
// The Jacobian F_y + c F_y' is composed from our exact tangents and factorized by KLU with its AMD ordering. λ and μ are
// out of the error test: they are index-2 variables. Rows that are redundant read 0 = λ_i and 0 = μ_i. Multipliers are in
// units of their size at the start: in newtons the pivots of KLU are so far apart that SUNDIALS takes most matrices for
// ill-conditioned and orders them anew.
//
// This header knows nothing of SUNDIALS. Where that was missing at build time, ida_solver_missing.cpp stands in.
#pragma once

#include <memory>
#include <string_view>

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/integrate/outcome.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

enum class IdaMatrix { klu, dense };

// Where the equations change branch, at zeros of their switching functions.
enum class IdaRoots { none, switches };  // not told; found by IDA, which ends a step there

struct IdaSetup {
  int max_order = 5;
  IdaMatrix matrix = IdaMatrix::klu;
  IdaRoots roots = IdaRoots::none;
};

struct IdaCounts {
  long steps = 0, error_test_failures = 0, residuals = 0, jacobians = 0, iterations = 0;
};

class IdaSolver {
 public:
  // How to get it where it is missing; "" where it is there.
  static std::string_view how_to_get_it();

  IdaSolver();
  ~IdaSolver();

  // Sizes everything for these equations. Allocates, as restart() and steps may.
  void start(Equations& eq, const State& x, const Tolerances& tolerances, const IdaSetup& setup = {});

  // Goes on from x without history, with a first step of at most h.
  void restart(Equations& eq, const State& x, double h);

  // One step of its own length, as accepted by its own error test, that ends at t_stop at the latest.
  StepStatus advance(Equations& eq, double t_stop);

  double t() const;         // reached
  double next_h() const;    // s, it will try next
  bool found_root() const;  // where the last step ended
  int order() const;        // of the last step
  void read(State& y) const;
  void interpolate(double t, State& at) const;  // q, v and s inside the last step
  IdaCounts counts() const;                     // since the last start()

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace daedalus
