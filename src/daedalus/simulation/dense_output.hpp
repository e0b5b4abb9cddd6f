// dense_output.hpp: the motion of a run between its steps, kept for later: at any t, as often as wanted.
//
//   DenseOutput dense;
//   run(mechanism, {.on_segment = [&](const Integration& i, double t_to) { dense.add(i, t_to); }});
//   dense.evaluate(0.123, x);
//
// Each step is kept as the values of the method's own interpolant at six points. Those interpolants are polynomials of
// degree five at most, which six points determine; only those of expl-deabm may have a higher degree, where what is lost
// is far below the tolerance (stepping_test.cpp). Evaluated in the barycentric form
//
//   p(t) = Σ wₖ/(t − tₖ) pₖ / Σ wₖ/(t − tₖ)
#pragma once

#include <array>
#include <vector>

#include "daedalus/integrate/integration.hpp"

namespace daedalus {

class DenseOutput {
 public:
  static constexpr int points = 6;

  // The last step, as far as the motion follows it.
  void add(const Integration& integration, double t_to);

  bool empty() const { return ends_.empty(); }
  double t_begin() const { return begins_.front(); }
  double t_end() const { return ends_.back(); }
  std::size_t segments() const { return ends_.size(); }
  Index rows() const { return rows_; }  // q, v and s, one after the other

  // (q, v, s) at t; outside [t_begin, t_end] the first or last step is continued.
  void evaluate(double t, double* y) const;

  // All that it knows, for files: begin and end of each segment, and its values, point after point.
  const std::vector<double>& begins() const { return begins_; }
  const std::vector<double>& ends() const { return ends_; }
  const std::vector<double>& values() const { return values_; }
  static DenseOutput from(std::vector<double> begins, std::vector<double> ends, std::vector<double> values);

 private:
  Index rows_ = 0;
  std::vector<double> begins_, ends_;  // s
  std::vector<double> values_;         // (rows × points) of each segment
  State at_;                           // scratch
};

}  // namespace daedalus
