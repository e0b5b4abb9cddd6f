#include "daedalus/io/collada_mesh.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <charconv>
#include <numbers>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/io/mesh_collector.hpp"
#include "daedalus/io/model_file/problems.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus {
namespace {

using model_file::shown;
using model_file::with_commas;
using tinyxml2::XMLElement;

[[noreturn]] void refuse_at(const XMLElement& element, const std::string& what) {
  throw ModelError(fmt::format("has an error in line {}: {}", element.GetLineNum(), what));
}

std::string_view tag_of(const XMLElement& element) { return element.Name(); }

// Splits a text into its words, without a copy.
class Words {
 public:
  explicit Words(const XMLElement& element) : element_(element), rest_(element.GetText() ? element.GetText() : "") {}

  std::optional<std::string_view> next() {
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t begin = rest_.find_first_not_of(spaces);
    if (begin == rest_.npos) return std::nullopt;
    rest_.remove_prefix(begin);
    const std::string_view word = rest_.substr(0, rest_.find_first_of(spaces));
    rest_.remove_prefix(word.size());
    return word;
  }
  template <class Number>
  std::optional<Number> next_number() {
    const auto word = next();
    if (!word) return std::nullopt;
    const std::string_view digits = word->starts_with('+') ? word->substr(1) : *word;
    Number number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
      refuse_at(element_, fmt::format("<{}>: {} is not a number it can contain.", tag_of(element_), shown(*word)));
    return number;
  }
  template <class Number>
  std::vector<Number> all_numbers() {
    std::vector<Number> numbers;
    while (const auto number = next_number<Number>()) numbers.push_back(*number);
    return numbers;
  }

 private:
  const XMLElement& element_;
  std::string_view rest_;
};

// x_outer = A x_inner + p
struct Affine {
  Mat3 A = Mat3::Identity();
  Vec3 p = Vec3::Zero();
};
Affine operator*(const Affine& a, const Affine& b) { return {a.A * b.A, a.A * b.p + a.p}; }

std::optional<Affine> find_transform(const XMLElement& element) {
  const std::string_view name = tag_of(element);
  const auto numbers = [&](std::size_t count) {
    const std::vector<double> all = Words(element).all_numbers<double>();
    if (all.size() != count) refuse_at(element, fmt::format("<{}> has {} numbers, not {}.", name, all.size(), count));
    return all;
  };
  Affine made;
  if (name == "translate") {
    made.p = Vec3(numbers(3).data());
  } else if (name == "scale") {
    made.A = Vec3(numbers(3).data()).asDiagonal();
  } else if (name == "rotate") {  // axis, and an angle in degrees
    const std::vector<double> turn = numbers(4);
    const Vec3 axis(turn.data());
    const double length = axis.stableNorm();
    if (!(length > 1e-100)) {
      if (turn[3] != 0) refuse_at(element, "<rotate> has an axis without a direction.");
    } else {
      made.A = rotation_matrix(euler_parameters_about(axis / length, turn[3] * std::numbers::pi / 180));
    }
  } else if (name == "matrix") {  // by rows; the last one is 0 0 0 1
    const std::vector<double> entries = numbers(16);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) made.A(i, j) = entries[4 * i + j];
      made.p[i] = entries[4 * i + 3];
    }
  } else if (name == "skew" || name == "lookat") {
    refuse_at(element, fmt::format("<{}> is not supported: use <matrix>.", name));
  } else {
    return std::nullopt;
  }
  return made;
}

class ColladaReader {
 public:
  explicit ColladaReader(const MeshFileLimits& limits) : limits_(limits), collector_(limits.triangles) {}

  Mesh read(const std::string& bytes) {
    parse(bytes);
    const XMLElement& top = *document_.RootElement();
    index(top);
    const Affine frame = frame_of(top);
    if (const XMLElement* scene = find_scene(top)) {
      add_children(*scene, frame, 0);
    } else {
      for (const auto* library = top.FirstChildElement("library_geometries"); library;
           library = library->NextSiblingElement("library_geometries"))
        for (const auto* geometry = library->FirstChildElement("geometry"); geometry;
             geometry = geometry->NextSiblingElement("geometry"))
          add_geometry(*geometry, frame);
    }
    return collector_.take();
  }

