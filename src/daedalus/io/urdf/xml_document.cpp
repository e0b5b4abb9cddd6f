#include "daedalus/io/urdf/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "daedalus/io/model_file/document.hpp"

namespace daedalus::urdf {
namespace {

struct XmlComplaint {
  std::string what, remedy;
};
XmlComplaint complaint_of(tinyxml2::XMLError error, const XmlFormat& format) {
  switch (error) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT: return {"the file is empty.", format.example};
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return {"invalid XML: an element is not closed or is misplaced.",
              fmt::format("Use  <{0} ...> ... </{0}>  or  <{0} .../>.", format.element)};
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return {fmt::format("invalid {}: elements are nested too deeply.", format.name), ""};
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return {"invalid XML: an attribute cannot be parsed.",
              "Use  name=\"value\". Check for a missing quote here or before."};
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return {"invalid XML: a comment is not closed.", "Comments end with  -->."};
    default: return {"invalid XML.", "Check for a missing <, > or quote in this line or before it."};
  }
}

}  // namespace

tinyxml2::XMLElement* parse_xml(const std::string& text, int file, const XmlFormat& format,
                                const ModelFileLimits& limits, model_file::Problems& problems,
                                tinyxml2::XMLDocument& document) {
  if (!model_file::check_bytes(text, file, limits, problems)) return nullptr;
  const std::size_t most = limits.nodes / 2;
  const auto parts = std::count_if(text.begin(), text.end(), [](char c) { return c == '<' || c == '='; });
  if (static_cast<std::size_t>(parts) > most) {
    problems.add({file, 1, 0},
                 fmt::format("the file has more than {} elements and attributes.", model_file::with_commas(most)));
    return nullptr;
  }
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    const XmlComplaint complaint = complaint_of(document.ErrorID(), format);
    problems.add({file, std::max(1, document.ErrorLineNum()), 0}, complaint.what, complaint.remedy);
    return nullptr;
  }
  tinyxml2::XMLElement* top = document.RootElement();
  if (top && std::string_view(top->Name()) == format.top) return top;
  problems.add({file, top ? top->GetLineNum() : 1, 0},
               fmt::format("expected <{}> at the top level of the file, found {}.", format.top,
                           top ? fmt::format("<{}>", top->Name()) : "nothing"),
               format.example);
  return nullptr;
}

}  // namespace daedalus::urdf
