#include "daedalus/model/forces/force_types.hpp"

namespace daedalus {

ForcePtr make_listed_force(std::string name, const ListedLaw& law, std::string rate_group) {
  return std::visit([&](const auto* listed) { return make_element(std::move(name), *listed, std::move(rate_group)); },
                    law);
}

}  // namespace daedalus
