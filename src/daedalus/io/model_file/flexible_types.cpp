#include "daedalus/io/model_file/flexible_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus::model_file {
bool complete(SectionForm& form, const Node& node, const std::string& key, Values& values) {
  const auto refuse = [&](const std::string& what) {
    values.problem(node.place, fmt::format("{} {}", key, what),
                   "Use one of  {width: 0.02, height: 0.01},  {diameter: 0.02},  {diameter: 0.02, wall: 0.002}  or  "
                   "{area: 2e-4, I_y: 2e-9, I_z: 7e-9}.");
    return false;
  };
  const bool rectangle = form.width || form.height, round = form.diameter || form.wall,
             constants = form.area || form.I_y || form.I_z || form.torsion;
  if ((rectangle ? 1 : 0) + (round ? 1 : 0) + (constants ? 1 : 0) != 1)
    return refuse("does not define a cross-section.");
  if (rectangle) {
    if (!form.width || !form.height) return refuse("is a rectangle with only one side.");
    form.section = BeamSection::rectangle(*form.width, *form.height);
  } else if (round) {
    if (!form.diameter) return refuse("has a wall but no diameter.");
    if (form.wall && !(2 * *form.wall < *form.diameter))
      return refuse(fmt::format("has a wall of {:g} m, which is too thick for a diameter of {:g} m.", *form.wall,
                                *form.diameter));
    form.section = form.wall ? BeamSection::tube(*form.diameter, *form.wall) : BeamSection::circle(*form.diameter);
  } else {
    if (!form.area || !form.I_y || !form.I_z) return refuse("needs area, I_y and I_z.");
    form.section = {.area = *form.area, .I_y = *form.I_y, .I_z = *form.I_z, .torsion = form.torsion.value_or(0)};
  }
  return true;
}

bool BeamForm::fill(Beam beam, const Place& place, Values& values, Body& body) const {
  beam.length = length;
  beam.section = section.section;
  beam.E = E;
  beam.G = G;
  beam.density = density;
  beam.ends = ends;
  beam.modes_axial = modes_axial;
  beam.damping = damping;
  if (beam.modes_y + beam.modes_z + beam.modes_axial + beam.modes_torsion == 0) {
    values.problem(place, "has no modes.", "Specify the number of mode shapes, or make it a rigid body.");
    return false;
  }
  if (beam.modes_torsion > 0 && !(G > 0 && section.section.torsion > 0)) {
    values.problem(
        place,
        fmt::format("has torsion modes but no {}.", G > 0 ? "torsion constant of its section" : "shear modulus G"),
        "Specify it, or remove modes_torsion.");
    return false;
  }
  set_flexible(body, make_flexible_body(beam));
  body.bending.quasi_static = quasi_static == 1;
  return true;
}

bool PlanarBeamForm::fill(const Place& place, Values& values, Body& body) const {
  MovingBody::fill(body);
  body.kind = BodyKind::planar;
  body.angle = angle;
  body.angular_velocity = {0, 0, angular_velocity};
  return BeamForm::fill({.section = {}, .modes_y = modes, .thick = false}, place, values, body);
}

bool SpatialBeamForm::fill(const Place& place, Values& values, Body& body) const {
  MovingBody::fill(body);
  return turned.fill(place, values, body) &&
         BeamForm::fill({.section = {}, .modes_y = modes_y, .modes_z = modes_z, .modes_torsion = modes_torsion}, place,
                        values, body);
}

