// range_watch.hpp: notices that a run has left the range of a table, to be said once when the run is over.
//
//   RangeWatch watch;                                    // of this thread, while it lives
//   ... integrate ...
//   for (const std::string& note : watch.notes()) ...
//
// A table inside its range knows nothing of it. Trial states of a step do not count: a formulation lets an evaluation
// count (RangeWatch::Counting) that is made for accepted states only.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace daedalus {

enum class Beyond { silent, said, refused };

struct TableRange {
  std::string name;  // what messages call the table
  double low = 0, high = 0;
  Beyond beyond = Beyond::silent;
};

class RangeWatch {
 public:
  RangeWatch();
  ~RangeWatch();
  RangeWatch(const RangeWatch&) = delete;
  RangeWatch& operator=(const RangeWatch&) = delete;

  // One sentence for each table that was extrapolated without being told to be.
  std::vector<std::string> notes() const;
  // Why a run may have failed: the tables that were asked for values they refuse.
  std::vector<std::string> refusals() const;

  // Called by a table outside of its range.
  static void note(const TableRange& range, double x);

  class Counting {
   public:
    explicit Counting(bool counts);
    ~Counting();
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

   private:
    RangeWatch* watch_;
    bool before_ = false;
  };

 private:
  struct Left {
    const TableRange* range = nullptr;
    double lowest = 0, highest = 0;
  };
  static constexpr std::size_t most = 32;  // tables that are spoken of

  RangeWatch* outer_;
  bool counts_ = false;
  std::array<Left, most> left_ = {};
  std::size_t count_ = 0;
};

}  // namespace daedalus
