// The fields of bodies that say how they are drawn: colors, shapes, meshes.
#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_reader.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::model_file {

bool ModelReader::read(const Node& node, const std::string& key, ColorForm& out, const Field&) {
  if (!values_.text(node, key, out.text)) return false;
  if (is_color(out.text)) return true;
  values_.problem(node.place, fmt::format("{} = {} is not accepted.", key, shown(out.text)),
                  "Use six hexadecimal digits in quotes, for example  color: \"#aa3322\".");
  return false;
}

bool ModelReader::read(const Node& node, const std::string& key, PointsForm& out, const Field&) {
  if (node.kind != Node::Kind::list) {
    values_.unexpected_kind(node, key, "a list of points", "points: [[0, 0, 0], [1, 0, 0]]");
    return false;
  }
  bool ok = true;
  out.all.resize(node.items.size());
  for (std::size_t i = 0; i < out.all.size(); ++i)
    ok = values_.vector(*node.items[i], fmt::format("{}[{}]", key, i), Range{}, out.all[i]) && ok;
  return ok;
}

bool ModelReader::read(const Node& node, const std::string& key, ScaleForm& out, const Field&) {
  if (node.kind == Node::Kind::list) {
    if (!values_.vector(node, key, Range{}, out.factors)) return false;
  } else {
    double factor = 1;
    if (!values_.number(node, key, Range{}, factor)) return false;
    out.factors.setConstant(factor);
  }
  if (out.factors.prod() != 0) return true;
  values_.problem(node.place, fmt::format("{} = {} collapses the mesh.", key, shown(out.factors)),
                  "Use one nonzero number or three, for example  scale: 0.001.");
  return false;
}

bool ModelReader::read(const Node& node, const std::string& key, MeshFileForm& out, const Field&) {
  std::string name;
  if (!values_.text(node, key, name)) return false;
  if (!is_file_name(name)) {
    values_.problem(node.place, fmt::format("{}: {} is not a file name.", key, shown(name)),
                    "Use a file name, for example  file: wheel.stl.");
    return false;
  }
  const std::filesystem::path from = values_.problems().file_name(node.place.file);
  out = {from.parent_path() / name, node.place};
  return true;
}

bool ModelReader::read(const Node& node, const std::string& key, ShapesForm& out, const Field&) {
  if (node.kind != Node::Kind::list) {
    values_.unexpected_kind(node, key, "a list", "shapes: [{type: box, size: [1, 1, 1]}]");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    Shape shape;
    const bool is_read = read_shape(*node.items[i], fmt::format("{}[{}]", key, i), shape);
    if (is_read) out.all.push_back(std::move(shape));
    ok = ok && is_read;
  }
  return ok;
}

bool ModelReader::read_shape(const Node& node, const std::string& key, Shape& out) {
  const std::vector<std::string> names = type_names<ShapeTypes>();
  if (node.kind != Node::Kind::mapping) {
    values_.unexpected_kind(node, key, "a mapping", "{type: box, size: [1, 1, 1]}");
    return false;
  }
  const Entry* given = node.find("type");
  std::string type;
  if (!given) {
    values_.problem(node.place, fmt::format("{}.type is missing.", key), fmt::format("Available: {}.", listed(names)));
    return false;
  }
  if (!values_.text(*given->value, key + ".type", type)) return false;
  bool ok = false;
  const bool found = with_type<ShapeTypes>(type, [&](auto form) {
    MappingReader map(values_, node, node.place, type, key + ".");
    map.take("type");
    form.describe(FieldReader(*this, map));
    Mat3 axes;
    if (!map.finish() || !complete(form.axes, node, key, values_, axes)) return;
    out.position = form.at;
    out.orientation = euler_parameters_of(axes);
    out.color = form.color.text;
    form.fill(out);
    if constexpr (requires { form.file; }) {
      try {
        meshes_.fill(form.file.path, form.scale.factors, out);
      } catch (const ModelError& error) {
        std::error_code ignored;
        return values_.problem(form.file.place, fmt::format("{}.file: {}", key, error.what()),
                               std::filesystem::exists(form.file.path, ignored)
                                   ? ""
                                   : "File names are relative to the file that contains them.");
      }
    }
    const std::string complaint = out.complaint();
    if (!complaint.empty()) return values_.problem(node.place, fmt::format("{}: {}", key, complaint));
    ok = true;
  });
  if (!found)
    values_.problem(given->value->place,
                    fmt::format("{}: unknown shape type {}.{}", key, shown(type), suggestion(type, names)),
                    fmt::format("Available: {}.", listed(names)));
  return ok;
}

void ModelReader::add_look(BodyId body, const LookForm& look) {
  if (!look.color.text.empty()) builder_.color(body, look.color.text);
  for (const Shape& shape : look.shapes.all) builder_.shape(body, shape);
}

}  // namespace daedalus::model_file
