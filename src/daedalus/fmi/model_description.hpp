// model_description.hpp: modelDescription.xml and terminalsAndIcons.xml of an FMU, of either version of the standard.
#pragma once

#include <string>
#include <vector>

#include "daedalus/fmi/variables.hpp"

namespace daedalus::fmi {

struct DescriptionRequest {
  Version version = Version::fmi3;
  std::vector<Kind> kinds = {Kind::model_exchange, Kind::co_simulation};
  std::string name, description, token;
  std::string identifier;  // of the library
  double t_start = 0, t_end = 1, rtol = 1e-6;
  double step = 0;  // suggested for communication, s; 0: none
};

// "Andrews' squeezer" becomes Andrews__squeezer: a name that C accepts.
std::string identifier_of(const std::string& name);

std::string make_model_description(const DescriptionRequest& request, const Variables& variables);

// One terminal per element with outputs, with these as its members, and one with all inputs. "" where there are none.
std::string make_terminals(const Variables& variables);

}  // namespace daedalus::fmi
