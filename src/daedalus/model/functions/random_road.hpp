// random_road.hpp: an uneven road after ISO 8608, the same for the same seed, as a spline through many points.
//
//   Φ(Ω) = Φ₀ (Ω/Ω₀)⁻²,  Ω₀ = 1 rad/m,  Φ₀ = 4^k 1e-6 m³ with k = 0 for class A to 7 for class H      geometric mean of the class
//   z(x) = Σ Aᵢ sin(Ωᵢ x + φᵢ),   Aᵢ² / 2 = ∫ Φ dΩ over the i-th of equal bands of log Ω
//
// Frequency inside its band and phase are random. Before `start` the road is level; it rises smoothly over the longest wave.
#pragma once

#include <cstdint>

#include "daedalus/model/field.hpp"
#include "daedalus/model/functions/function.hpp"

namespace daedalus {

enum class RoadClass { A, B, C, D, E, F, G, H };

struct RandomRoadFunction {
  static constexpr const char* type = "random_road";
  static constexpr const char* meaning = "uneven road by ISO 8608 class, reproducible by its seed";

  RoadClass road_class = RoadClass::B;
  int seed = 1;
  double start = 0, length = 100;       // m
  double shortest = 0.3, longest = 50;  // m, waves
  double spacing = 0.02;                // m, of the points of the spline

  template <class Visitor>
  void describe(Visitor&& v) {
    using enum RoadClass;
    v("class", road_class,
      Choices<RoadClass>{{"A", A}, {"B", B}, {"C", C}, {"D", D}, {"E", E}, {"F", F}, {"G", G}, {"H", H}},
      "roughness, from A (very good) to H (very poor)");
    v("seed", seed, Field{.range = at_least(0)}, "of the random numbers; left and right track want different ones");
    v("start", start, Field{.unit = "m"}, "where the road begins to be uneven");
    v("length", length, Field{.unit = "m", .range = positive()}, "length of the uneven part");
    v("shortest", shortest, Field{.unit = "m", .range = positive()}, "shortest wave");
    v("longest", longest, Field{.unit = "m", .range = positive()}, "longest wave");
    v("spacing", spacing, Field{.unit = "m", .range = positive()},
      "distance of the points through which the road is a spline");
  }
  FunctionPtr make() const;
};

// Φ₀ of a class, m³/rad.
double roughness_of(RoadClass road_class);

}  // namespace daedalus
