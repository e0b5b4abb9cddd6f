#include "daedalus/io/mjcf/mjcf_defaults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace daedalus::mjcf {
namespace {

using model_file::shown;
using tinyxml2::XMLElement;

using Attributes = std::map<std::string, std::string>;
using DefaultClass = std::map<std::string, Attributes>;  // by the name of the element

bool is_orientation(const std::string& attribute) {
  return attribute == "quat" || attribute == "axisangle" || attribute == "euler" || attribute == "xyaxes" ||
         attribute == "zaxis";
}

class Defaults {
 public:
  Defaults(int file, model_file::Problems& problems) : file_(file), problems_(problems) {}

  void apply(XMLElement& top) {
    classes_["main"];
    for (auto* element = top.FirstChildElement("default"); element; element = element->NextSiblingElement("default")) {
      const char* name = element->Attribute("class");
      read(*element, name ? name : "main", {});
    }
    for (auto* section = top.FirstChildElement(); section; section = section->NextSiblingElement())
      if (std::string(section->Name()) != "default") fill_children(*section, "main");
  }

 private:
  // A class has what its parent has, and replaces some of it.
  void read(const XMLElement& element, const std::string& name, const DefaultClass& parent) {
    DefaultClass made = classes_[name];
    for (const auto& [tag, attributes] : parent)
      for (const auto& [key, value] : attributes) made[tag].emplace(key, value);
    for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
      for (const auto* a = child->FirstAttribute(); a; a = a->Next())
        if (std::string(child->Name()) != "default") replace(made[child->Name()], a->Name(), a->Value());
    classes_[name] = made;
    for (const auto* child = element.FirstChildElement("default"); child;
         child = child->NextSiblingElement("default")) {
      const char* inner = child->Attribute("class");
      if (inner) read(*child, inner, made);
      else problems_.add({file_, child->GetLineNum(), 0}, "<default> inside another one has no class.", "Name it.");
    }
  }
  static void replace(Attributes& attributes, const std::string& key, const std::string& value) {
    if (is_orientation(key)) std::erase_if(attributes, [](const auto& entry) { return is_orientation(entry.first); });
    attributes[key] = value;
  }

  void fill_children(XMLElement& parent, const std::string& inherited) {  // the XML library limits the depth
    for (auto* child = parent.FirstChildElement(); child; child = child->NextSiblingElement()) {
      const char* for_children = child->Attribute("childclass");
      fill(*child, inherited);
      fill_children(*child, for_children ? for_children : inherited);
    }
  }

  void fill(XMLElement& element, const std::string& inherited) {
    for (const char* attribute : {"class", "childclass"})
      if (const char* name = element.Attribute(attribute); name && !classes_.contains(name))
        problems_.add({file_, element.GetLineNum(), 0},
                      fmt::format("<{} {}={}>: there is no such <default> class.{}", element.Name(), attribute,
                                  shown(name), model_file::suggestion(name, names())));
    const char* own = element.Attribute("class");
    const auto at = classes_.find(own ? own : inherited);
    if (at == classes_.end()) return;
    const auto attributes = at->second.find(element.Name());
    if (attributes == at->second.end()) return;
    bool is_oriented = false;
    for (const auto* a = element.FirstAttribute(); a; a = a->Next())
      is_oriented = is_oriented || is_orientation(a->Name());
    for (const auto& [key, value] : attributes->second)
      if (key != "class" && !element.Attribute(key.c_str()) && !(is_oriented && is_orientation(key)))
        element.SetAttribute(key.c_str(), value.c_str());
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : classes_) all.push_back(entry.first);
    return all;
  }

  int file_;
  model_file::Problems& problems_;
  std::map<std::string, DefaultClass> classes_;
};

}  // namespace

void apply_defaults(XMLElement& top, int file, model_file::Problems& problems) { Defaults(file, problems).apply(top); }

}  // namespace daedalus::mjcf
