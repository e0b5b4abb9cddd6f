// levels.hpp: what is said of a constraint on each of its three levels.
#pragma once

namespace daedalus {

enum class Level { position, velocity, acceleration };
inline constexpr Level all_levels[] = {Level::position, Level::velocity, Level::acceleration};

constexpr const char* text_of(Level level) {
  return level == Level::position ? "position" : level == Level::velocity ? "velocity" : "acceleration";
}

template <class T>
struct PerLevel {
  T position = {}, velocity = {}, acceleration = {};

  T& operator[](Level level) {
    return level == Level::position ? position : level == Level::velocity ? velocity : acceleration;
  }
  const T& operator[](Level level) const {
    return level == Level::position ? position : level == Level::velocity ? velocity : acceleration;
  }
};

}  // namespace daedalus
