#include "daedalus/simulation/method_json.hpp"

#include <nlohmann/json.hpp>

namespace daedalus {

nlohmann::ordered_json to_json(const MethodRecord& r) {
  return {{"name", r.name},
          {"title", r.title},
          {"family", r.family},
          {"order", {{"q", r.order_q}, {"v", r.order_v}, {"lambda", r.order_lambda}, {"dense", r.dense_order}}},
          {"index", r.index},
          {"control", text_of(r.control)},
          {"cost", text_of(r.cost)},
          {"satisfies", text_of(r.satisfies)},
          {"stability", r.stability},
          {"needs", r.needs},
          {"source", r.source},
          {"formula", r.formula}};
}

}  // namespace daedalus