 private:
  using Corners = std::vector<Vec3>;  // three per triangle

  void parse(const std::string& bytes) {
    constexpr std::ptrdiff_t most = 1'000'000;
    if (std::count(bytes.begin(), bytes.end(), '<') + std::count(bytes.begin(), bytes.end(), '=') > most)
      throw ModelError(fmt::format("has more than {} elements and attributes.", with_commas(most)));
    if (document_.Parse(bytes.data(), bytes.size()) != tinyxml2::XML_SUCCESS)
      throw ModelError(fmt::format("has an error in line {}: it is not valid XML; the file may be incomplete.",
                                   std::max(1, document_.ErrorLineNum())));
    const XMLElement* top = document_.RootElement();
    if (!top || tag_of(*top) != "COLLADA")
      throw ModelError("is not a COLLADA file: it does not contain  <COLLADA> ... </COLLADA>.");
  }

  void index(const XMLElement& element) {  // the library limits the depth
    if (const char* id = element.Attribute("id")) elements_.emplace(id, &element);
    for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) index(*child);
  }

  // The element that an attribute refers to: "#name".
  const XMLElement& referred(const XMLElement& from, const char* attribute, std::string_view kind) const {
    const char* given = from.Attribute(attribute);
    const std::string_view url = given ? given : "";
    const auto at = url.starts_with('#') ? elements_.find(url.substr(1)) : elements_.end();
    if (at == elements_.end() || tag_of(*at->second) != kind)
      refuse_at(from, fmt::format("<{} {}={}> does not refer to a <{}> of this file.", tag_of(from), attribute,
                                  shown(url), kind));
    return *at->second;
  }

  // Meters, and z up.
  static Affine frame_of(const XMLElement& top) {
    const XMLElement* asset = top.FirstChildElement("asset");
    const XMLElement* unit = asset ? asset->FirstChildElement("unit") : nullptr;
    const XMLElement* up = asset ? asset->FirstChildElement("up_axis") : nullptr;
    Affine frame;
    const std::string_view axis = up && up->GetText() ? up->GetText() : "Y_UP";
    if (axis == "Y_UP") frame.A << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    else if (axis == "X_UP") frame.A << 0, -1, 0, 0, 0, -1, 1, 0, 0;
    else if (axis != "Z_UP") refuse_at(*up, fmt::format("<up_axis>: {} is not X_UP, Y_UP or Z_UP.", shown(axis)));
    if (const char* given = unit ? unit->Attribute("meter") : nullptr) {
      const std::string_view text = given;
      double meter = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), meter);
      if (error != std::errc() || end != text.data() + text.size() || !(meter > 0) || !std::isfinite(meter))
        refuse_at(*unit, fmt::format("<unit meter={}> is not a positive number.", shown(text)));
      frame.A *= meter;
    }
    return frame;
  }

  const XMLElement* find_scene(const XMLElement& top) const {
    const XMLElement* scene = top.FirstChildElement("scene");
    if (const XMLElement* shows = scene ? scene->FirstChildElement("instance_visual_scene") : nullptr)
      return &referred(*shows, "url", "visual_scene");
    const XMLElement* library = top.FirstChildElement("library_visual_scenes");
    return library ? library->FirstChildElement("visual_scene") : nullptr;
  }

  void add_children(const XMLElement& node, const Affine& place, int depth) {
    constexpr int deepest = 100, most = 100'000;  // nodes can refer to each other, and a few can so become many
    if (depth > deepest) refuse_at(node, fmt::format("nodes are nested more than {} levels deep.", deepest));
    if (++nodes_ > most) refuse_at(node, fmt::format("the scene has more than {} nodes.", with_commas(most)));
    for (const auto* child = node.FirstChildElement(); child; child = child->NextSiblingElement()) {
      const std::string_view name = tag_of(*child);
      if (name == "node") add_node(*child, place, depth + 1);
      if (name == "instance_node") add_node(referred(*child, "url", "node"), place, depth + 1);
      if (name == "instance_geometry") add_geometry(referred(*child, "url", "geometry"), place);
    }
  }

  void add_node(const XMLElement& node, const Affine& outer, int depth) {
    Affine place = outer;
    for (const auto* child = node.FirstChildElement(); child; child = child->NextSiblingElement())
      if (const auto transform = find_transform(*child)) place = place * *transform;
    add_children(node, place, depth);
  }

  void add_geometry(const XMLElement& geometry, const Affine& place) {
    constexpr int most = 100'000;
    if (++shown_ > most)
      refuse_at(geometry, fmt::format("geometries are shown more than {} times.", with_commas(most)));
    const auto [at, is_new] = geometries_.try_emplace(&geometry);
    Corners& corners = at->second;
    if (is_new)
      if (const XMLElement* mesh = geometry.FirstChildElement("mesh")) corners = corners_of(*mesh);
    const Vec3 x_axis = place.A.col(0), y_axis = place.A.col(1), z_axis = place.A.col(2);
    const bool is_mirrored = x_axis.dot(cross(y_axis, z_axis)) < 0;  // a mirror turns triangles inside out
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      const auto corner = [&](std::size_t k) {
        const Vec3 x = place.A * corners[i + k] + place.p;
        return std::array{static_cast<float>(x[0]), static_cast<float>(x[1]), static_cast<float>(x[2])};
      };
      collector_.add_triangle({corner(0), corner(is_mirrored ? 2 : 1), corner(is_mirrored ? 1 : 2)});
    }
  }

  Corners corners_of(const XMLElement& mesh) {
    Corners corners;
    for (const auto* child = mesh.FirstChildElement(); child; child = child->NextSiblingElement()) {
      const std::string_view name = tag_of(*child);
      if (name == "tristrips" || name == "trifans")
        refuse_at(*child, fmt::format("<{}> is not supported: export the mesh as triangles.", name));
      if (name == "triangles" || name == "polylist" || name == "polygons") add_polygons(*child, corners);
    }
    return corners;
  }

  // <triangles>: all corners in one <p>; <polylist>: their numbers in <vcount>; <polygons>: one <p> each.
  void add_polygons(const XMLElement& polygons, Corners& to) {
    const std::string_view name = tag_of(polygons);
    if (const XMLElement* hole = polygons.FirstChildElement("ph"))
      refuse_at(*hole, "<ph>: polygons with holes are not supported: export the mesh as triangles.");
    const Input input = vertex_input(polygons);
    if (!input.element) return;
    const std::vector<Vec3>& points = points_of(*input.element);
    for (const auto* p = polygons.FirstChildElement("p"); p; p = p->NextSiblingElement("p")) {
      const std::vector<std::size_t> all = Words(*p).all_numbers<std::size_t>();
      if (all.size() % input.stride != 0)
        refuse_at(*p, fmt::format("<p> has {} indices, not a multiple of {}.", all.size(), input.stride));
      const std::size_t corners = all.size() / input.stride;
      std::vector<std::size_t> sizes;
      if (name == "triangles") {
        if (corners % 3 != 0) refuse_at(*p, fmt::format("<p> has {} corners, not a multiple of 3.", corners));
        sizes.assign(corners / 3, 3);
      } else if (const XMLElement* counts = polygons.FirstChildElement("vcount"); name == "polylist") {
        if (!counts) refuse_at(polygons, "<polylist> has no <vcount>.");
        sizes = Words(*counts).all_numbers<std::size_t>();
      } else {
        sizes.assign(1, corners);
      }
      const auto point = [&](std::size_t corner) {
        const std::size_t vertex = all[corner * input.stride + input.offset];
        if (vertex >= points.size())
          refuse_at(*p, fmt::format("<p> refers to vertex {}, but there are only {}, counted from 0.", vertex,
                                    points.size()));
        return points[vertex];
      };
      std::size_t first = 0;
      for (const std::size_t size : sizes) {
        if (size > corners - first) refuse_at(*p, fmt::format("<p> ends within a polygon of {} corners.", size));
        for (std::size_t k = 2; k < size; ++k) {  // a fan around the first corner
          if (to.size() / 3 == limits_.triangles) throw ModelError(too_many_triangles(limits_.triangles));
          to.insert(to.end(), {point(first), point(first + k - 1), point(first + k)});
        }
        first += size;
      }
      if (first != corners) refuse_at(*p, fmt::format("<p> has {} corners, but <vcount> {}.", corners, first));
    }
  }

  // Where the index of the position stands among the indices of a corner. No element: there are no vertices.
  struct Input {
    const XMLElement* element = nullptr;
    std::size_t offset = 0, stride = 1;
  };
  static Input vertex_input(const XMLElement& polygons) {
    constexpr unsigned most = 1000;
    Input found;
    for (const auto* input = polygons.FirstChildElement("input"); input; input = input->NextSiblingElement("input")) {
      unsigned offset = 0;
      if (input->QueryUnsignedAttribute("offset", &offset) == tinyxml2::XML_WRONG_ATTRIBUTE_TYPE || offset > most)
        refuse_at(*input, fmt::format("<input offset={}> is not an index.", shown(input->Attribute("offset"))));
      found.stride = std::max<std::size_t>(found.stride, offset + 1);
      if (!input->Attribute("semantic", "VERTEX")) continue;
      found.element = input;
      found.offset = offset;
    }
    if (!found.element && polygons.FirstChildElement("p"))
      refuse_at(polygons, fmt::format("<{}> has no <input semantic=\"VERTEX\">.", tag_of(polygons)));
    return found;
  }

  // The positions behind an input VERTEX: <vertices> → <source> → <accessor> → <float_array>.
  const std::vector<Vec3>& points_of(const XMLElement& input) {
    const XMLElement& vertices = referred(input, "source", "vertices");
    const auto* position = vertices.FirstChildElement("input");
    while (position && !position->Attribute("semantic", "POSITION")) position = position->NextSiblingElement("input");
    if (!position) refuse_at(vertices, "<vertices> has no <input semantic=\"POSITION\">.");
    const XMLElement& source = referred(*position, "source", "source");
    const auto [at, is_new] = points_.try_emplace(&source);
    std::vector<Vec3>& points = at->second;
    if (!is_new) return points;
    const XMLElement* common = source.FirstChildElement("technique_common");
    const XMLElement* accessor = common ? common->FirstChildElement("accessor") : nullptr;
    if (!accessor) refuse_at(source, "<source> has no <accessor>.");
    const XMLElement& array = referred(*accessor, "source", "float_array");
    const std::vector<double> numbers = Words(array).all_numbers<double>();
    const auto attribute = [&](const char* name, unsigned otherwise) {
      unsigned value = otherwise;
      if (accessor->QueryUnsignedAttribute(name, &value) == tinyxml2::XML_WRONG_ATTRIBUTE_TYPE)
        refuse_at(*accessor,
                  fmt::format("<accessor {}={}> is not an integer.", name, shown(accessor->Attribute(name))));
      return static_cast<std::size_t>(value);
    };
    const std::size_t offset = attribute("offset", 0), stride = attribute("stride", 1), count = attribute("count", 0);
    if (stride < 3) refuse_at(*accessor, fmt::format("<accessor> has stride {}: positions need 3.", stride));
    if (count > 0 &&
        (offset > numbers.size() || count > numbers.size() || numbers.size() - offset < (count - 1) * stride + 3))
      refuse_at(*accessor, fmt::format("<accessor> needs more numbers than <float_array> has: {}.", numbers.size()));
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) points.emplace_back(numbers.data() + offset + i * stride);
    return points;
  }

  const MeshFileLimits& limits_;
  tinyxml2::XMLDocument document_;
  MeshCollector collector_;
  std::unordered_map<std::string_view, const XMLElement*> elements_;  // by id
  std::unordered_map<const XMLElement*, Corners> geometries_;
  std::unordered_map<const XMLElement*, std::vector<Vec3>> points_;  // of sources
  int nodes_ = 0, shown_ = 0;
};

}  // namespace

Mesh read_collada(const std::string& bytes, const MeshFileLimits& limits) { return ColladaReader(limits).read(bytes); }

}  // namespace daedalus
