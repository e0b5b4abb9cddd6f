// xml_element.hpp: one element of an XML file: its attributes as numbers and names, its children, and complaints about
// them.
#pragma once

#include <tinyxml2.h>

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/urdf/urdf_robot.hpp"

namespace daedalus::urdf {

class XmlElement {
 public:
  // `label` is what messages begin with: "joint 'elbow' (revolute)".
  XmlElement(const tinyxml2::XMLElement& element, int file, Problems& problems, std::string label)
      : element_(element), file_(file), problems_(problems), label_(std::move(label)) {}

  std::string name() const { return element_.Name(); }
  Place place() const { return {file_, element_.GetLineNum(), 0}; }
  void problem(const std::string& what, const std::string& remedy = "") const;
  void set_label(std::string label) { label_ = std::move(label); }

  std::vector<std::string> attribute_names() const;
  // Attributes. False, or no value, when the attribute is missing or no number; that has been reported.
  std::optional<std::string> find_text(const char* attribute) const;  // nothing is reported
  bool text(const char* attribute, std::string& out) const;           // must be there and not be empty
  bool number(const char* attribute, double& out) const;              // must be there
  bool number_if_given(const char* attribute, std::optional<double>& out) const;
  bool vector_if_given(const char* attribute, Vec3& out) const;
  bool vector_if_given(const char* attribute, Vec4& out) const;
  // As many as there are, from `least` to `most`; none when it is not given.
  bool numbers_if_given(const char* attribute, int least, int most, std::vector<double>& out) const;

  // Refuses attributes and children that are not in the lists; a child of `single` may be there once.
  bool check_attributes(std::initializer_list<const char*> known) const;
  bool check_children(std::initializer_list<const char*> single, std::initializer_list<const char*> many = {}) const;

  // read(element) with an element whose complaints are not reported: the first one is returned, "" when there is none.
  std::string complaint_of(const std::function<void(const XmlElement&)>& read) const;

  std::optional<XmlElement> find_child(const char* name) const;
  std::vector<XmlElement> children() const;

 private:
  bool read_numbers(const char* attribute, const char* text, double* out, int count) const;
  bool read_all_numbers(const char* attribute, const char* text, std::vector<double>& out) const;

  const tinyxml2::XMLElement& element_;
  int file_;
  Problems& problems_;
  std::string label_;
};

// Positive definite, and each principal moment not larger than the sum of the others; else a problem of the element.
bool check_inertia(const XmlElement& element, const Mat3& inertia);

// xyz, and rpy of <origin>: turns about the fixed x-, y- and z-axes, in this order.
bool read_origin(const XmlElement& owner, Pose& out);

}  // namespace daedalus::urdf
