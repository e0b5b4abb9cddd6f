// corrector_matrix.hpp: the matrix of an implicit step as a declared table: which block stands in which rows and
// columns, times what.
//
//   {&Evaluation::r_q, motion, motion, bq}        adds bq r_q where the rows `motion` meet the columns `motion`
//
// Pattern and places are found once, from the table; from then on composing is one straight loop per line, in the order
// of the table. A line with `identity` for a block has ones on the diagonal: of the unknowns themselves, as the rates
// of first-order states, and of the multipliers of redundant rows that are left out, whose blocks are zero and which
// are 0 then: Part::left_out().
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

// The k-th number that compose() is given, times a factor; number 0 is 1.
struct MatrixCoefficient {
  std::size_t number = 0;
  double factor = 1;
  constexpr MatrixCoefficient operator-() const { return {number, -factor}; }
};

class CorrectorMatrix {
 public:
  // Where the rows or columns of a block are in the matrix; -1: that one is left out.
  class Part {
   public:
    Part(Index first, Index count);                                  // one after the other
    Part(std::vector<Index> places) : places_(std::move(places)) {}  // as listed
    Part only(Index first, Index count) const;                       // of these, the others are left out
    // of count rows from `first` only those that are redundant
    static Part left_out(const std::vector<Index>& rows, Index first, Index count);

    std::span<const Index> places() const { return places_; }
    Index size() const { return static_cast<Index>(places_.size()); }
    std::optional<Index> first() const;  // where the places follow each other

   private:
    std::vector<Index> places_;
  };

  using Coefficient = MatrixCoefficient;
  static constexpr Coefficient one{};

  using Block = SparseMatrix Evaluation::*;
  static constexpr Block identity = nullptr;
  struct Line {
    Block block;
    Part rows, cols;
    Coefficient times;
    Orientation orientation = Orientation::as_is;
    std::size_t source = 0;  // which of the evaluations that compose() is given
  };
  // A block whose values are added by hand, add_values().
  struct Given {
    Pattern pattern;
    Part rows, cols;
  };

  // allocates
  void start(const Layout& layout, Index size, const std::vector<Line>& table, const std::vector<Given>& given = {});
  const Pattern& pattern() const { return *matrix_->matrix().pattern; }
  const SparseMatrix& matrix() const { return matrix_->matrix(); }

  // All lines at once, or one source after the other between begin() and matrix(). The first coefficient given is
  // number 1.
  const SparseMatrix& compose(std::initializer_list<double> coefficients,
                              std::initializer_list<const Evaluation*> sources);
  void begin(std::initializer_list<double> coefficients);
  void add(std::size_t source, const Evaluation& values);
  void add_values(std::size_t given, double factor, const VecX& values);

 private:
  struct Placed {
    Block block;
    ComposedMatrix::Block place;
    Coefficient times;
    std::size_t source;
  };
  double value_of(const Coefficient& c) const { return c.factor * coefficients_[c.number]; }

  std::optional<ComposedMatrix> matrix_;
  std::vector<Placed> lines_;
  std::vector<ComposedMatrix::Block> given_;
  std::vector<double> coefficients_;
};

}  // namespace daedalus
