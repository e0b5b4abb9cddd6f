// model_reader.hpp: from the sections of a file to a ModelBuilder. One read() for each type that a field can have.
#pragma once

#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "daedalus/io/model_file/body_types.hpp"
#include "daedalus/io/model_file/controller_form.hpp"
#include "daedalus/io/model_file/mapping_reader.hpp"
#include "daedalus/io/model_file/mesh_store.hpp"
#include "daedalus/io/model_file/repetition.hpp"
#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/io/model_file/urdf_form.hpp"
#include "daedalus/io/model_file/view_form.hpp"
#include "daedalus/io/urdf/urdf_import.hpp"
#include "daedalus/model/functions/function_types.hpp"
#include "daedalus/model/model_builder.hpp"
#include "daedalus/model/tire/magic_formula.hpp"

namespace daedalus::model_file {

struct InitialForm {
  std::optional<double> value, rate;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("value", value, Field{}, "initial value of the freedom");
    v("rate", rate, Field{}, "initial rate of the freedom");
  }
};

class ModelReader {
 public:
  // Elements may name these functions as those of the sources.
  ModelReader(const Sources& sources, Values& values, ModelBuilder& builder, NamedFunctions functions = {})
      : sources_(sources), values_(values), builder_(builder), repetition_(values), meshes_(values.limits()),
        functions_(std::move(functions)) {}

  // The links and joints of a URDF text. `name` stands for its file in messages.
  void import_urdf(const std::string& text, const std::string& name, const UrdfForm& form);
  void import_mjcf(const std::string& text, const std::string& name);
  const std::string& robot_digest() const { return robot_digest_; }  // "" when none was imported
  void read_all();

  // Fields of described aggregates. The key is for messages.
  bool read(const Node& node, const std::string& key, double& out, const Field& field) {
    return values_.number(node, key, field.range, out);
  }
  bool read(const Node& node, const std::string& key, int& out, const Field& field) {
    return values_.integer(node, key, field.range, out);
  }
  bool read(const Node& node, const std::string& key, MarkerRef& out, const Field&);
  bool read(const Node& node, const std::string& key, bool& out, const Field&) {
    return values_.boolean(node, key, out);
  }
  bool read(const Node& node, const std::string& key, std::string& out, const Field&) {
    return values_.text(node, key, out);
  }
  bool read(const Node& node, const std::string& key, std::vector<std::string>& out, const Field& field) {
    NamesForm names;
    if (!read(node, key, names, field)) return false;
    for (const NameForm& name : names.all) out.push_back(name.text);
    return true;
  }
  bool read(const Node& node, const std::string& key, std::vector<double>& out, const Field& field) {
    return values_.numbers(node, key, field.range, out);
  }
  bool read(const Node& node, const std::string& key, Vec3& out, const Field& field) {
    return values_.vector(node, key, field.range, out);
  }
  bool read(const Node& node, const std::string& key, Direction& out, const Field&) {
    return values_.direction(node, key, out.vector);
  }
  bool read(const Node& node, const std::string& key, FourNumbers& out, const Field&) {
    return read_four_numbers(node, key, values_, out);
  }
  bool read(const Node& node, const std::string& key, InertiaForm& out, const Field&) {
    return read_inertia(node, key, values_, out);
  }
  bool read(const Node& node, const std::string& key, FunctionPtr& out, const Field& field) {
    return read_function(node, key, field.variable, out) && check_input(node, key, field.variable, out);
  }
  bool read(const Node& node, const std::string& key, FormulaPtr& out, const Field&);
  bool read(const Node& node, const std::string& key, MeasureFormula& out, const Field&);
  bool read(const Node& node, const std::string& key, TablePeriod& out, const Field&);
  bool read(const Node& node, const std::string& key, FreedomRef& out, const Field&);
  bool read(const Node& node, const std::string& key, OrientationForm& out, const Field&);
  bool read(const Node& node, const std::string& key, MotionForm& out, const Field&);
  bool read(const Node& node, const std::string& key, SegmentsForm& out, const Field&);
  bool read(const Node& node, const std::string& key, MarkersForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NameForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NamesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, ColorForm& out, const Field&);
  bool read(const Node& node, const std::string& key, PointsForm& out, const Field&);
  bool read(const Node& node, const std::string& key, ScaleForm& out, const Field&);
  bool read(const Node& node, const std::string& key, MeshFileForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NamedNamesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NamedNumbersForm& out, const Field&);
  bool read(const Node& node, const std::string& key, MagicFormulaPtr& out, const Field&);
  bool read(const Node& node, const std::string& key, ShapesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, PlotsForm& out, const Field&);
  bool read(const Node& node, const std::string& key, SectionForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NodesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, NodeMovesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, ModesForm& out, const Field&);
  bool read(const Node& node, const std::string& key, MatrixForm& out, const Field&) {
    return read_matrix(node, key, values_, out);
  }
  template <class Value>
  bool read(const Node& node, const std::string& key, std::optional<Value>& out, const Field& field) {
    return read(node, key, out.emplace(), field);
  }
  bool read_between(const Node& node, MappingReader& map, const Placement& placement, Between& out);

