// force_forms.hpp: forces as a model file describes them: their law, and the rate group of its states if it has any.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>

#include "daedalus/model/field.hpp"
#include "daedalus/model/forces/force_types.hpp"

namespace daedalus::model_file {

template <class Law>
struct RatedForce : Law {
  std::string rate;
  RatedForce() : Law(), rate(usual_rate_group<Law>()) {}  // no aggregate: GCC 12 warns of its members

  template <class Visitor>
  void describe(Visitor&& v) {
    Law::describe(v);
    v("rate", rate, Field{}, "rate group of its states: 'fast' for dual-rate methods, or 'slow'");
  }
  const Law& law() const { return *this; }
};

template <class Law>
inline constexpr bool has_states = requires(const Law& law) {
  law.state_list();
};

template <class Types>
struct ForceFormsOf;
template <class... Laws>
struct ForceFormsOf<std::tuple<Laws...>> {
  using Forms = std::tuple<std::conditional_t<has_states<Laws>, RatedForce<Laws>, Laws>...>;
};
using ForceForms = ForceFormsOf<ForceTypes>::Forms;

}  // namespace daedalus::model_file
