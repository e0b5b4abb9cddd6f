// pacer.hpp: wakes at the ticks of a grid on the wall clock, and decides what happens when a tick was not done before
// the next one began.
//
//   tick k begins at   T_k = T_0 + k p   and has to be done at   T_{k+1};   T_0 is when begin() is called
//
// It was not, and is done at T > T_{k+1}: an overrun. Then
//   stop      the run ends there
//   skip      the ticks whose beginning has passed are dropped; the next is the first T_j >= T. Model time falls behind
//             by the dropped ticks
//   stretch   the grid moves: the next tick begins at T, the others p after each other. Model time falls behind by T -
//             T_{k+1}
#pragma once

#include "daedalus/realtime/clock.hpp"

namespace daedalus {

enum class OverrunPolicy { stop, skip, stretch };
const char* text_of(OverrunPolicy policy);

struct TickEnd {
  Nanoseconds late = 0;   // behind the deadline; 0: in time
  long skipped = 0;       // ticks dropped
  Nanoseconds shift = 0;  // of the grid
  bool overrun() const { return late > 0; }
};

class Pacer {
 public:
  // period in ns
  Pacer(Clock& clock, double period, OverrunPolicy policy) : clock_(clock), period_(period), policy_(policy) {}

  void begin();
  Nanoseconds wait();  // sleeps until the tick begins; how much later than that it woke
  TickEnd finish();    // the work of the tick is done: the next tick is chosen

  Nanoseconds begun_at() const { return tick(k_); }  // where the tick lies on the grid

 private:
  Nanoseconds tick(std::int64_t k) const;

  Clock& clock_;
  double period_;
  OverrunPolicy policy_;
  Nanoseconds origin_ = 0;
  std::int64_t k_ = 0;
};

}  // namespace daedalus