 private:
  // What is being read, and how it is called in the file.
  struct Element {
    const char* section;
    std::string name;
    Place place;  // of its key
    const Node* node;
    std::string label;  // "joint 'crank_pin' (revolute)"
  };
  using ReadElement = bool (ModelReader::*)(Element&);

  void read_run();
  void read_outputs();
  void read_tree();
  void read_view();
  std::optional<Node> whole_section(const char* name);  // as one mapping, when it is given
  void read_robot();
  template <class Form>
  std::filesystem::path read_robot_form(const RobotSource& source, Form& form);
  int begin_robot(const std::string& text, const std::string& name);  // the number of the file
  void import_robot(const std::function<urdf::Robot()>& parse, const urdf::Base& base);
  urdf::StartValues read_start_values();
  void read_section(const char* section, const char* kind, ReadElement read_element,
                    const std::function<bool(const Node&)>& wanted = {});
  void read_functions();
  void read_copies(const Entry& entry, const char* section, const char* kind, ReadElement read_element);
  bool begin(Element& element, const char* kind);
  void set_type(Element& element, const std::string& type);

  bool read_named_function(Element& element);
  bool read_track(Element& element);
  void draw_rails(const std::string& name, const TrackForm& form);
  bool read_body(Element& element);
  bool read_additions(Element& element, BodyId body);
  bool read_shape(const Node& node, const std::string& key, Shape& out);
  void add_look(BodyId body, const LookForm& look);
  bool read_joint(Element& element);
  bool read_measure(Element& element);
  bool read_driver(Element& element);
  bool read_force(Element& element);
  bool read_controller(Element& element);
  bool read_initial(Element& element);
  bool read_initial_form(const Element& element, InitialForm& out);
  bool read_initial_of_mode(const Element& element, bool& ok);

  // The mapping of an element, with type, for and if taken.
  bool expect_mapping(const Element& element);
  MappingReader open(const Element& element, const std::string& owner);
  template <class Types, class Use>
  bool read_typed(Element& element, const char* what, Use&& use);
  template <class Described>
  bool read_mapping(const Node& node, const std::string& key, Described& out);  // inside a key
  template <class ReadOne>
  bool read_named(const Node& node, const std::string& key, const char* kind, const char* example, ReadOne read_one);

  bool read_function(const Node& node, const std::string& key, const std::string& variable, FunctionPtr& out);
  bool read_function_text(const std::string& text, const Place& place, const std::string& key,
                          const std::string& variable, FunctionPtr& out);
  // As Values::check_names, with the functions of the file.
  bool check_names(const std::string& text, const Place& place, const std::string& key,
                   const std::vector<std::string>& variables, NamedValues& used);
  NamedFunctions called_in(const std::string& text) const;
  std::optional<MeasureFormula::Variable> find_variable(const std::string& name) const;
  std::vector<std::string> variable_names() const;
  void note_wrapped_angles(const MeasureFormula& formula);
  bool check_input(const Node& node, const std::string& key, const std::string& variable, const FunctionPtr& function);
  bool make_function_of(const Node& type_node, const std::string& type, MappingReader& map, FunctionPtr& out);