bool NodalForm::fill_shapes(BodyKind kind, const Place& place, Values& values, Body& body) const {
  MovingBody::fill(body);
  body.kind = kind;
  const Index n = static_cast<Index>(modes.all.size());
  bool ok = true;
  const auto refuse = [&](const Place& at, const std::string& what, const std::string& remedy) {
    values.problem(at, what, remedy);
    ok = false;
  };
  FlexibleBody made;
  std::vector<std::string> names;
  for (const auto& [name, form] : nodes.all) {
    FlexibleNode node{
        .place = form.position, .mass = form.mass, .displacement = MatX::Zero(3, n), .turn = MatX::Zero(3, n)};
    if (form.inertia) node.inertia = form.inertia->matrix;
    if (kind == BodyKind::planar) node.inertia = Vec3(0, 0, node.inertia(2, 2)).asDiagonal();
    made.nodes.push_back(std::move(node));
    names.push_back(name);
  }
  for (Index k = 0; k < n; ++k) {
    const ModesForm::Named& mode = modes.all[k];
    made.modes.push_back(mode.name);
    for (const NodeMovesForm::Move& move : mode.form.shape.all) {
      const auto at = std::find(names.begin(), names.end(), move.node.text);
      if (at == names.end()) {
        refuse(move.node.place,
               fmt::format("mode '{}' moves the unknown node '{}'.{}", mode.name, move.node.text,
                           suggestion(move.node.text, names)),
               fmt::format("Available: {}.", listed(names)));
        continue;
      }
      const bool leaves_plane = move.form.move[2] != 0 || move.form.turn[0] != 0 || move.form.turn[1] != 0;
      if (kind == BodyKind::planar && leaves_plane)
        refuse(move.node.place, fmt::format("mode '{}' moves node '{}' out of the plane.", mode.name, move.node.text),
               "Use [x, y], and rotations about z only.");
      FlexibleNode& node = made.nodes[at - names.begin()];
      node.displacement.col(k) = move.form.move;
      node.turn.col(k) = move.form.turn;
    }
  }
  if (!ok) return false;
  const MatX M = made.mass() > 0 ? made.integrals().mass_matrix() : MatX(MatX::Zero(n, n));
  const auto check_matrix = [&](const std::optional<MatrixForm>& form, const char* key) {
    if (form && (form->matrix.rows() != n || form->matrix.cols() != n))
      refuse(place,
             fmt::format("{} is {} x {}, but there are {} modes.", key, form->matrix.rows(), form->matrix.cols(), n),
             "Use one row per mode, in the same order.");
    else if (form && (form->matrix - form->matrix.transpose()).norm() > 1e-9 * form->matrix.norm())
      refuse(place, fmt::format("the matrix {} is not symmetric.", key), "");
  };
  check_matrix(stiffness, "stiffness");
  check_matrix(damping, "damping");
  if (!ok) return false;
  made.K = stiffness ? stiffness->matrix : MatX(MatX::Zero(n, n));
  made.D = damping ? damping->matrix : MatX(MatX::Zero(n, n));
  for (Index k = 0; k < n; ++k) {
    const ModesForm::Named& mode = modes.all[k];
    const int given = (mode.form.stiffness ? 1 : 0) + (mode.form.frequency ? 1 : 0) + (stiffness ? 1 : 0);
    if (given != 1)
      refuse(mode.place, fmt::format("mode '{}' has {} stiffness.", mode.name, given == 0 ? "no" : "more than one"),
             "Specify its stiffness or its frequency, or a stiffness matrix for all modes.");
    if (mode.form.stiffness) made.K(k, k) = *mode.form.stiffness;
    if (mode.form.frequency) made.K(k, k) = *mode.form.frequency * *mode.form.frequency * M(k, k);
    if (!damping) made.D(k, k) = 2 * mode.form.damping * std::sqrt(made.K(k, k) * M(k, k));
  }
  if (!ok) return false;
  set_flexible(body, std::move(made));
  body.bending.quasi_static = quasi_static == 1;
  return true;
}

bool FlexibleForm::fill(const Place& place, Values& values, Body& body) const {
  return fill_shapes(BodyKind::spatial, place, values, body) && turned.fill(place, values, body);
}

bool PlanarFlexibleForm::fill(const Place& place, Values& values, Body& body) const {
  body.angle = angle;
  body.angular_velocity = {0, 0, angular_velocity};
  return fill_shapes(BodyKind::planar, place, values, body);
}

bool read_matrix(const Node& node, const std::string& key, Values& values, MatrixForm& out) {
  if (node.kind != Node::Kind::list || node.items.empty() || node.items[0]->kind != Node::Kind::list) {
    values.unexpected_kind(node, key, "a list of rows", fmt::format("{}: [[4, 1], [1, 3]]", key));
    return false;
  }
  const Index rows = static_cast<Index>(node.items.size());
  for (Index i = 0; i < rows; ++i) {
    std::vector<double> row;
    const Node& item = *node.items[i];
    if (!values.numbers(item, fmt::format("{}[{}]", key, i), Range{}, row)) return false;
    if (i == 0) out.matrix.resize(rows, static_cast<Index>(row.size()));
    if (static_cast<Index>(row.size()) != out.matrix.cols()) {
      values.problem(item.place, fmt::format("{}[{}] has {} numbers, the first row has {}.", key, i, row.size(),
                                             out.matrix.cols()));
      return false;
    }
    out.matrix.row(i) = Eigen::Map<const VecX>(row.data(), static_cast<Index>(row.size())).transpose();
  }
  return true;
}

}  // namespace daedalus::model_file
