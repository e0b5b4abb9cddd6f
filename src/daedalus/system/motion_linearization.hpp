// motion_linearization.hpp: a formulation's own way through the matrix of an implicit step, when it knows a better one
// than to form M, r_q, r_v, … and to factorize what they make.
//
// What is linearized is the answer of the equations of motion to changes of q, v, a and s at fixed λ:
//
//   motion   M δa + r_q δq + r_v δv + r_s δs
//   rates    σ_q δq + σ_v δv + σ_s δs
//   rows     G δv + (G v + g_t)_q δq   or   G δa + (G a − γ)_q δq + (G a − γ)_v δv
//
// and the matrix J(bq, bv) is that of δq = bq x, δv = bv x, δa = x, δs = bv c and δλ, for the unknowns (x, c, δλ):
//
//   [ M + bq r_q + bv r_v         bv r_s       Gᵀ ]
//   [ −bq σ_q − bv σ_v          I − bv σ_s        ]
//   [ G over W + bq/bv (W v + w)_q                ]        or   G + bq (G a − γ)_q + bv (G a − γ)_v
#pragma once

#include <memory>
#include <vector>

#include "daedalus/base/archive.hpp"
#include "daedalus/base/input_values.hpp"
#include "daedalus/linalg/factors.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

enum class ConstraintRows { positions, accelerations };  // of the holonomic constraints
enum class RowLevel { velocities, accelerations };

// None where there is no change, nothing where the answer is not wanted. Answers are added.
struct MotionChange {
  struct Part {
    const VecX* direction = nullptr;
    double times = 1;
    explicit operator bool() const { return direction != nullptr; }
  };
  Part q = {}, v = {}, a = {}, s = {};
};
struct MotionResponse {
  VecX *motion = nullptr, *rates = nullptr, *rows = nullptr;
  RowLevel level = RowLevel::velocities;
};

class MotionLinearization;

// Factors of J for one choice of rows. They stay valid when the linearization moves on.
class MotionFactors : public Factors {
 public:
  // Allocates the first time.
  virtual FactorStatus factorize(const MotionLinearization& at, double bq, double bv) = 0;
};

class MotionLinearization {
 public:
  virtual ~MotionLinearization() = default;

  // At x, with these values of inputs. Does not allocate.
  virtual void evaluate(const State& x, const InputValues& inputs) = 0;
  virtual void respond(const MotionChange& change, const MotionResponse& response) = 0;

  // Rows that are dropped have a one on the diagonal. `this` need not outlive them.
  virtual std::unique_ptr<MotionFactors> make_factors(ConstraintRows rows, const std::vector<Index>& dropped) const = 0;

  // Saves where it was evaluated, or evaluates there again: the same bits.
  virtual void exchange(Archive& archive) = 0;
};

}  // namespace daedalus