  // References by name. An element that could not be read is not reported again by those that need it.
  std::optional<MarkerId> find_marker(const std::string& name, const Place& place, const std::string& key);
  std::optional<BodyId> find_body(const std::string& name, const Place& place, const std::string& key);
  std::optional<Measure> find_freedom(const std::string& name, const Place& place, const std::string& key);
  bool adds_to_body(const Element& element) const;
  bool is_broken(const std::string& name) const { return broken_.contains(name) || repetition_.is_incomplete(); }
  std::vector<std::string> body_names() const;

  void report_builder_problems();

  const Sources& sources_;
  Values& values_;
  ModelBuilder& builder_;
  Repetition repetition_;
  MeshStore meshes_;
  std::map<std::filesystem::path, MagicFormulaPtr> tires_;
  std::string element_;  // the one that is being read
  std::string robot_digest_;
  NamedFunctions functions_;
  std::map<std::string, TrackPtr, std::less<>> tracks_;
  std::map<std::pair<std::string, std::string>, std::pair<Place, std::string>>
      known_;                                  // (section, name) → place, label
  std::unordered_set<std::string> broken_;     // names of elements that could not be read
  std::unordered_set<std::string> links_;      // bodies that came from a URDF or MJCF file
  std::map<std::string, std::string> frames_;  // frames of such a file that are no bodies: their marker
};

template <class Described>
bool ModelReader::read_mapping(const Node& node, const std::string& key, Described& out) {
  if (node.kind != Node::Kind::mapping) {
    values_.unexpected_kind(node, key, "a mapping", "");
    return false;
  }
  MappingReader map(values_, node, node.place, key, key + ".");
  out.describe(FieldReader(*this, map));
  return map.finish();
}

// The suggestion of how to run the model, `run:` in a file.
template <class Visitor>
void describe_run(RunSuggestion& run, Visitor&& v) {
  v("method", run.method, Field{}, "integration method, see `daedalus methods`");
  v("t_start", run.t_start, Field{.unit = "s"}, "start time");
  v("t_end", run.t_end, Field{.unit = "s"}, "end time");
  v("rtol", run.rtol, Field{.range = positive()}, "relative tolerance");
  v("atol", run.atol, Field{.range = at_least(0)}, "absolute tolerance; 0: rtol/100");
  v("h", run.h, Field{.unit = "s", .range = at_least(0)}, "fixed step; 0: error control by the tolerances");
  v("every", run.every, Field{.unit = "s", .range = at_least(0)}, "sample interval of the result; 0: every step");
  v("start", run.start, Choices<StartFrom>{{"drawn", StartFrom::drawn}, {"equilibrium", StartFrom::equilibrium}},
    "initial positions: as given and assembled, or static equilibrium");
}

// Hints for joint coordinates, `tree:` in a file.
struct TreeForm {
  NamesForm keep, cut, cardan;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("keep", keep, Field{}, "joints that must carry coordinates");
    v("cut", cut, Field{}, "joints to cut, imposed as constraints");
    v("cardan", cardan, Field{}, "bodies or joints that use Cardan angles instead of Euler parameters");
  }
};

struct MeasureForm {
  MeasureKind kind = MeasureKind::distance;
  Between between;
  template <class Visitor>
  void describe(Visitor&& v) {
    using enum MeasureKind;
    v("kind", kind,
      Choices<MeasureKind>{{"gap_x", gap_x},
                           {"gap_y", gap_y},
                           {"gap_z", gap_z},
                           {"along_x", along_x},
                           {"along_y", along_y},
                           {"along_z", along_z},
                           {"distance", distance},
                           {"distance_squared", distance_squared},
                           {"angle_x", angle_x},
                           {"angle_y", angle_y},
                           {"angle_z", angle_z},
                           {"yaw", yaw},
                           {"roll", roll},
                           {"pitch", pitch},
                           {"azimuth", azimuth}},
      "quantity measured at P relative to Q");
    v("between", between, required_field, "markers [P, Q]");
  }
};

struct DriverForm {
  FreedomRef drives;
  FunctionPtr motion;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("drives", drives, required_field, "a freedom of a joint (crank_pin.angle) or the name of a measure");
    v("motion", motion, required_field, "its value as a function of time");
  }
};

}  // namespace daedalus::model_file
