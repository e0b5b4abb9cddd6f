// xml_document.hpp: a text as XML, with words for what is wrong with it.
#pragma once

#include <tinyxml2.h>

#include <string>

#include "daedalus/io/model_file/limits.hpp"
#include "daedalus/io/model_file/problems.hpp"

namespace daedalus::urdf {

// What a file of this kind is called and looks like, for messages.
struct XmlFormat {
  const char* name;     // "URDF"
  const char* top;      // "robot"
  const char* example;  // "A URDF file contains  <robot name=\"...\"> ... </robot>."
  const char* element;  // one that it often has: "link"
};

// The element at the top of the document, or nothing: then the problem has been reported.
tinyxml2::XMLElement* parse_xml(const std::string& text, int file, const XmlFormat& format,
                                const ModelFileLimits& limits, model_file::Problems& problems,
                                tinyxml2::XMLDocument& document);

}  // namespace daedalus::urdf
