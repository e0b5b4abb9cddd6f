// measure_rows.hpp: constraint rows on measures,  Σ w_k y_k − offset − u(t) = 0, folded into its period when it has
// one.
#pragma once

#include "daedalus/formulation/elements/measure_kinematics.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

class MeasureRows {
 public:
  void add(const Model& model, const BodyPlaces& places, const ConstraintRow& row, Index index);

  void keep(const std::vector<bool>& kept) {  // drops all other rows
    std::erase_if(rows_, [&](const Row& row) { return !kept[static_cast<std::size_t>(row.index)]; });
  }

  void collect(std::vector<Pattern::Entry>& jacobian, std::vector<Pattern::Entry>& stiffness);
  void find_slots(const Patterns& patterns);

  void add_rows(Want want, double t, const std::vector<BodyMotion>& motion, MotionLevel level, Evaluation& out,
                MeasureKinematics::Value& scratch) const;
  void add_reaction(const std::vector<BodyMotion>& motion, const VecX& lambda, VecX& r,
                    MeasureKinematics::Value& scratch) const;
  void add_reaction_tangent(const std::vector<BodyMotion>& motion, const VecX& lambda, StiffnessOf target, VecX& values,
                            LocalMatrix& scratch) const;

 private:
  struct Term {
    double weight = 1;
    MeasureKinematics measure;
  };
  struct Row {
    Index index = 0;
    LocalFrame frame;
    std::vector<Term> terms;
    double offset = 0, period = 0;
    FunctionPtr motion;
    RowSlots jacobian;
    BlockSlots stiffness, reaction;
  };
  std::vector<Row> rows_;
};

}  // namespace daedalus
