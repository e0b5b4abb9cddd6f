// local_block.hpp: the few coordinates an element touches, and where their derivatives go in the sparse matrices.
//
// An element sees up to four bodies. Each gives it seven local places: three translations in world axes, four rotation
// coordinates. Places without a coordinate (a planar body has no z) are simply not active. A body given by its twist
// uses six: three translations, three turns about the world axes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

inline constexpr Index places_per_body = 7;
inline constexpr Index max_bodies_per_element = 4;
inline constexpr Index max_places = places_per_body * max_bodies_per_element;

using BodyCoordinates = std::array<Index, places_per_body>;  // global coordinate of each place, or -1
using BodyPlaces = std::vector<BodyCoordinates>;             // of every body of a model

// For elements that are only asked for values.
inline BodyPlaces no_places(std::size_t bodies) {
  BodyCoordinates none;
  none.fill(-1);
  return BodyPlaces(bodies, none);
}

// The place of the angle of a planar body: its only rotation coordinate, or the turn about z of a body given by its
// twist.
inline Index angle_place(const BodyCoordinates& coordinates) { return coordinates[5] >= 0 ? 5 : 3; }

using LocalVector = std::array<double, static_cast<std::size_t>(max_places)>;
using LocalMatrix = Mat<double, max_places, max_places>;

// Which matrix the derivative of reactions is added to: r_q or reaction_q.
enum class StiffnessOf { residual, reaction };

class LocalFrame {
 public:
  // The first place of the body; −1 for a body without coordinates.
  Index place(Index body, const BodyCoordinates& coordinates) {
    bool moves = false;
    for (const Index c : coordinates) moves = moves || c >= 0;
    if (!moves) return -1;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
      if (bodies_[k] == body) return static_cast<Index>(k) * places_per_body;
    bodies_.push_back(body);
    const Index first = static_cast<Index>(bodies_.size() - 1) * places_per_body;
    for (Index i = 0; i < places_per_body; ++i)
      if (coordinates[i] >= 0) active_.push_back({first + i, coordinates[i]});
    return first;
  }

  struct Active {
    Index place = 0, coordinate = 0;
  };
  std::span<const Active> active() const { return active_; }
  Index size() const { return static_cast<Index>(bodies_.size()) * places_per_body; }

 private:
  std::vector<Index> bodies_;
  std::vector<Active> active_;
};

// Entries of one sparse matrix that a local row or block is added to.
class RowSlots {
 public:
  void collect(Index row, const LocalFrame& frame, std::vector<Pattern::Entry>& entries) const {
    for (const auto& a : frame.active()) entries.push_back({row, a.coordinate});
  }
  void find(Index row, const LocalFrame& frame, const Pattern& pattern) {
    slots_.clear();
    for (const auto& a : frame.active()) slots_.push_back(pattern.find(row, a.coordinate));
  }
  void add(const LocalFrame& frame, const double* local, double factor, VecX& values) const {
    std::size_t k = 0;
    for (const auto& a : frame.active()) values[slots_[k++]] += factor * local[a.place];
  }

 private:
  std::vector<Index> slots_;
};

class BlockSlots {
 public:
  // `occupied(i, j)` says whether the local place (i, j) can be nonzero.
  template <class Occupied>
  void collect(const LocalFrame& frame, Occupied occupied, std::vector<Pattern::Entry>& entries) {
    places_.clear();
    coordinates_.clear();
    for (const auto& b : frame.active())
      for (const auto& a : frame.active())
        if (occupied(a.place, b.place)) {
          places_.push_back({a.place, b.place});
          coordinates_.push_back({a.coordinate, b.coordinate});
          entries.push_back({a.coordinate, b.coordinate});
        }
  }
  void find(const Pattern& pattern) {
    slots_.clear();
    for (const auto& c : coordinates_) slots_.push_back(pattern.find(c.row, c.col));
  }
  void add(const LocalMatrix& local, VecX& values) const {
    for (std::size_t k = 0; k < slots_.size(); ++k) values[slots_[k]] += local(places_[k].row, places_[k].col);
  }
  std::span<const Pattern::Entry> places() const { return places_; }

 private:
  std::vector<Pattern::Entry> places_, coordinates_;
  std::vector<Index> slots_;
};

inline void add_to(const LocalFrame& frame, const double* local, double factor, VecX& vector) {
  for (const auto& a : frame.active()) vector[a.coordinate] += factor * local[a.place];
}

}  // namespace daedalus
