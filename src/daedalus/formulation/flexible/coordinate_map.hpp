// coordinate_map.hpp: y = T q with a constant sparse T, and what becomes of vectors and matrices.
//
//   vectors     y = T q, q-forces = Tᵀ (y-forces)
//   matrices    Tᵀ X T (mass, stiffness), X T (rows by coordinates), Tᵀ X (coordinates by states)
// Where every entry goes is found once; afterwards it is one loop over a list of products.
#pragma once

#include <vector>

#include "daedalus/linalg/sparse_matrix.hpp"

namespace daedalus {

class CoordinateMap {
 public:
  struct Term {
    Index col = 0;
    double weight = 1;
  };
  explicit CoordinateMap(std::vector<std::vector<Term>> rows, Index cols);

  Index rows() const { return static_cast<Index>(rows_.size()); }
  Index cols() const { return cols_; }
  const std::vector<Term>& row(Index i) const { return rows_[i]; }

  void apply(const VecX& q, VecX& y) const;             // y = T q
  void apply_transposed(const VecX& y, VecX& q) const;  // q = Tᵀ y

 private:
  std::vector<std::vector<Term>> rows_;
  Index cols_;
};

// Which sides of a matrix are coordinates.
enum class Mapped { both, rows, columns };

// The entries of the mapped matrix.
std::vector<Pattern::Entry> mapped_entries(const CoordinateMap& T, const Pattern& from, Mapped sides);

// Writes a mapped matrix.
class MatrixMap {
 public:
  MatrixMap() = default;
  MatrixMap(const CoordinateMap& T, const Pattern& from, const Pattern& to, Mapped sides);
  void apply(const VecX& from, VecX& to) const;  // to = ..., all of it

 private:
  struct Product {
    Index from, to;
    double weight;
  };
  std::vector<Product> products_;
};

}  // namespace daedalus
